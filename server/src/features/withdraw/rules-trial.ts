import { noFc, plus, type Fc } from "@fc/contract/units";
import { fcToWire } from "@fc/contract/money";
import { indiaDayOf } from "@fc/contract/period";
import {
  payoutRuleNames,
  trialDays,
  type PayoutRules,
  type PayoutRulesTrial,
} from "@fc/contract/withdraw/console-payout-rules";
import { onChainTypes } from "@fc/contract/withdraw/kinds";
import { sql } from "kysely";
import { factsAt, stoppingRules, type RuleFacts } from "../../core/approvals/rule-facts.ts";
import { after, day } from "../../platform/clock.ts";
import type { ReadDb } from "../../platform/db.ts";

/** So that a page that is looked at while somebody types does not read a month of a large network. */
const mostLookedAt = 5_000;

type PastWithdrawal = Omit<RuleFacts, "memberDayFc" | "dayFc"> & { memberId: number; at: Date };

/** What rules would have done with the coin withdrawals of the last days. */
export async function triedRules(
  db: ReadDb,
  { rules, now }: { rules: PayoutRules; now: Date },
): Promise<PayoutRulesTrial> {
  const past = await pastWithdrawals(db, after(now, -trialDays * day));
  const dayFc = new Map<string, Fc>();
  const looked = past.map((asked) => {
    const own = `${asked.memberId} ${indiaDayOf(asked.at)}`;
    const all = indiaDayOf(asked.at);
    const facts = {
      ...asked,
      memberDayFc: plus(dayFc.get(own) ?? noFc, asked.amountFc),
      dayFc: plus(dayFc.get(all) ?? noFc, asked.amountFc),
    };
    const stops = stoppingRules(rules, facts, asked.at);
    if (stops.length === 0) dayFc.set(own, facts.memberDayFc).set(all, facts.dayFc);
    return { amountFc: asked.amountFc, stops };
  });
  return {
    asked: sumOf(looked),
    paid: sumOf(looked.filter(({ stops }) => stops.length === 0)),
    stopped: payoutRuleNames.map((rule) => {
      const stopped = looked.filter(({ stops }) => stops.includes(rule));
      return { rule, ...sumOf(stopped), alone: stopped.filter(({ stops }) => stops.length === 1).length };
    }),
  };
}

function sumOf(withdrawals: readonly { amountFc: Fc }[]) {
  const amountFc = withdrawals.reduce((sum, each) => plus(sum, each.amountFc), noFc);
  return { count: withdrawals.length, amountFc: fcToWire(amountFc) };
}

/** The oldest first, because an earlier one uses up the day of a later one. */
async function pastWithdrawals(db: ReadDb, since: Date): Promise<PastWithdrawal[]> {
  const { rows } = await sql<PastWithdrawal>`
    with asked as (
      select id, member_id, requested_at, address, amount_fc - fee_fc - tax_fc - coalesce(deduction_fc, 0) as net_fc
      from withdrawals
      where requested_at >= ${since} and address is not null and not is_cancelled
        and currency_type = any (${onChainTypes}::text[])
      order by requested_at desc limit ${mostLookedAt}
    )
    select asked.member_id as "memberId", asked.requested_at as "at", asked.net_fc as "amountFc",
      coalesce(own.changed_at, asked.requested_at) as "addressSeenAt", ${factsAt(sql`asked.requested_at`)}
    from asked join members as member on member.id = asked.member_id
      left join coin_addresses as own on own.member_id = asked.member_id and own.address = asked.address
    order by asked.requested_at, asked.id`.execute(db);
  return rows;
}
