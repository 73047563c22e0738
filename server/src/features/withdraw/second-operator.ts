import { type Fc, asFc, noFc, plus } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import { fcUnitsPerCoin } from "@fc/contract/money";
import type { SettingValues } from "@fc/contract/settings/business-settings";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { sql } from "kysely";
import { refuseBeforeOpening } from "../../core/arrival/arrival.ts";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { whyNotConfirmed } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import {
  countedSince,
  isConfirmedByAnother,
  lockActsAlone,
  standingConfirmer,
} from "../../core/operators/second-person.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** The first of two operators. A second confirmation is refused, unless the first has lost its force. */
export async function confirmWithdrawal(
  tx: Tx,
  { id, operating }: { id: number; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  const confirmed = await tx
    .updateTable("withdrawals")
    .set({ confirmed_by: operatorId, confirmed_at: now })
    .where("id", "=", id)
    .where("currency_type", "in", withdrawTypesWhere("isDecidedByOperator", true))
    .where("status", "=", "P")
    .where(standingConfirmer("withdrawals.confirmed_by"), "is", null)
    .returning("member_id")
    .executeTakeFirst();
  if (!confirmed) throw await whyNotConfirmed(tx, "withdrawals", id);
  await logAction(tx, {
    ...operating,
    action: "withdrawal/confirm",
    memberId: confirmed.member_id,
    details: { withdrawal: id },
  });
}

/** Take it before any row's lock. Before a company that moved in is opened, nobody pays. */
export async function lockPaymentsOf(tx: Tx, operatorId: number): Promise<void> {
  await refuseBeforeOpening(tx);
  return lockActsAlone(tx, { kind: "payments", operatorId });
}

/**
 * An operator takes the address of a withdrawal that needs two, and accepts it, only after another one has confirmed it.
 * Coins are sent before they are accepted here, so a check of the acceptance alone would come too late.
 */
export async function checkSecondOperator(
  tx: Tx,
  { id, operating, undoneFc = noFc }: { id: number; operating: Operating; undoneFc?: Fc | undefined },
): Promise<void> {
  const settings = await businessSetting(tx, "withdrawal");
  // One that is decided already, or none at all, is not found: the decision itself says so.
  const pending = await tx
    .selectFrom("withdrawals")
    .select(["amount_fc", "paying_by", standingConfirmer("withdrawals.confirmed_by").as("confirmed_by")])
    .where("id", "=", id)
    .where("status", "=", "P")
    .executeTakeFirst();
  if (!pending || isConfirmedByAnother(pending, operating.operatorId)) return;
  const alone = {
    operatorId: operating.operatorId,
    paidFc: plus(asFc(await paidAlone(tx, operating)), undoneFc),
  };
  if (needsTwo(pending, { settings, alone })) throw new AppError("SECOND_OPERATOR_NEEDED");
}

interface PendingAmount {
  amount_fc: Fc;
  /** The standing confirmer. */
  confirmed_by: number | null;
  paying_by: number | null;
}

/** An operator, and what that operator paid alone within twenty-four hours. */
export interface AlonePayments {
  operatorId: number;
  paidFc: Fc;
}

/** Whether this operator needs a second one for a pending withdrawal: for itself, or with the others of twenty-four hours. */
export function needsTwo(
  pending: PendingAmount,
  { settings, alone }: { settings: SettingValues<"withdrawal">; alone: AlonePayments },
): boolean {
  const { operatorId, paidFc } = alone;
  const isCounted = pending.paying_by === operatorId && !isConfirmedByAnother(pending, operatorId);
  const togetherFc = isCounted ? paidFc : paidFc + pending.amount_fc;
  return togetherFc >= BigInt(settings.twoOperatorsFromFc) * fcUnitsPerCoin;
}

/** What the operator accepted within twenty-four hours, and is paying now, without another one who confirmed it. */
export async function paidAlone(db: Db, { operatorId, now }: Operating): Promise<bigint> {
  const confirmer = standingConfirmer("withdrawals.confirmed_by");
  const { sum } = await db
    .selectFrom("withdrawals")
    .select(sql<Fc>`coalesce(sum(amount_fc), 0)::bigint`.as("sum"))
    .where((eb) =>
      eb.and([
        eb.or([eb(confirmer, "is", null), eb(confirmer, "=", operatorId)]),
        eb.or([
          eb.and([
            eb("status", "=", "A"),
            eb("decided_by", "=", operatorId),
            eb("decided_at", ">=", countedSince(now)),
          ]),
          eb.and([eb("status", "=", "P"), eb("paying_by", "=", operatorId)]),
          // Of what the hot wallet pays, the operator who handed it over counts as the one who pays it.
          eb.and([
            eb("status", "=", "P"),
            eb("is_handed_over", "=", true),
            eb.exists(
              eb
                .selectFrom("chain_payouts as payout")
                .select("payout.id")
                .whereRef("payout.withdrawal_id", "=", "withdrawals.id")
                .where("payout.handed_by", "=", operatorId)
                .where("payout.state", "not in", ["failed", "taken-back"]),
            ),
          ]),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return sum;
}
