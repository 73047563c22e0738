import { fcUnitsPerCoin } from "@fc/contract/money";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { sure } from "@fc/contract/sure";
import { payoutRules, stopPayoutRules } from "@fc/contract/withdraw/console-payout-rules";
import { beforeEach, expect, test } from "vitest";
import { PayoutJournal } from "../../core/approvals/journal.ts";
import { noteSigning } from "../../core/chain/look.ts";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { signAttempts } from "../../core/chain/sign.ts";
import { day, minute } from "../../platform/clock.ts";
import { approvedPayouts } from "../../testing/approved-payouts.ts";
import { addApprover, signRules, stayOperators } from "../../testing/approvals.ts";
import { askedOfRules, makeUnsuspicious, ruledOn, rulesInForce } from "../../testing/payout-rules.ts";
import { feeFc } from "../../testing/payouts.ts";
import { payOut } from "./payout-task.ts";
import { payByRules } from "./rules-task.ts";

// When rules begin and end, and what the worker's memory has to do with it.
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

test("two workers that share a memory and judge at once do not pass the rules' day together", async () => {
  await rulesInForce(s.t, both());
  const bina = await s.t.addMember();
  const payouts = [await askedOfRules(s.t, s.asha), await askedOfRules(s.t, bina)];
  for (const _ of payouts) await reserveNonce(s.t.deps);
  const payments = await Promise.all(payouts.map(({ payout }) => s.paymentOf(sure(payout).id)));
  // As somebody who writes these tables would hand both over by rules of a smaller day.
  await s.finance.client.call(stopPayoutRules, {});
  await noteSigning(s.t.deps);
  await rulesInForce(s.t, both(), { dayFc: 8_000_000, largestFc: 8_000_000 });
  for (const payee of [s.asha, bina]) await makeUnsuspicious(s.t, payee);
  const wallets = s.t.app.db.selectFrom("chain_wallets").select("rules_word");
  const { rules_word: rulesWord } = await wallets.executeTakeFirstOrThrow();
  const claims = await s.whileAskingWhoSigned(
    payments.map((payment) => () => s.worker.restarted().claim({ ...payment, rulesWord })),
  );
  expect(claims.filter((refusal) => refusal === undefined)).toHaveLength(1);
  const journal = new PayoutJournal(s.worker.journalFile);
  expect(journal.signedByRulesSince(new Date(0))).toBe(BigInt(net) * fcUnitsPerCoin);
  await s.finance.client.call(stopPayoutRules, {});
  await noteSigning(s.t.deps);
});

test("a higher fee for what has left by rules is signed also after they were stopped", async () => {
  await rulesInForce(s.t, both());
  const { id, payout } = await askedOfRules(s.t, s.asha);
  await payOut(s.t.deps);
  expect(await s.t.stateOf(sure(payout).id)).toBe("sent");
  expect((await s.finance.client.call(stopPayoutRules, {})).status).toBe(200);
  await noteSigning(s.t.deps);
  s.t.app.time.advance(3 * minute);
  expect(await signAttempts(s.t.deps)).toBe(1);
  await s.t.payAndSettle();
  expect((await s.t.withdrawalOf(id)).status).toBe("A");
});

test("a pause ends the rules: after it they are signed anew", async () => {
  await rulesInForce(s.t, both());
  await s.pause();
  await s.liftPause();
  await s.signRelease();
  expect(await stateOfRules()).toMatchObject({ inForce: null });
  expect(await askedOfRules(s.t, s.asha)).toMatchObject({ payout: null });
  // What was signed before it is kept under the word of then.
  await noteSigning(s.t.deps);
  const { inForce, waiting } = await stateOfRules();
  expect([inForce, waiting]).toEqual([null, null]);
});

test("rules end on their last day, and never later than the worker's environment allows", async () => {
  s.worker.limits.rulesDays = 5;
  const lastDay = daysAfter(indiaDayOf(s.t.app.time.now), 7);
  await signRules(both(), { lastDay });
  await noteSigning(s.t.deps);
  expect(await stateOfRules()).toMatchObject({
    inForce: null,
    problem: expect.stringContaining("PAYOUT_RULES_DAYS"),
  });
  const { id, ...ruled } = await askedOfRules(s.t, s.asha);
  expect(ruled).toMatchObject({ payout: null, stop: null });
  await s.finance.client.call(stopPayoutRules, {});
  await noteSigning(s.t.deps);
  await rulesInForce(s.t, both(), { days: 2 });
  expect((await stateOfRules()).inForce).not.toBeNull();
  s.t.app.time.advance(3 * day);
  await stayOperators(s.t.app);
  await payByRules(s.t.deps);
  expect(await ruledOn(s.t, id)).toMatchObject({ payout: null, stop: null });
  await noteSigning(s.t.deps);
  expect((await stateOfRules()).inForce).toBeNull();
});

test("rules end with a key that has signed them, and others are signed with a new word", async () => {
  await rulesInForce(s.t, both());
  const renewed = await addApprover(s.t.app, s.t.admin);
  await s.worker.name(s.finance, renewed);
  await noteSigning(s.t.deps);
  expect(await stateOfRules()).toMatchObject({ inForce: null, waiting: null, problem: null });
  // The key that was lost brings them back to nobody.
  await s.worker.name(s.finance, s.admin);
  await noteSigning(s.t.deps);
  expect((await stateOfRules()).inForce).toBeNull();
  await s.worker.name(s.finance, renewed);
  await rulesInForce(s.t, [s.finance, renewed]);
  expect((await stateOfRules()).inForce.signedBy).toHaveLength(2);
});

test("rules that were refused because they last too long never come into force by themselves", async () => {
  s.worker.limits.rulesDays = 5;
  await signRules(both(), { lastDay: daysAfter(indiaDayOf(s.t.app.time.now), 20) });
  await noteSigning(s.t.deps);
  expect((await stateOfRules()).inForce).toBeNull();
  s.t.app.time.advance(17 * day);
  await stayOperators(s.t.app);
  await noteSigning(s.t.deps);
  expect(await stateOfRules()).toMatchObject({
    inForce: null,
    problem: expect.stringContaining("Discard them"),
  });
});

test("the rules that come into force are those that every approver was mailed", async () => {
  const [email = ""] = /\S+@\S+/.exec(s.admin.line) ?? [];
  s.worker.mailServer.dead = email;
  await rulesInForce(s.t, both(), { largestFc: 1 });
  expect(await stateOfRules()).toMatchObject({
    inForce: null,
    problem: expect.stringContaining("They wait until the approvers are told"),
  });
  delete s.worker.mailServer.dead;
  s.t.app.time.advance(minute);
  await rulesInForce(s.t, both(), { largestFc: 9_000_000 });
  expect((await stateOfRules()).inForce.rules.largestFc).toBe(1);
  const mails = s.worker.mails.filter(({ subject }) => subject.includes("by rules"));
  expect([mails.length, new Set(mails.map(({ text }) => text)).size]).toEqual([2, 1]);
});
