import { noFc, minus, type Fc } from "@fc/contract/units";
import { fcToWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { HeldRefund } from "@fc/contract/staking/console-refunds";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { standingConfirmer } from "../operators/second-person.ts";

/**
 * A stake that was paid from outside began because an operator said that the payment arrived. If its member undoes it,
 * the coins could be withdrawn at once, and one operator would have made them. So they stay in the staking wallet until
 * another operator has agreed.
 */

/** Whether undoing the stake of a request has to wait for a second operator. */
export async function isHeldAfterUndoing(db: Db, requestId: number): Promise<boolean> {
  const confirmer = standingConfirmer("staking_requests.confirmed_by");
  const request = await db
    .selectFrom("staking_requests")
    .select(["approved_itself", "decided_by", confirmer.as("confirmer")])
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();
  // The chain showed the coins, or two operators have seen the payment already.
  if (request.approved_itself) return false;
  return request.confirmer === null || request.confirmer === request.decided_by;
}

/** The coins of a member's staking wallet that wait for a second operator. */
export async function heldRefundFc(db: Db, memberId: number): Promise<Fc> {
  const { sum } = await db
    .selectFrom("stakes")
    .select(sql<Fc>`coalesce(sum(refund_held_fc), 0)::bigint`.as("sum"))
    .where("member_id", "=", memberId)
    .where("refund_held_fc", "is not", null)
    .where("refund_released_at", "is", null)
    .executeTakeFirstOrThrow();
  return sum;
}

/** The wallets without what waits for a second operator. */
export function withoutHeld<Balances extends { readonly staking: Fc }>(
  balances: Balances,
  heldFc: Fc,
): Balances {
  // An adjustment may have taken some of it meanwhile.
  return { ...balances, staking: balances.staking > heldFc ? minus(balances.staking, heldFc) : noFc };
}

/** Coins of undone stakes that wait for a second operator, the oldest first. */
export async function heldRefunds(db: Db): Promise<HeldRefund[]> {
  const rows = await refunds(db)
    .where("stake.refund_released_at", "is", null)
    .orderBy("stake.ended_at")
    .limit(200)
    .execute();
  return rows.map(toHeldRefund);
}

/** What became of the coins of a request's stake; null where none were held. */
export async function refundOfRequest(db: Db, requestId: number): Promise<HeldRefund | null> {
  const row = await refunds(db).where("stake.request_id", "=", requestId).executeTakeFirst();
  return row ? toHeldRefund(row) : null;
}

/** Of stakes whose coins had to wait for a second operator. */
export function refunds(db: Db) {
  return db
    .selectFrom("stakes as stake")
    .innerJoin("staking_requests as request", "request.id", "stake.request_id")
    .innerJoin("members as member", "member.id", "stake.member_id")
    .leftJoin("operators as approver", "approver.id", "request.decided_by")
    .leftJoin("operators as releaser", "releaser.id", "stake.refund_released_by")
    .select(["stake.id", "request.id as request_id", "stake.refund_held_fc", "stake.ended_at"])
    .select(["member.id as member_id", "member.ref_id", "member.name"])
    .select(["approver.id as approver_id", "approver.name as approver"])
    .select(["releaser.name as releaser", "stake.refund_released_at"])
    .where("stake.refund_held_fc", "is not", null);
}

type RefundRow = Awaited<ReturnType<ReturnType<typeof refunds>["execute"]>>[number];

function toHeldRefund(row: RefundRow): HeldRefund {
  return {
    requestId: row.request_id,
    reference: referenceOf("staking-request", row.request_id),
    member: { id: row.member_id, refId: row.ref_id, name: row.name },
    amountFc: fcToWire(row.refund_held_fc ?? noFc),
    undoneAt: (row.ended_at ?? new Date(0)).toISOString(),
    approvedBy: row.approver_id === null ? null : { id: row.approver_id, name: row.approver ?? "somebody" },
    released:
      row.refund_released_at === null
        ? null
        : { by: row.releaser ?? "", at: row.refund_released_at.toISOString() },
  };
}
