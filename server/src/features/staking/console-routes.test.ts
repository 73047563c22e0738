import { referenceOf } from "@fc/contract/receipts/reference";
import * as contract from "@fc/contract/staking/console";
import { cancelStake, requestStake, stakingReport } from "@fc/contract/staking/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { confirm, longAgo, setPrice, walletsOf } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
let finance: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma" });
  client = await signedIn(app, member);
  finance = await operatorSignedIn(app, "finance");
});

const folder = "stacking-verification-images";

let pictures = 0;
/** Each with a picture of its own, unless it is given one. */
async function requested(picture?: Buffer): Promise<number> {
  const body = asFile(picture ?? (await photo({ width: 60 + ++pictures })));
  const sent = await client.call(uploadPicture, { params: { userId: member.id, folder }, body });
  const { proofImageUrl } = sent.body.data;
  const change = { userId: member.id, refId: member.refId, amount: 150, proofImageUrl };
  await confirm(app, client, member, { purpose: "staking", change });
  return (await client.call(requestStake, { body: change })).body.data.id;
}
const detail = async (id: number) =>
  (await finance.call(contract.consoleStakingRequest, { params: { id } })).body.data;
const approve = (id: number, operator = finance, cost = 1_000_000) =>
  operator.call(contract.approveStaking, { params: { id }, body: { cost } });

test("an operator sees the proof, for a few minutes, and what it would stake", async () => {
  const id = await requested();
  const request = await detail(id);
  expect(request).toMatchObject({ amountUsd: 150, status: "P", sameProofs: 0 });
  expect(request.atToday).toEqual({ cost: 1_000_000, amountFc: 10_000_000 });
  const picture = await new TestClient(app).send("GET", request.proofUrl);
  expect(picture.headers.get("content-type")).toBe("image/jpeg");
  app.time.advance(5 * 60_000 + 1);
  expect((await new TestClient(app).send("GET", request.proofUrl)).status).toBe(404);
});

test("the same picture sent again is reported, with who sent it", async () => {
  const picture = await photo({ width: 200 });
  const first = { id: await requested(picture), refId: member.refId };
  member = await app.addMember({ name: "Ravi Kumar" });
  client = await signedIn(app, member);
  const second = await requested(picture);
  expect((await detail(second)).sameProofOf).toMatchObject([{ refId: first.refId, name: "Asha Verma" }]);
  const { data } = (
    await finance.call(contract.consoleStakingRequests, { query: { status: "P", search: member.refId } })
  ).body;
  expect(data).toMatchObject([{ id: second, sameProofs: 1 }]);
});

test("a picture that was uploaded and never submitted does not count against an honest request", async () => {
  const picture = await photo({ width: 210 });
  await client.call(uploadPicture, { params: { userId: member.id, folder }, body: asFile(picture) });
  const request = await detail(await requested(picture));
  expect(request).toMatchObject({ sameProofs: 0, sameProofOf: [] });
});

test("the proof of a request that its member took back may be sent again, but not by others", async () => {
  const picture = await photo({ width: 220 });
  const reference = referenceOf("staking-request", await requested(picture));
  const taken = await client.call(cancelStake, { body: { userId: member.id, reference } });
  expect(taken.status).toBe(200);
  expect(await detail(await requested(picture))).toMatchObject({ sameProofs: 0, sameProofOf: [] });
  member = await app.addMember({ name: "Ravi Kumar" });
  client = await signedIn(app, member);
  expect(await detail(await requested(picture))).toMatchObject({ sameProofs: 2 });
});

test("an approved one is the member's stake, and in the log", async () => {
  const id = await requested();
  expect((await approve(id)).body.data.amountFc).toBe(10_000_000);
  expect((await walletsOf(app.db, member)).staked).toBe(10_000_000);
  const { data } = (await client.call(stakingReport, { params: { userId: member.id }, query: {} })).body;
  expect(data[0].status).toBe("A");
  expect(await detail(id)).toMatchObject({ status: "A", decidedBy: "The finance" });
  const log = await app.db
    .selectFrom("operator_log")
    .select(["action", "ip"])
    .where("member_id", "=", member.id)
    .execute();
  expect(log).toEqual([{ action: "staking-request/approve", ip: "192.0.2.1" }]);
});

test("of operators who decide at once one wins, and the others get an error that says who and when", async () => {
  const id = await requested();
  const others = await Promise.all(Array.from({ length: 7 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all([
    approve(id),
    ...others.map((other, at) =>
      at % 2
        ? approve(id, other)
        : other.call(contract.rejectStaking, { params: { id }, body: { reason: "Cannot be read" } }),
    ),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields: { at: app.time.now.toISOString() } });
  }
  const stakes = await app.db.selectFrom("stakes").select("id").where("member_id", "=", member.id).execute();
  const { status } = await detail(id);
  expect(stakes).toHaveLength(status === "A" ? 1 : 0);
});

test("a page that shows another price than is in force by now cannot approve", async () => {
  const id = await requested();
  await setPrice(app.db, 2_000_000, app.time.now);
  expect((await approve(id)).body).toMatchObject({
    code: "PRICE_CHANGED",
    fields: { now: "20,00,000 FC for $15" },
  });
  const { status, atToday } = await detail(id);
  expect({ status, atToday }).toEqual({
    status: "P",
    atToday: { cost: 2_000_000, amountFc: 20_000_000 },
  });
  expect((await walletsOf(app.db, member)).staked).toBe(0);
  expect((await approve(id, finance, 2_000_000)).body.data.amountFc).toBe(20_000_000);
  app.time.advance(1);
  await setPrice(app.db, 1_000_000, app.time.now);
});

test("without a reason nothing is rejected", async () => {
  const id = await requested();
  const answer = await finance.call(contract.rejectStaking, { params: { id }, body: { reason: "  " } });
  expect(answer.status).toBe(400);
  expect((await detail(id)).status).toBe("P");
});
