import { type Fc, asFc, noFc, minus } from "@fc/contract/units";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { after, day } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { takenOutFc } from "../wallet/taken-out.ts";
import { kycCasesOf } from "./cases.ts";

const payouts = withdrawTypesWhere("isPayout", true);

/** What a member whose PAN or bank details are not approved may withdraw within some days. */
interface KycAllowance {
  limitFc: Fc;
  leftFc: Fc;
  days: number;
}

/** Undefined where nothing is missing. What was requested counts, unless it was rejected or taken back. */
export async function kycAllowanceOf(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<KycAllowance | undefined> {
  const limit = await kycLimitOf(db, memberId);
  if (!limit) return undefined;
  const takenFc = await takenOutFc(db, { memberId, types: payouts, since: after(now, -limit.days * day) });
  return { ...limit, leftFc: takenFc < limit.limitFc ? minus(limit.limitFc, takenFc) : noFc };
}

/** Whether a requested withdrawal, with those before it, is more than its member may take out without KYC. */
export async function exceedsKycAllowance(
  db: Db,
  { id, memberId }: { id: number; memberId: number },
): Promise<boolean> {
  const limit = await kycLimitOf(db, memberId);
  if (!limit) return false;
  const { requested_at } = await db
    .selectFrom("withdrawals")
    .select("requested_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const since = after(requested_at, -limit.days * day);
  return (await takenOutFc(db, { memberId, types: payouts, since, lastId: id })) > limit.limitFc;
}

async function kycLimitOf(db: Db, memberId: number): Promise<{ limitFc: Fc; days: number } | undefined> {
  const { isNeeded, neededAboveFc, periodDays } = await businessSetting(db, "kyc");
  if (!isNeeded) return undefined;
  const { pan, bank } = await kycCasesOf(db, memberId);
  if (pan?.state === "approved" && bank?.state === "approved") return undefined;
  return { limitFc: asFc(BigInt(neededAboveFc) * fcUnitsPerCoin), days: periodDays };
}
