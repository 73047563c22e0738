import { type Fc, asFc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcForUsdInPayersFavour, fcUnitsPerCoin } from "@fc/contract/money";
import { sql } from "kysely";
import { businessSetting } from "../business-settings/business-settings.ts";
import { whyNotConfirmed } from "../operators/decided.ts";
import { logAction } from "../operators/log.ts";
import {
  countedSince,
  isConfirmedByAnother,
  lockActsAlone,
  standingConfirmer,
} from "../operators/second-person.ts";
import { currentPrice } from "../prices/prices.ts";
import { isDoubtConfirmed, paymentDoubt, type PaymentDoubt } from "./payment-doubt.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/**
 * Approving a stake makes coins: a stake that is undone gives them back, and others are paid bonuses for it. So it follows
 * the rule of withdrawals. An amount, alone or with what the operator approved alone within twenty-four hours, takes two operators.
 */

/**
 * The first of two operators, with a reason where the chain does not show the payment as it should be. A second
 * confirmation is refused, unless the first has lost its force, or was about something else than the chain says by now.
 */
export async function confirmStaking(
  tx: Tx,
  { id, reason, operating }: { id: number; reason?: string | undefined; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  const pending = await lockPending(tx, id);
  const doubt = await paymentDoubt(tx, id, now);
  if (!pending) throw await whyNotConfirmed(tx, "staking_requests", id);
  const stands = pending.confirmed_by !== null && (!doubt || isDoubtConfirmed(pending, doubt));
  if (stands) throw await whyNotConfirmed(tx, "staking_requests", id);
  if (doubt && reason === undefined) throw new AppError("REASON_NEEDED");
  const given = doubt ? (reason ?? null) : null;
  await tx
    .updateTable("staking_requests")
    .set({
      confirmed_by: operatorId,
      confirmed_at: now,
      confirmed_shortfall_fc: doubt?.shortfallFc ?? null,
      confirmed_from_others: doubt?.isFromOthers ?? null,
      confirmed_reason: given,
    })
    .where("id", "=", id)
    .execute();
  await logAction(tx, {
    ...operating,
    action: "staking-request/confirm",
    memberId: pending.member_id,
    details: { request: id, ...doubtDetails(doubt), reason: given },
  });
}

/** Whatever arrives for it, or is given to another request, waits until this is done. Undefined unless it is pending. */
function lockPending(tx: Tx, id: number) {
  return tx
    .selectFrom("staking_requests")
    .select(["member_id", "confirmed_shortfall_fc", "confirmed_from_others", "confirmed_reason"])
    .select(standingConfirmer("staking_requests.confirmed_by").as("confirmed_by"))
    .where("id", "=", id)
    .where("status", "=", "P")
    .forUpdate()
    .executeTakeFirst();
}

/** For the log. */
function doubtDetails(doubt: PaymentDoubt | undefined) {
  return {
    shortfall: doubt && doubt.shortfallFc > 0n ? fcText(doubt.shortfallFc) : null,
    fromOthers: doubt?.isFromOthers ?? false,
  };
}

interface CheckedPayment {
  details: ReturnType<typeof doubtDetails> & { reason?: string | null };
  owedFc?: Fc;
}

/**
 * What the chain says decides how many people an approval takes: where less arrived than the request costs, or from an
 * address of another member, another operator has confirmed exactly that, with a reason. Returns what is said of it in
 * the log, and what the request cost where some of it is missing.
 */
export async function checkPayment(
  tx: Tx,
  { id, operating }: { id: number; operating: Operating },
): Promise<CheckedPayment> {
  const { operatorId, now } = operating;
  const pending = await lockPending(tx, id);
  const doubt = await paymentDoubt(tx, id, now);
  // The decision itself says that it is decided already.
  if (!pending || !doubt) return { details: doubtDetails(undefined) };
  if (!isConfirmedByAnother(pending, operatorId) || !isDoubtConfirmed(pending, doubt)) {
    throw new AppError("PAYMENT_NOT_SHOWN");
  }
  const details = { ...doubtDetails(doubt), reason: pending.confirmed_reason };
  return { details, ...(doubt.shortfallFc > 0n && { owedFc: doubt.neededFc }) };
}

/** Refuses an approval that needs a second operator. It takes the operator's lock, so call it before any row is locked. */
export async function checkSecondOperator(
  tx: Tx,
  { id, operating }: { id: number; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  await lockActsAlone(tx, { kind: "stakes", operatorId });
  // One that is decided already, or none at all, is not found: the decision itself says so, as it does without a price.
  const pending = await tx
    .selectFrom("staking_requests")
    .select(["amount_usd_cents", standingConfirmer("staking_requests.confirmed_by").as("confirmed_by")])
    .where("id", "=", id)
    .where("status", "=", "P")
    .executeTakeFirst();
  const price = await currentPrice(tx, now);
  if (!pending || !price || isConfirmedByAnother(pending, operatorId)) return;
  const amountFc = fcForUsdInPayersFavour(pending.amount_usd_cents, price.fcFor15Usd);
  if (needsTwo(amountFc, await approvingAlone(tx, operating))) throw new AppError("SECOND_OPERATOR_NEEDED");
}

/** What an operator has approved alone within twenty-four hours, and from which sum on that takes two. */
export interface ApprovingAlone {
  approvedFc: Fc;
  twoFromFc: Fc;
}

export function needsTwo(amountFc: Fc, { approvedFc, twoFromFc }: ApprovingAlone): boolean {
  return approvedFc + amountFc >= twoFromFc;
}

export async function approvingAlone(db: Db, { operatorId, now }: Operating): Promise<ApprovingAlone> {
  const { twoOperatorsFromFc } = await businessSetting(db, "staking");
  const confirmer = standingConfirmer("request.confirmed_by");
  const { sum } = await db
    .selectFrom("staking_requests as request")
    .innerJoin("stakes as stake", "stake.request_id", "request.id")
    .select(sql<Fc>`coalesce(sum(stake.principal_fc), 0)::bigint`.as("sum"))
    .where("request.status", "=", "A")
    .where("request.decided_by", "=", operatorId)
    .where("request.decided_at", ">=", countedSince(now))
    .where((eb) => eb.or([eb(confirmer, "is", null), eb(confirmer, "=", operatorId)]))
    .executeTakeFirstOrThrow();
  return { approvedFc: sum, twoFromFc: asFc(BigInt(twoOperatorsFromFc) * fcUnitsPerCoin) };
}
