import { type Fc, asFc } from "@fc/contract/units";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { daysAfter, daysBetween, indiaDayOf } from "@fc/contract/period";
import {
  coveredFc,
  planRules,
  rosByDayFc,
  rosDays,
  rosOfDayFc,
  type Coverage,
  type RosTerms,
} from "@fc/contract/plan/rules";
import type { StakeLife } from "@fc/contract/staking/life";
import type { ReadDb } from "../../platform/db.ts";

export type ClosedDay = Coverage & { day: string };

/** The days that were closed after one, each with what it could pay. */
async function closedDaysAfter(db: ReadDb, day: string): Promise<ClosedDay[]> {
  return db
    .selectFrom("closings")
    .select(["day", "due_fc as dueFc", "available_fc as availableFc"])
    .where("state", "=", "sealed")
    .where("day", ">", day)
    .orderBy("day")
    .execute();
}

/** Of all that these stakes can have earned on. */
export async function closedDaysOf(
  db: ReadDb,
  stakes: readonly Pick<EarningStake, "started_on">[],
): Promise<ClosedDay[]> {
  const [first] = stakes.map(({ started_on }) => started_on).toSorted();
  return first === undefined ? [] : closedDaysAfter(db, first);
}

interface EarningStake {
  principal_fc: Fc;
  started_on: string;
}

/** What the closings of these days found due for a stake, and what of it the pool paid. */
export function returnsOf(stake: EarningStake, ros: RosTerms, closed: readonly ClosedDay[]) {
  const sum = { dueFc: 0n, paidFc: 0n };
  for (const { day, ...coverage } of closed) {
    if (day <= stake.started_on) continue;
    const dueFc = rosOfDayFc(stake.principal_fc, ros, daysBetween(stake.started_on, day));
    sum.dueFc += dueFc;
    sum.paidFc += coveredFc(dueFc, coverage);
  }
  return sum;
}

/** What the closings paid for a running stake: each day's return, as far as the pool covered that day. */
export async function returnsPaid(db: ReadDb, stake: EarningStake, ros: RosTerms): Promise<bigint> {
  return returnsOf(stake, ros, await closedDaysAfter(db, stake.started_on)).paidFc;
}

interface LivingStake extends EarningStake {
  /** What was due for it in the system before, and what of that was paid. */
  earned_before: Fc | null;
  paid_before: Fc | null;
  ended_at: Date | null;
  rules: unknown;
}

/** How far a stake is, what it has brought, and what is still to come. */
export function lifeOf(stake: LivingStake, closed: readonly ClosedDay[], now: Date): StakeLife {
  const { ros } = planRules.parse(stake.rules);
  const days = rosDays(ros);
  // It ends at the end of a day, which is the beginning of the next one.
  const until = stake.ended_at === null ? undefined : indiaDayOf(new Date(stake.ended_at.getTime() - 1));
  const ran = until === undefined ? closed : closed.filter(({ day }) => day <= until);
  const here = returnsOf(stake, ros, ran);
  const dueFc = here.dueFc + (stake.earned_before ?? 0n);
  const paidFc = here.paidFc + (stake.paid_before ?? 0n);
  const day = Math.min(Math.max(daysBetween(stake.started_on, until ?? indiaDayOf(now)), 0), days);
  return {
    day,
    days,
    last: daysAfter(stake.started_on, days),
    perDay: fcToWire(rosOfDayFc(stake.principal_fc, ros, Math.max(day, 1))),
    whole: fcToWire(rosByDayFc(stake.principal_fc, ros, days)),
    returned: fcToWire(asFc(paidFc)),
    notCovered: fcToWire(asFc(dueFc - paidFc)),
  };
}

interface RunningLives {
  memberId: number;
  now: Date;
  limit: number;
}

/** The newest stakes of a member that run. */
export async function runningLives(db: ReadDb, { memberId, now, limit }: RunningLives) {
  const stakes = await db
    .selectFrom("stakes")
    .innerJoin("plan_versions", "plan_versions.version", "stakes.plan_version")
    .leftJoin("moved_stakes as moved", "moved.stake_id", "stakes.id")
    .select(["stakes.id", "stakes.principal_fc", "stakes.principal_usd_cents", "started_on", "rules"])
    .select(["stakes.ended_at", "moved.earned_fc as earned_before", "moved.paid_fc as paid_before"])
    .where("stakes.member_id", "=", memberId)
    .where("stakes.ended_at", "is", null)
    .orderBy("stakes.id", "desc")
    .limit(limit)
    .execute();
  const closed = await closedDaysOf(db, stakes);
  return stakes.map((stake) => ({
    id: stake.id,
    amountUsd: usdCentsToWire(stake.principal_usd_cents),
    life: lifeOf(stake, closed, now),
  }));
}
