import type { Fc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { daysBetween, endOfDay, momentsOf } from "@fc/contract/period";
import { rewardKindNames } from "@fc/contract/plan/reward-kinds";
import { rosByDayFc, rosDays } from "@fc/contract/plan/rules";
import { wallets } from "@fc/contract/wallet/kinds";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { sql } from "kysely";
import { accountKind, accountSql, type MemberAccount } from "../../core/ledger/accounts.ts";
import { balanceOfKind, movedBetween } from "../../core/ledger/day-sums.ts";
import { legsOfAll } from "../../core/network/legs.ts";
import { lastDayToClose } from "../../core/plan/calendar.ts";
import { planVersions } from "../../core/plan/versions.ts";
import { hour, minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";

/** The usual limit of a statement may be too short for a million members. */
const limitMs = 15 * minute;
/** Closed days whose incomes one run adds up, the newest first, so that a long past is caught up a month at a time. */
const incomeDaysPerRun = 31;
/** Closed days whose standings one run computes: the legs of a million members take seconds for each day. */
const standingsPerRun = 5;
const mostLegs = 100;

/** Adds up days that have ended, so that no report has to read a million rows. Each run adds what is still missing. */
export function measureDaysTask({ db, databaseClock }: Pick<Deps, "db" | "databaseClock">): Task {
  return {
    name: "reports.measure-days",
    everyMs: 10 * minute,
    // The first run adds up all days.
    longestRunMs: hour,
    async run() {
      const now = await databaseClock();
      const day = lastDayToClose(now);
      await atomically(db, addUpDays, { to: day, now });
      for (let done = 0; done < incomeDaysPerRun; done++) {
        if (!(await atomically(db, addUpIncomes, undefined))) break;
      }
      for (let done = 0; done < standingsPerRun; done++) {
        if (!(await atomically(db, measureStanding, { now }))) break;
      }
    },
  };
}

async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx);
}

/** Adds up every day that is missing, from the day the first member joined. */
async function addUpDays(tx: Tx, { to, now }: { to: string; now: Date }): Promise<void> {
  await allowLongStatements(tx);
  const { rows } = await sql<{ from: string | null }>`
    select coalesce((select max(day) + 1 from daily_figures),
      (select (min(joined_at) at time zone 'Asia/Kolkata')::date from members)) as from`.execute(tx);
  const from = rows[0]?.from;
  if (!from || from > to) return;
  await sql`insert into daily_figures ${figuresBetween(from, to, now)} on conflict do nothing`.execute(tx);
}

/** A row of daily_figures for each day between two, both included. */
export function figuresBetween(from: string, to: string, now: Date) {
  const moments = momentsOf({ from, to });
  const between = (column: string) =>
    sql`${sql.ref(column)} >= ${moments.from} and ${sql.ref(column)} < ${moments.to}`;
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Kolkata')::date as day`;
  return sql`
    select each.day::date, coalesce(joined.members, 0)::int, coalesce(begun.stakes, 0)::int,
      coalesce(begun.usd_cents, 0)::bigint, coalesce(begun.fc, 0)::bigint, coalesce(begun.transfer_fc, 0)::bigint,
      coalesce(paid.payouts, 0)::int, coalesce(paid.fc, 0)::bigint, coalesce(paid.fee_fc, 0)::bigint,
      coalesce(paid.deduction_fc, 0)::bigint, ${now}::timestamptz, coalesce(paid.tax_fc, 0)::bigint
    from generate_series(${from}::date, ${to}::date, '1 day') as each (day)
    left join (
      select ${dayOf("joined_at")}, count(*) as members from members where ${between("joined_at")} group by 1
    ) joined on joined.day = each.day
    left join (
      select started_on as day, count(*) as stakes, sum(principal_usd_cents) as usd_cents, sum(principal_fc) as fc,
        sum(principal_fc) filter (where request_id is null) as transfer_fc
      from stakes where started_on between ${from}::date and ${to}::date
        and not exists (select from moved_stakes where stake_id = stakes.id) group by 1
    ) begun on begun.day = each.day
    left join (
      select ${dayOf("decided_at")}, count(*) as payouts, sum(amount_fc) as fc, sum(fee_fc) as fee_fc,
        sum(coalesce(deduction_fc, 0)) as deduction_fc, sum(tax_fc) as tax_fc
      from withdrawals where status = 'A' and currency_type = any (${withdrawTypesWhere("isPayout", true)}::text[]) and ${between("decided_at")} group by 1
    ) paid on paid.day = each.day`;
}

/** Adds up what the newest closed day without incomes paid to how many members. False if no such day is left. */
async function addUpIncomes(tx: Tx): Promise<boolean> {
  await allowLongStatements(tx);
  const next = await tx
    .selectFrom("closings")
    .select("day")
    .where("state", "=", "sealed")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("daily_incomes").select("digits").whereRef("daily_incomes.day", "=", "closings.day"),
        ),
      ),
    )
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!next) return false;
  const { from, to } = momentsOf({ from: next.day, to: next.day });
  await sql`
    insert into daily_incomes (day, digits, members, paid_fc)
    with of_member as materialized (
      select ${sql.raw(accountSql.memberId("credit_id"))} as member_id, sum(amount)::bigint as paid_fc
      from ledger_entries entry join ledger_postings posting
        on posting.entry_id = entry.id and posting.effective_at = entry.effective_at
      where entry.kind in (${sql.join(rewardKindNames)})
        and entry.effective_at >= ${from} and entry.effective_at < ${to}
      group by 1
    )
    select ${next.day}::date, length((paid_fc / 10000)::text), count(*), sum(paid_fc) from of_member group by 2
    union all
    select ${next.day}::date, 0, (select count(*) from members where joined_at < ${to})
      - (select count(*) from of_member), 0
    on conflict do nothing`.execute(tx);
  return true;
}

/**
 * Computes how the house stood at the end of the newest closed day that has no standings. Everything is of that moment,
 * what the closing paid included: a day that was closed late, or is computed late, has the same figures. False if no
 * such day is left.
 */
async function measureStanding(tx: Tx, { now }: { now: Date }): Promise<boolean> {
  const next = await tx
    .selectFrom("closings")
    .select("day")
    .where("state", "=", "sealed")
    .where("day", "not in", (eb) => eb.selectFrom("daily_standings").select("daily_standings.day"))
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!next) return false;
  await allowLongStatements(tx);
  const { day } = next;
  const cut = endOfDay(day);
  const moved = await movedBetween(tx, { from: day, to: day });
  const heldFc = (...accounts: readonly MemberAccount[]) =>
    accounts.reduce((sum, account) => sum + balanceOfKind(moved, accountKind.member(account)), 0n);
  const toReturnFc = await stillToReturn(tx, { day, cut });
  await sql`
    insert into daily_standings (day, members, active_members, wallets_fc, pending_fc, staked_fc, to_return_fc, pool_fc,
      measured_at)
    select ${day}::date, (select count(*) from members where joined_at < ${cut}),
      (select count(distinct member_id) from stakes where ${runsAfter(cut)}), ${heldFc(...wallets)},
      ${heldFc("withdraw_pending")}, ${heldFc("staked")}, ${toReturnFc},
      ${balanceOfKind(moved, accountKind.house("rewards_pool"))}, ${now}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into top_legs (day, place, member_id, left_users, right_users, left_usd_cents, right_usd_cents)
    select ${day}::date, row_number() over (order by left_business_usd_cents + right_business_usd_cents desc, member_id),
      member_id, left_users, right_users, left_business_usd_cents, right_business_usd_cents
    from (${legsOfAll({ before: cut })}) legs
    where left_business_usd_cents + right_business_usd_cents > 0
    order by 2 limit ${mostLegs}
    on conflict do nothing`.execute(tx);
  return true;
}

/** Whether a stake goes on after a day's end; one whose last day it was ended at that moment. */
const runsAfter = (cut: Date) =>
  sql<boolean>`started_at < ${cut} and (ended_at is null or ended_at > ${cut})`;

/** Stakes are grouped by their first day and terms, so the rounding of each single stake is left out. */
async function stillToReturn(tx: Tx, { day, cut }: { day: string; cut: Date }): Promise<bigint> {
  const terms = new Map((await planVersions(tx)).map(({ version, rules }) => [version, rules.ros]));
  const groups = await tx
    .selectFrom("stakes")
    .select(["plan_version", "started_on"])
    .select(sql<Fc>`sum(principal_fc)::bigint`.as("principal_fc"))
    .where(runsAfter(cut))
    .groupBy(["plan_version", "started_on"])
    .execute();
  return groups.reduce((sum, { plan_version, started_on, principal_fc }) => {
    const ros = sure(terms.get(plan_version));
    const returned = rosByDayFc(principal_fc, ros, daysBetween(started_on, day));
    return sum + rosByDayFc(principal_fc, ros, rosDays(ros)) - returned;
  }, 0n);
}
