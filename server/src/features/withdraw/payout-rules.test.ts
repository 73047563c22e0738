import { operatorLog } from "@fc/contract/operators/console";
import { pauseForMembers } from "@fc/contract/pauses/console";
import { approvePayouts, payoutBatch } from "@fc/contract/withdraw/console-approvals";
import { sure } from "@fc/contract/sure";
import type { MemberEventKind } from "@fc/contract/security/portal";
import { acceptWithdrawal } from "@fc/contract/withdraw/console";
import { consolePayout, giveUpPayout, takeBackPayout } from "@fc/contract/withdraw/console-payouts";
import { payoutRules, stopPayoutRules } from "@fc/contract/withdraw/console-payout-rules";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { noteSigning } from "../../core/chain/look.ts";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { signAttempts } from "../../core/chain/sign.ts";
import { atomically } from "../../platform/db.ts";
import { approvedPayouts } from "../../testing/approved-payouts.ts";
import { asOwner } from "../../testing/database-content.ts";
import { addApprover, approveAll } from "../../testing/approvals.ts";
import { askedOfRules, makeUnsuspicious, ruledOn, rulesInForce } from "../../testing/payout-rules.ts";
import { feeFc, type PayingMember } from "../../testing/payouts.ts";
import { setSetting } from "../../testing/money.ts";
import { transactionId } from "../../testing/withdrawals.ts";
import { handOverByRules } from "./hand-over.ts";
import { payByRules } from "./rules-task.ts";

const s = approvedPayouts();
// What the test before has left is not paid by the rules of this one.
beforeEach(() =>
  s.t.app.db
    .updateTable("members")
    .set({ status: "blocked" })
    .where("id", "in", s.t.app.db.selectFrom("withdrawals").select("member_id").where("status", "=", "P"))
    .execute(),
);
const net = 8_000_000 - feeFc;
const both = () => [s.finance, s.admin];
const stateOfRules = async () => (await s.finance.client.call(payoutRules, {})).body.data;
const happened = ({ member }: PayingMember, kind: MemberEventKind) =>
  s.t.app.db
    .insertInto("member_events")
    .values({
      member_id: member.id,
      kind,
      detail: "",
      ip: "192.0.2.1",
      user_agent: "",
      happened_at: s.t.app.time.now,
    })
    .execute();

test("what fits rules that two approvers have signed is paid without a touch, and the log names the rules", async () => {
  await rulesInForce(s.t, both());
  const { inForce } = await stateOfRules();
  expect(inForce.signedBy).toHaveLength(2);
  expect(s.worker.mails.filter(({ subject }) => subject.includes("by rules"))).toHaveLength(1);
  const { id, payout } = await askedOfRules(s.t, s.asha);
  expect(payout).not.toBeNull();
  // Nobody is asked to sign it.
  expect((await s.finance.client.call(payoutBatch, {})).body.data).toBeNull();
  await s.t.payAndSettle();
  expect((await s.t.withdrawalOf(id)).status).toBe("A");
  expect(await s.t.arrivedAt(s.asha.address)).toBe(net);
  const told = s.worker.mails.find(({ subject }) => subject.includes("was approved"));
  expect(told?.text).toContain("By rules that were signed by:");
  const log = await s.t.admin.call(operatorLog, { query: { action: "withdrawal/hand-over" } });
  expect(log.body.data[0]).toMatchObject({ operator: "Rules for payouts", details: { withdrawal: id } });
});

test("of a day's withdrawals rules pay those of honest members, and that of a stolen account waits with the reason", async () => {
  await rulesInForce(s.t, both(), { quietDays: 3 });
  const stolen = await s.t.addMember();
  const honest = [s.asha, await s.t.addMember(), await s.t.addMember(), await s.t.addMember()];
  const asked = [];
  for (const payee of [stolen, ...honest]) {
    asked.push(await s.t.withdraw(payee));
    await makeUnsuspicious(s.t, payee);
  }
  // The stranger knows the password, and comes with a device of their own.
  await s.t.app.db
    .updateTable("known_devices")
    .set({ first_used_at: s.t.app.time.now })
    .where("member_id", "=", stolen.member.id)
    .execute();
  await payByRules(s.t.deps);
  await s.t.payAndSettle();
  const [stolenId, ...honestIds] = asked;
  expect(await ruledOn(s.t, sure(stolenId))).toMatchObject({
    payout: null,
    stop: "something about the account changed too recently",
  });
  for (const id of honestIds) expect((await s.t.withdrawalOf(id)).status).toBe("A");
  for (const { address } of honest) expect(await s.t.arrivedAt(address)).toBe(net);
  expect(await s.t.arrivedAt(stolen.address)).toBe(0);
});

test("rules of one person, with two keys or alone, pay nothing", async () => {
  const second = await addApprover(s.t.app, s.t.finance);
  await s.worker.name(s.finance, second, s.admin);
  await rulesInForce(s.t, [s.finance, second]);
  expect(await stateOfRules()).toMatchObject({ inForce: null, waiting: { signedBy: [expect.any(String)] } });
  expect(await askedOfRules(s.t, s.asha)).toMatchObject({ payout: null, stop: null });
  // The other one signs the text that waits.
  const { waiting } = (await s.admin.client.call(payoutRules, {})).body.data;
  const answer = s.admin.passkey.sign(waiting.request);
  const signed = await s.admin.client.call(approvePayouts, { body: { text: waiting.text, answer } });
  expect(signed.status).toBe(200);
  await noteSigning(s.t.deps);
  await payByRules(s.t.deps);
  expect((await stateOfRules()).inForce).not.toBeNull();
});

test("what does not fit waits for a person, with the rule that stopped it", async () => {
  await rulesInForce(s.t, both(), { largestFc: 7_000_000, addressDays: 2, quietDays: 3 });
  const large = await askedOfRules(s.t, s.asha);
  expect(large).toMatchObject({ payout: null, stop: "it is larger than the rules allow" });
  const { id, stop } = await askedOfRules(s.t, s.asha, 6_000_000);
  // The tables say that it is old; the worker has not known it for so long.
  expect(stop).toBe("its address is too new");
  await s.advance(49);
  const { app } = s.t;
  await happened(s.asha, "access-reset");
  await payByRules(s.t.deps);
  expect((await ruledOn(s.t, id)).stop).toBe("something about the account changed too recently");
  await s.advance(73);
  await app.db.insertInto("signal_news").values({ member_id: s.asha.member.id }).execute();
  await payByRules(s.t.deps);
  expect((await ruledOn(s.t, id)).stop).toContain("a signal about its member is open");
  await makeUnsuspicious(s.t, s.asha);
  await app.db
    .updateTable("kyc_cases")
    .set({ state: "submitted", decided_at: null })
    .where("member_id", "=", s.asha.member.id)
    .where("part", "=", "pan")
    .execute();
  await payByRules(s.t.deps);
  expect((await ruledOn(s.t, id)).stop).toBe("PAN and bank details are not approved");
  await makeUnsuspicious(s.t, s.asha);
  await payByRules(s.t.deps);
  expect(await ruledOn(s.t, id)).toMatchObject({ stop: null, payout: { state: "waiting" } });
});

test("the rules' own day is counted in the worker's memory, and new rules do not begin it again", async () => {
  await rulesInForce(s.t, both(), { dayFc: 8_000_000, largestFc: 8_000_000 });
  const first = await askedOfRules(s.t, s.asha);
  await s.t.payAndSettle();
  expect(first).toMatchObject({ stop: null, payout: { state: "waiting" } });
  s.t.deps.guard = s.worker.restarted();
  const again = await askedOfRules(s.t, s.asha, 6_000_000);
  expect(again).toMatchObject({ payout: null, stop: "the most of one day is reached" });
  expect((await s.finance.client.call(stopPayoutRules, {})).status).toBe(200);
  await noteSigning(s.t.deps);
  await rulesInForce(s.t, both(), { dayFc: 8_000_000, largestFc: 8_000_000 });
  await payByRules(s.t.deps);
  expect((await ruledOn(s.t, again.id)).stop).toBe("the most of one day is reached");
  await s.advance(24);
  await payByRules(s.t.deps);
  expect((await ruledOn(s.t, again.id)).payout).not.toBeNull();
});

test("one operator stops rules at once, also what they have handed over, and their signatures never count again", async () => {
  const { text } = await rulesInForce(s.t, both());
  const handed = await askedOfRules(s.t, s.asha);
  expect(handed).toMatchObject({ stop: null, payout: { state: "waiting" } });
  expect((await s.finance.client.call(stopPayoutRules, {})).status).toBe(200);
  expect(await stateOfRules()).toMatchObject({ inForce: null, isStopped: true });
  await s.t.payAndSettle();
  expect(await s.reasonOf(handed.payout?.id ?? 0)).toContain(
    "The rules by which it was handed over are over",
  );
  expect(await askedOfRules(s.t, s.asha, 6_000_000)).toMatchObject({ payout: null, stop: null });
  await noteSigning(s.t.deps);
  // As somebody with SQL of requests would: under the new word.
  await sql`insert into payout_approval_entries (payout_key, approval_id)
    select rules_word, approval.id from chain_wallets, payout_approvals as approval where text = ${text}`.execute(
    s.t.app.db,
  );
  await noteSigning(s.t.deps);
  expect(await stateOfRules()).toMatchObject({ inForce: null, isStopped: false });
  // A person signs what the rules have left.
  expect((await approveAll(s.finance)).status).toBe(200);
  await s.t.payAndSettle();
  expect((await s.t.withdrawalOf(handed.id)).status).toBe("A");
});

test("what a person took back or gave up is not paid by rules again, and says why", async () => {
  await rulesInForce(s.t, both());
  const back = await askedOfRules(s.t, s.asha);
  const takenBack = await s.finance.client.call(takeBackPayout, { params: { id: back.payout?.id ?? 0 } });
  expect(takenBack.status).toBe(200);
  const bina = await s.t.addMember();
  const lost = await askedOfRules(s.t, bina);
  await reserveNonce(s.t.deps);
  await signAttempts(s.t.deps);
  const params = { id: lost.payout?.id ?? 0 };
  const givenUp = await s.finance.client.call(giveUpPayout, { params, body: { reason: "Thief" } });
  expect(givenUp.status).toBe(200);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(params.id)).toBe("failed");
  for (const payee of [s.asha, bina]) await makeUnsuspicious(s.t, payee);
  await payByRules(s.t.deps);
  await s.t.payAndSettle();
  for (const { id } of [back, lost])
    expect((await ruledOn(s.t, id)).stop).toBe("its payment was taken back, given up or failed before");
  expect(await s.t.arrivedAt(s.asha.address)).toBe(0);
  expect(await s.t.arrivedAt(bina.address)).toBe(0);
  // A person hands it over again, and another one signs it.
  expect((await s.t.handOver(back.id)).status).toBe(200);
  expect((await approveAll(s.finance)).status).toBe(200);
  await s.t.payAndSettle();
  expect(await s.t.arrivedAt(s.asha.address)).toBe(net);
});

test("rules pay nothing before a company that moved in is opened", async () => {
  await rulesInForce(s.t, both());
  const id = await s.t.withdraw(s.asha);
  await makeUnsuspicious(s.t, s.asha);
  await asOwner(s.t.app.databaseUrl, (owner) =>
    owner.query(`insert into arrivals (folder, cut_day, imported_by, imported_at, report)
      select 'moved', '2026-01-01', min(id), now(), '{}' from operators`),
  );
  await payByRules(s.t.deps);
  const waits = { payout: null, stop: expect.stringContaining("Until a second admin opens it") };
  expect(await ruledOn(s.t, id)).toMatchObject(waits);
  await sql`update arrivals set opened_at = now(), opened_by = (select max(id) from operators)`.execute(
    s.t.app.db,
  );
  await payByRules(s.t.deps);
  expect(await ruledOn(s.t, id)).toMatchObject({ stop: null, payout: { state: "waiting" } });
});

test("what rules have handed over counts in their day before it is signed, and only what is left gets a nonce", async () => {
  await rulesInForce(s.t, both(), { dayFc: 8_000_000, largestFc: 8_000_000 });
  const first = await askedOfRules(s.t, s.asha);
  expect(await reserveNonce(s.t.deps)).toBe(first.payout?.id);
  const bina = await s.t.addMember();
  const { id, ...second } = await askedOfRules(s.t, bina);
  expect(second).toMatchObject({ payout: null, stop: "the most of one day is reached" });
  // As another worker would that had looked before the first one was handed over.
  const { rules_word: word } = await s.t.app.db
    .selectFrom("chain_wallets")
    .select("rules_word")
    .executeTakeFirstOrThrow();
  const { chain, secretKey } = s.t.deps;
  const { app } = s.t;
  await atomically(app.db, handOverByRules, {
    id,
    net,
    chain,
    secretKey,
    word: word ?? "",
    now: app.time.now,
  });
  expect(await reserveNonce(s.t.deps)).toBeUndefined();
  const waiting = (await ruledOn(s.t, id)).payout?.id ?? 0;
  expect(await s.reasonOf(waiting)).toBe("By the rules it waits: the most of one day is reached");
  await makeUnsuspicious(s.t, s.asha);
  await s.t.payAndSettle();
  expect(await s.t.arrivedAt(s.asha.address)).toBe(net);
  // On the next day the rules pay it.
  await s.advance(24);
  await s.t.payAndSettle();
  expect(await s.t.arrivedAt(bina.address)).toBe(net);
});

test("what stopped rules have left unsigned does not use up the day of new ones", async () => {
  const usedToday = async (): Promise<number> => (await stateOfRules()).inForce.usedTodayFc;
  await rulesInForce(s.t, both());
  const before = await usedToday();
  expect((await askedOfRules(s.t, s.asha)).payout).not.toBeNull();
  expect(await usedToday()).toBe(before + net);
  await s.finance.client.call(stopPayoutRules, {});
  await noteSigning(s.t.deps);
  await rulesInForce(s.t, both(), { dayFc: 8_000_000, largestFc: 8_000_000 });
  expect(await usedToday()).toBe(before);
  const bina = await s.t.addMember();
  expect(await askedOfRules(s.t, bina)).toMatchObject({ stop: null, payout: { state: "waiting" } });
  expect(await usedToday()).toBe(before + net);
});

test("what a rule stops after it has its number says why, and an approver's signature pays it and those behind it", async () => {
  await rulesInForce(s.t, both(), { quietDays: 3 });
  const { payout } = await askedOfRules(s.t, s.asha);
  expect(await reserveNonce(s.t.deps)).toBe(payout?.id);
  await happened(s.asha, "access-reset");
  const bina = await s.t.addMember();
  await askedOfRules(s.t, bina);
  await s.t.payAndSettle();
  expect(await s.t.arrivedAt(bina.address)).toBe(0);
  const { body } = await s.finance.client.call(consolePayout, { params: { id: payout?.id ?? 0 } });
  const waits = {
    state: "reserved",
    waitReason: expect.stringContaining("something about the account changed"),
  };
  expect(body.data).toMatchObject(waits);
  expect((await s.batchOf(s.finance))?.payouts).toMatchObject([{ address: s.asha.address }]);
  expect((await approveAll(s.finance)).status).toBe(200);
  await s.t.payAndSettle();
  expect(await s.t.arrivedAt(s.asha.address)).toBe(net);
  expect(await s.t.arrivedAt(bina.address)).toBe(net);
  expect(await s.reasonOf(payout?.id ?? 0)).toBeNull();
});

test.each(["payout", "withdrawal"] as const)(
  "an amount that needs two operators by the settings of %ss waits for them whatever the rules say",
  async (group) => {
    await rulesInForce(s.t, both());
    await setSetting(s.t.app.databaseUrl, group, { twoOperatorsFromFc: 8_000_000 });
    const asked = await askedOfRules(s.t, s.asha);
    expect(asked).toMatchObject({ payout: null, stop: expect.stringContaining("needs two operators") });
    expect(await askedOfRules(s.t, await s.t.addMember(), 7_000_000)).toMatchObject({ stop: null });
    await setSetting(s.t.app.databaseUrl, group, { twoOperatorsFromFc: 1_000_000_000_000 });
  },
);

test("what a member gets in a day is counted by when it is paid, also by hand", async () => {
  await rulesInForce(s.t, both(), { memberDayFc: 8_000_000 });
  const byHand = await s.t.withdraw(s.asha, 6_000_000);
  const body = { transactionId: transactionId(byHand), net: 6_000_000 - feeFc };
  const accepted = await s.finance.client.call(acceptWithdrawal, { params: { id: byHand }, body });
  expect(accepted.status).toBe(200);
  const asked = await askedOfRules(s.t, s.asha);
  const stop = "its member would get more on one day than the rules allow";
  expect(asked).toMatchObject({ payout: null, stop });
  await s.advance(24);
  await payByRules(s.t.deps);
  expect((await ruledOn(s.t, asked.id)).payout).not.toBeNull();
  // Its nonce is of this day, and it is paid on the next one.
  await reserveNonce(s.t.deps);
  await s.advance(24);
  expect(await askedOfRules(s.t, s.asha, 6_000_000)).toMatchObject({ payout: null, stop });
});

test("what its owner or a stranger does to an account, and a stake that is undone, are changes as well", async () => {
  await rulesInForce(s.t, both(), { days: 30, quietDays: 3 });
  await happened(s.asha, "profile-changed");
  await happened(s.asha, "passkey-added");
  const { id, stop } = await askedOfRules(s.t, s.asha);
  expect(stop).toBe("something about the account changed too recently");
  const kinds = [
    "confirms-by-passkey",
    "confirms-by-mail",
    "authenticator-on",
    "bank-changed",
    "frozen",
    "frozen-by-staff",
    "stake-returned",
  ] as const;
  for (const kind of kinds) {
    await s.advance(73);
    await happened(s.asha, kind);
    await payByRules(s.t.deps);
    expect((await ruledOn(s.t, id)).payout).toBeNull();
  }
  await s.advance(73);
  await happened(s.asha, "profile-changed");
  await payByRules(s.t.deps);
  expect((await ruledOn(s.t, id)).payout).not.toBeNull();
});

test("an account that is frozen after its payout has its number waits for a person, or until it is open again", async () => {
  await rulesInForce(s.t, both());
  const { payout } = await askedOfRules(s.t, s.asha);
  expect(await reserveNonce(s.t.deps)).toBe(payout?.id);
  const become = (status: "frozen" | "active") =>
    s.t.app.db.updateTable("members").set({ status }).where("id", "=", s.asha.member.id).execute();
  await become("frozen");
  await s.t.payAndSettle();
  expect(await s.reasonOf(payout?.id ?? 0)).toBe("By the rules it waits: its account is blocked or frozen");
  expect(await s.t.arrivedAt(s.asha.address)).toBe(0);
  await become("active");
  await s.t.payAndSettle();
  expect(await s.t.arrivedAt(s.asha.address)).toBe(net);
});

test("while operators have paused withdrawals the rules hand nothing over", async () => {
  await rulesInForce(s.t, both());
  const id = await s.t.withdraw(s.asha);
  await makeUnsuspicious(s.t, s.asha);
  const body = { because: "safety", minutes: 60, reason: "Balances look wrong" } as const;
  const paused = await s.t.finance.call(pauseForMembers, { params: { what: "withdrawals" }, body });
  expect(paused.status).toBe(200);
  await payByRules(s.t.deps);
  expect(await ruledOn(s.t, id)).toEqual({ payout: null, stop: "withdrawals are paused" });
  await s.advance(1);
  await payByRules(s.t.deps);
  expect(await ruledOn(s.t, id)).toMatchObject({ stop: null, payout: { state: "waiting" } });
});
