import { type Fc, plus } from "@fc/contract/units";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { indiaDayOf, momentsOf } from "@fc/contract/period";
import { sure } from "@fc/contract/sure";
import {
  payoutRuleNames,
  type PayoutRuleName,
  type PayoutRules,
} from "@fc/contract/withdraw/console-payout-rules";
import type { MemberEventKind } from "@fc/contract/security/portal";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { sql, type RawBuilder } from "kysely";
import { after, day } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";

/** What the worker's own memory says of a payment. No table changes it. */
export interface OwnFacts {
  amountFc: Fc;
  /** With this payment. */
  dayFc: Fc;
  addressSeenAt: Date;
}

/** What tables say of its member. Requests write most of them, so what follows is bounded by the rules' own day. */
interface MemberFacts {
  /** With this payment: what was paid on this day, over the chain or by hand, and what is being paid. */
  memberDayFc: Fc;
  joinedAt: Date;
  changedAt: Date | null;
  isActive: boolean;
  isKycApproved: boolean;
  isSuspected: boolean;
}

export type RuleFacts = OwnFacts & MemberFacts;

/** What a thief would do first, what an owner does who is robbed, and money that came from no reward. */
const noisyEvents = [
  "password-changed",
  "temporary-password-used",
  "email-changed",
  "email-replaced",
  "coin-address-changed",
  "authenticator-on",
  "authenticator-off",
  "recovery-code-used",
  "passkey-added",
  "passkey-copied",
  "confirms-by-passkey",
  "confirms-by-mail",
  "bank-changed",
  "access-reset",
  "frozen",
  "frozen-by-staff",
  "adjustment",
  "stake-undone",
  "stake-returned",
] as const satisfies readonly MemberEventKind[];

export async function memberFactsOf(
  db: Db,
  { withdrawalId, amountFc, now }: { withdrawalId: number; amountFc: Fc; now: Date },
): Promise<MemberFacts> {
  const { from } = momentsOf({ from: indiaDayOf(now) });
  const { rows } = await sql<Omit<MemberFacts, "memberDayFc"> & { otherFc: Fc }>`
    select ${factsAt(sql`${now}::timestamptz`)},
      (select coalesce(sum(other.amount_fc - other.fee_fc - other.tax_fc - coalesce(other.deduction_fc, 0)), 0)::bigint
       from withdrawals as other
       where other.member_id = member.id and other.id <> asked.id
         and other.currency_type = any (${withdrawTypesWhere("isDecidedByOperator", true)}::text[])
         and case other.status when 'P' then other.is_handed_over or other.paying_by is not null
           when 'A' then other.decided_at >= ${sure(from)} else false end) as "otherFc"
    from withdrawals as asked join members as member on member.id = asked.member_id where asked.id = ${withdrawalId}`.execute(
    db,
  );
  const { otherFc, ...facts } = sure(rows[0]);
  return { ...facts, memberDayFc: plus(otherFc, amountFc) };
}

/** What tables say of a `member` as of a moment; of the account's state and of signals only what they are now. */
export const factsAt = (moment: RawBuilder<unknown>) => sql`member.joined_at as "joinedAt",
  greatest(
    (select max(happened_at) from member_events as event
     where event.member_id = member.id and event.kind = any (${[...noisyEvents]}::text[]) and happened_at <= ${moment}),
    (select max(first_used_at) from known_devices as known
     where known.member_id = member.id and first_used_at <= ${moment})) as "changedAt",
  member.status = 'active' as "isActive",
  (select count(*) from kyc_cases as one
   where one.member_id = member.id and one.part in ('pan', 'bank') and one.state = 'approved'
     and (one.decided_at is null or one.decided_at <= ${moment})) = 2 as "isKycApproved",
  exists (select from signal_news as news where news.member_id = member.id)
    or exists (select from signal_scores as score where score.member_id = member.id and score.score > 0) as "isSuspected"`;

/** The rules that stop a payment, in the order in which they are looked at. */
export function stoppingRules(rules: PayoutRules, facts: RuleFacts, now: Date): PayoutRuleName[] {
  const isMore = (fc: Fc, most: number) => fc > BigInt(most) * fcUnitsPerCoin;
  const isWithin = (since: Date | null, days: number) => since !== null && after(since, days * day) > now;
  const stopped: Record<PayoutRuleName, boolean> = {
    largestFc: isMore(facts.amountFc, rules.largestFc),
    memberDayFc: isMore(facts.memberDayFc, rules.memberDayFc),
    dayFc: isMore(facts.dayFc, rules.dayFc),
    addressDays: isWithin(facts.addressSeenAt, rules.addressDays),
    accountDays: isWithin(facts.joinedAt, rules.accountDays),
    quietDays: isWithin(facts.changedAt, rules.quietDays),
    active: !facts.isActive,
    kyc: !facts.isKycApproved,
    signals: facts.isSuspected,
  };
  return payoutRuleNames.filter((name) => stopped[name]);
}
