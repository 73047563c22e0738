import { randomUUID } from "node:crypto";
import { transferCoins } from "@fc/contract/transfer/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lockBalances } from "../../core/ledger/post.ts";
import { verify } from "../../core/ledger/verify.ts";
import { confirmedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Tx } from "../../platform/db.ts";
import { devices, fund, setSetting, walletsOf } from "../../testing/money.ts";
import { startTestApp, type TestApp, type TestClient, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let receiver: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  await setSetting(app.databaseUrl, "transfer", { minimumFc: 1, betweenMembers: true });
});
afterAll(async () => {
  expect((await verify(app.databaseUrl)).differences).toEqual([]);
  await app.stop();
});
beforeEach(async () => {
  receiver = await app.addMember({ name: "Ravi Kumar" });
});

/** Members with 500 coins each, who have entered the code for a transfer of so much. */
async function sendersOf(confirmedAmounts: readonly number[], receivers?: readonly TestMember[]) {
  const senders: { sender: TestMember; device: TestClient }[] = [];
  for (const [at, amount] of confirmedAmounts.entries()) {
    const sender = await app.addMember({ name: `Sender ${at}` });
    await fund(app.db, sender, { transfer: 500 }, app.time.now);
    const change = confirmedBy(transferOf(sender, amount, receivers?.[at]), { receiver: "Ravi K." });
    const [device] = await devices(app, sender, 1, { purpose: "transfer", change });
    senders.push({ sender, device: device! });
  }
  return senders;
}

function transferOf(sender: TestMember, amount: number, to = receiver) {
  return { fromRefId: sender.refId, toRefId: to.refId, amount };
}

test("each is answered for itself: those that may be are made, the others moved nothing", async () => {
  // Of three one sends more than there is, and one has a code for another amount.
  const kinds = [
    { amount: 100, confirmed: 100, expected: { status: 200 }, left: 400 },
    { amount: 501, confirmed: 501, expected: { status: 422, body: { code: "INVALID_AMOUNT" } }, left: 500 },
    { amount: 100, confirmed: 99, expected: { status: 403, body: { code: "INVALID_OTP" } }, left: 500 },
  ];
  const requests = Array.from({ length: 18 }, (_, at) => ({ ...kinds[at % 3]!, key: randomUUID() }));
  const senders = await sendersOf(requests.map((each) => each.confirmed));
  // The second time with the same keys: the same answers, and nothing moves twice.
  for (let time = 0; time < 2; time++) {
    const answers = await Promise.all(
      senders.map(({ sender, device }, at) =>
        device.call(transferCoins, { body: transferOf(sender, requests[at]!.amount) }, requests[at]!.key),
      ),
    );
    answers.forEach((answer, at) => expect(answer).toMatchObject(requests[at]!.expected));
  }
  for (const [at, { sender }] of senders.entries()) {
    const { left } = requests[at]!;
    expect(await walletsOf(app.db, sender)).toMatchObject({ transfer: left });
    expect(await app.mailsTo(sender.email)).toHaveLength(left === 400 ? 1 : 0);
  }
  expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 600 });
});

test("a wallet that another transaction holds keeps nobody else waiting", async () => {
  // Each to somebody else: who sends to the same wallet as the one that waits has to wait as well.
  const receivers: TestMember[] = [];
  for (let at = 0; at < 8; at++) receivers.push(await app.addMember({ name: "Ravi Kumar" }));
  const senders = await sendersOf(
    receivers.map(() => 100),
    receivers,
  );
  const release = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = app.db.transaction().execute(async (tx) => {
    await lockBalances(tx as Tx, { memberId: senders[3]!.sender.id, accounts: ["transfer"] });
    isHeld.resolve();
    await release.promise;
  });
  await isHeld.promise;
  const answers = senders.map(({ sender, device }, at) =>
    device.call(transferCoins, { body: transferOf(sender, 100, receivers[at]) }),
  );
  // All but the one whose wallet it is are answered while it is held.
  const others = await Promise.all(answers.filter((_, at) => at !== 3)).finally(release.resolve);
  await Promise.all([holding, answers[3]]);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
});
