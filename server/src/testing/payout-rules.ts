import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { consoleWithdrawal } from "@fc/contract/withdraw/console";
import { sql } from "kysely";
import { noteSigning } from "../core/chain/look.ts";
import { rescore } from "../core/signals/scores.ts";
import { evaluateSignals } from "../core/signals/task.ts";
import { payByRules } from "../features/withdraw/rules-task.ts";
import { atomically } from "../platform/db.ts";
import { signRules, type TestApprover, type wideRules } from "./approvals.ts";
import { longAgo } from "./money.ts";
import type { PayingMember, PayoutTest } from "./payouts.ts";

/** A member whom the rules may pay: KYC is approved, the device is an old one, and the signals have looked. */
export async function makeUnsuspicious(
  { app }: Pick<PayoutTest, "app">,
  { member }: Pick<PayingMember, "member">,
): Promise<void> {
  const at = longAgo(app.time.now);
  for (const part of ["pan", "bank"] as const) {
    await app.db
      .insertInto("kyc_cases")
      .values({ member_id: member.id, part, state: "approved", submitted_at: at, decided_at: at })
      .onConflict((conflict) =>
        conflict.columns(["member_id", "part"]).doUpdateSet({ state: "approved", decided_at: at }),
      )
      .execute();
  }
  await app.db
    .updateTable("known_devices")
    .set({ first_used_at: at })
    .where("member_id", "=", member.id)
    .execute();
  await evaluateSignals(app.deps);
  // All members of a test sign in from one browser, which an operator has judged to look fine.
  await sql`update signals set judged_evidence = evidence
    where id in (select signal_id from signal_members where member_id = ${member.id})`.execute(app.db);
  await atomically(app.db, rescore, [member.id]);
}

/** Both approvers sign, and the worker finds it. The rules end after some days. */
export async function rulesInForce(
  t: PayoutTest,
  approvers: readonly TestApprover[],
  { days = 7, ...rules }: Partial<typeof wideRules> & { days?: number } = {},
): Promise<{ text: string }> {
  const lastDay = daysAfter(indiaDayOf(t.app.time.now), days);
  const signed = await signRules(approvers, { ...rules, lastDay });
  await noteSigning(t.deps);
  return signed;
}

/** A withdrawal of a member that the signals have looked at, and the worker's look by its rules. */
export async function askedOfRules(
  t: PayoutTest,
  payee: PayingMember,
  coins?: number,
): Promise<{ id: number; stop: string | null; payout: { id: number; state: string } | null }> {
  const id = await t.withdraw(payee, coins);
  await makeUnsuspicious(t, payee);
  await payByRules(t.deps);
  return { id, ...(await ruledOn(t, id)) };
}

/** What became of a withdrawal, as the console shows it. */
export async function ruledOn(t: PayoutTest, id: number) {
  const { body } = await t.finance.call(consoleWithdrawal, { params: { id } });
  return { stop: body.data.rulesStop, payout: body.data.payout };
}
