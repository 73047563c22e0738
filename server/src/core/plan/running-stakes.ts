import { type Fc, type UsdCents, noFc, noUsdCents, plus } from "@fc/contract/units";
import { daysBetween, indiaDayOf } from "@fc/contract/period";
import { planRules, rosOfDayFc } from "@fc/contract/plan/rules";
import type { ReadDb } from "../../platform/db.ts";

interface RunningStakes {
  principalFc: Fc;
  principalUsdCents: UsdCents;
  /** What they return today. A stake approved today counts with what its first day will return. */
  dailyRosFc: Fc;
}

/** The sums of a member's stakes that still earn, each by the terms it was bought under. */
export async function runningStakesOf(
  db: ReadDb,
  { memberId, now }: { memberId: number; now: Date },
): Promise<RunningStakes> {
  const stakes = await db
    .selectFrom("stakes")
    .innerJoin("plan_versions", "plan_versions.version", "stakes.plan_version")
    .select(["principal_fc", "principal_usd_cents", "started_at", "rules"])
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .execute();
  const total = { principalFc: noFc, principalUsdCents: noUsdCents, dailyRosFc: noFc };
  for (const stake of stakes) {
    const dayNumber = Math.max(1, daysBetween(indiaDayOf(stake.started_at), indiaDayOf(now)));
    total.principalFc = plus(total.principalFc, stake.principal_fc);
    total.principalUsdCents = plus(total.principalUsdCents, stake.principal_usd_cents);
    total.dailyRosFc = plus(
      total.dailyRosFc,
      rosOfDayFc(stake.principal_fc, planRules.parse(stake.rules).ros, dayNumber),
    );
  }
  return total;
}
