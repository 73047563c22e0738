import * as canned from "@fc/contract/canned-texts/console";
import * as contract from "@fc/contract/find/console";
import { consoleMemberHistory } from "@fc/contract/members/console-history";
import { operatorLog } from "@fc/contract/operators/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import { findByTrace } from "@fc/contract/signals/console";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveAddress, longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { approveStake, newcomer, requestedStake, type Person } from "../../testing/staking-requests.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let person: Person;
let operator: TestClient;
let requestId: number;

beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  person = await newcomer(app, { name: "Asha Verma" });
  operator = await operatorSignedIn(app, "support");
  requestId = await requestedStake(app, person);
});
afterAll(() => app.stop());

const find = async (text: string) =>
  (await operator.call(contract.consoleFind, { query: { text } })).body.data;
const reference = () => referenceOf("staking-request", requestId);

test("a record is found by its reference, in small letters too, and by nothing that is no name of it", async () => {
  const { refId, name } = person.member;
  const receipt = { kind: "receipt", reference: reference(), receipt: "staking-request" };
  expect(await find(reference().toLowerCase())).toEqual([{ ...receipt, member: { refId, name } }]);
  for (const nothing of ["", "ST-22222222", "0", "99999999999999999", "SR-22222222", `0x${"0".repeat(64)}`])
    expect(await find(nothing)).toEqual([]);
});

test("a reference leads to its receipt, with the member and the entries; an entry is found by its number", async () => {
  await approveStake(app, requestId);
  const { data } = (await operator.call(contract.consoleReceipt, { params: { reference: reference() } }))
    .body;
  expect(data).toMatchObject({ member: { refId: person.member.refId }, status: "A", amountUsd: 150 });
  expect(data.entries).toHaveLength(1);
  expect(await find(data.entries[0])).toMatchObject([{ kind: "entry", id: data.entries[0] }]);
  const unknown = { params: { reference: "WD-22222222" } };
  expect((await operator.call(contract.consoleReceipt, unknown)).status).toBe(404);
});

test("the page of a member has requests, receipts, what was told, sign-ins and the tree around", async () => {
  const { refId } = person.member;
  const { data } = (await operator.call(consoleMemberHistory, { params: { refId } })).body;
  expect(data.stakingRequests).toMatchObject([{ reference: reference(), status: "A", amountUsd: 150 }]);
  expect(data.receipts).toMatchObject([{ reference: reference(), kind: "staking-request" }]);
  expect(data.told).toContainEqual(
    expect.objectContaining({ channel: "app", text: "Your stake has started" }),
  );
  expect(data.told).toContainEqual(expect.objectContaining({ channel: "mail" }));
  expect(data.signIns).toMatchObject([{ isOpen: true }]);
});

test("whose a coin address is, only an operator who may investigate finds, and the log says so", async () => {
  const value = "0x52908400098527886E0F7030069857D2E4169EE7";
  await giveAddress(app.db, person.member, value, app.time.now);
  const search = { body: { by: "coinAddress", value: value.toLowerCase() } } as const;
  expect(await find(value)).toEqual([]);
  const viewer = await operatorSignedIn(app, "viewer");
  expect((await viewer.call(findByTrace, search)).status).toBe(403);
  const { refId } = person.member;
  expect((await operator.call(findByTrace, search)).body.data).toMatchObject([{ refId }]);
  const { body } = await operator.call(operatorLog, { query: {} });
  const searches = body.data.filter(({ action }: { action: string }) => action === "member/find");
  expect(searches).toMatchObject([{ details: { by: "coinAddress", found: 1 } }]);
});

test("of two operators who change the same text one wins, and the other is told who was first", async () => {
  const content = { kind: "reply", title: "Delay", body: "Dear {name}, {reference} takes a day." } as const;
  const { id } = (await operator.call(canned.addCannedText, { body: content })).body.data;
  const finance = await operatorSignedIn(app, "finance");
  const change = (by: TestClient) =>
    by.call(canned.changeCannedText, { params: { id }, body: { ...content, title: "Late", version: 1 } });
  const answers = await Promise.all([change(operator), change(finance)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const late = answers.find(({ status }) => status === 409)!;
  expect(late.body).toMatchObject({
    code: "DECIDED_ALREADY",
    fields: { by: expect.stringMatching(/^The /) },
  });
  const wrong = { ...content, body: "Your {amount} is late." };
  expect((await operator.call(canned.addCannedText, { body: wrong })).body.fields).toEqual({
    body: "Only {name} and {reference} are filled in, not {amount}",
  });
  const remove = { params: { id }, body: { version: 2 } };
  expect((await finance.call(canned.removeCannedText, remove)).status).toBe(200);
  expect((await operator.call(canned.cannedTexts, {})).body.data).toEqual([]);
});
