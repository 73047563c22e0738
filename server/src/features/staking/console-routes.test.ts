import { referenceOf } from "@fc/contract/receipts/reference";
import * as contract from "@fc/contract/staking/console";
import { cancelStake, requestStake, stakingReport } from "@fc/contract/staking/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { confirmProposal } from "@fc/contract/proposals/console";
import { receipt } from "@fc/contract/receipts/portal";
import type { StakeFault } from "@fc/contract/staking/console-undoing";
import { memberSignals, type Signal } from "@fc/contract/signals/console";
import { evaluateSignals } from "../../core/signals/task.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirm, longAgo, setPrice, walletsOf } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import { confirmNewest, waitingFor } from "../../testing/proposals.ts";
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
async function requested(picture?: Buffer, utr?: string): Promise<number> {
  const body = asFile(picture ?? (await photo({ width: 60 + ++pictures })));
  const sent = await client.call(uploadPicture, { params: { userId: member.id, folder }, body });
  const { proofImageUrl } = sent.body.data;
  const payment = { amount: 150, proofImageUrl, ...(utr !== undefined && { utr }) };
  const change = { userId: member.id, refId: member.refId, ...payment };
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
  expect((await detail(second)).sameProofOf).toMatchObject([
    {
      member: { refId: first.refId, name: "Asha Verma" },
      same: "picture",
      reference: referenceOf("staking-request", first.id),
      amountUsd: 150,
      status: "P",
    },
  ]);
  const { data } = (
    await finance.call(contract.consoleStakingRequests, { query: { status: "P", search: member.refId } })
  ).body;
  expect(data).toMatchObject([{ id: second, sameProofs: 1 }]);
});

test("the UTR that a member gives is shown, and a second person who gives it is reported", async () => {
  const first = await requested(undefined, "4071 2345 6789");
  expect(await detail(first)).toMatchObject({ utr: "407123456789", sameProofs: 0 });
  const sender = member.refId;
  member = await app.addMember();
  client = await signedIn(app, member);
  const second = await requested(undefined, "407123456789");
  const { sameProofOf } = await detail(second);
  expect(sameProofOf).toMatchObject([{ member: { refId: sender }, same: "UTR" }]);
  expect((await approve(second)).body.code).toBe("SAME_PROOF");
  const { proofImageUrl } = (
    await client.call(uploadPicture, {
      params: { userId: member.id, folder },
      body: asFile(await photo({ width: 230 })),
    })
  ).body.data;
  const body = { userId: member.id, refId: member.refId, amount: 150, proofImageUrl, utr: "12345" };
  const refused = await client.call(requestStake, { body });
  expect(refused.body.fields).toEqual({ utr: "A UTR has 12 to 22 letters and digits" });
});

test("a request shows what its member did before, and rupees", async () => {
  const rejected = await requested();
  const reject = { params: { id: rejected }, body: { reason: "Not readable" } };
  await finance.call(contract.rejectStaking, reject);
  const approved = await requested();
  await approve(approved);
  // Within minutes the same amount again would be a question to the member.
  app.time.advance(6 * 60_000);
  const { history, amountInr, reference } = await detail(await requested());
  expect(history).toMatchObject({ approved: 1, rejected: 1, stakedUsd: 150, withdrawnFc: 0 });
  expect(history.requests.map((each: { status: string }) => each.status)).toEqual(["A", "R"]);
  expect(amountInr).toBeGreaterThan(0);
  const query = { status: "P", search: reference } as const;
  const found = (await finance.call(contract.consoleStakingRequests, { query })).body.data;
  expect(found).toMatchObject([{ reference }]);
});

test("a duplicate is approved only by who was asked about it", async () => {
  const picture = await photo({ width: 205 });
  await requested(picture);
  member = await app.addMember();
  client = await signedIn(app, member);
  const id = await requested(picture);
  expect((await approve(id)).body.code).toBe("SAME_PROOF");
  const body = { cost: 1_000_000, sameProofs: 1 };
  expect((await finance.call(contract.approveStaking, { params: { id }, body })).status).toBe(200);
});

describe("a stake that was approved by mistake", () => {
  const reason = "The bank took the payment back";
  const undo = (id: number, by = finance, fault: StakeFault = "member") =>
    by.call(contract.undoStaking, { params: { id }, body: { fault, reason } });
  const rulesMet = async () => {
    await evaluateSignals(app.deps);
    const { body } = await finance.call(memberSignals, { params: { refId: member.refId } });
    return body.data.signals.map(({ rule }: Signal) => rule);
  };

  test("is undone by two operators; the member is told why, by mail, report, receipt and Security page", async () => {
    const id = await requested();
    expect((await approve(id)).status).toBe(200);
    expect((await walletsOf(app.db, member)).staked).toBe(10_000_000);
    const { undoing } = await detail(id);
    expect(undoing).toContainEqual({
      label: "Returns",
      from: "0 FC paid so far",
      to: "stay with the member; nothing more is paid",
    });
    expect((await undo(id)).status).toBe(200);
    expect((await walletsOf(app.db, member)).staked).toBe(10_000_000);
    expect((await confirmNewest(app, finance)).body.code).toBe("OTHER_OPERATOR_NEEDED");
    const other = await operatorSignedIn(app, "finance");
    expect((await confirmNewest(app, other)).status).toBe(200);
    expect((await walletsOf(app.db, member)).staked).toBe(0);

    const [request] = (await client.call(stakingReport, { params: { userId: member.id }, query: {} })).body
      .data;
    expect(request).toMatchObject({ status: "A", isStakeReversed: true, reason });
    const reference = referenceOf("staking-request", id);
    const { data } = (await client.call(receipt, { params: { userId: member.id, reference } })).body;
    expect(data).toMatchObject({ isStakeReversed: true, reason });
    const mail = (await app.mailsTo(member.email)).at(-1);
    expect(mail).toMatchObject({ subject: "Your stake was undone" });
    expect(mail?.text).toContain(reason);
    const lines = await app.db
      .selectFrom("operator_log")
      .select("action")
      .where("member_id", "=", member.id)
      .orderBy("id", "desc")
      .limit(3)
      .execute();
    expect(lines.map(({ action }) => action)).toEqual([
      "staking-request/undo",
      "proposal/confirm",
      "proposal/propose",
    ]);
    expect(await detail(id)).toMatchObject({ undoing: null });
    expect((await undo(id)).body.code).toBe("STAKE_OVER");
    expect(await rulesMet()).toContain("stakes-reversed");
  });

  test("gives no points in fraud signals where it was our own mistake", async () => {
    const id = await requested();
    await approve(id);
    await undo(id, finance, "company");
    await confirmNewest(app, await operatorSignedIn(app, "finance"));
    expect(await detail(id)).toMatchObject({ undoing: null });
    expect(await rulesMet()).not.toContain("stakes-reversed");
  });

  test("takes two even while there is one admin, and is undone once by 32 at once", async () => {
    const id = await requested();
    await approve(id);
    const admin = await operatorSignedIn(app, "admin");
    expect((await undo(id, admin)).status).toBe(200);
    expect((await walletsOf(app.db, member)).staked).toBe(10_000_000);
    const proposal = (await waitingFor(admin)).at(-1)!;
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => finance.call(confirmProposal, { params: { id: proposal.id } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await walletsOf(app.db, member)).staked).toBe(0);
  });

  test("is not proposed by support, nor is a request that was not approved", async () => {
    const id = await requested();
    expect((await undo(id, await operatorSignedIn(app, "support"))).status).toBe(403);
    expect((await undo(id)).body.code).toBe("STAKE_OVER");
  });
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
