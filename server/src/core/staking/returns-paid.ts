import { daysBetween } from "@fc/contract/period";
import { coveredFc, rosOfDayFc, type RosTerms } from "@fc/contract/plan/rules";
import type { Db } from "../../platform/db.ts";

interface EarningStake {
  principal_fc: bigint;
  started_on: string;
}

/** What the closings paid for a running stake: each day's return, as far as the pool covered that day. */
export async function returnsPaid(db: Db, stake: EarningStake, ros: RosTerms): Promise<bigint> {
  const days = await db
    .selectFrom("closings")
    .select(["day", "due_fc as dueFc", "available_fc as availableFc"])
    .where("state", "=", "sealed")
    .where("day", ">", stake.started_on)
    .execute();
  return days.reduce((sum, { day, ...coverage }) => {
    const dueFc = rosOfDayFc(stake.principal_fc, ros, daysBetween(stake.started_on, day));
    return sum + coveredFc(dueFc, coverage);
  }, 0n);
}
