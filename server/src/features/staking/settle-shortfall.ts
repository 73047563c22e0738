import { asFc, noFc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import type { ResponseOf } from "@fc/contract/route";
import type { consoleStakingRequest } from "@fc/contract/staking/console";
import * as z from "zod/mini";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { openShortfalls } from "../../core/staking/shortfalls.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** Coins that are missing for an approved request and were paid in another way, or are given up: two operators say so. */
export const shortfallAct = proposalAct({
  kind: "staking-shortfall",
  change: z.object({ requestId: z.number() }),
  async review(db, { requestId }, now) {
    const { reference, owedFc, arrivedFc, shortfallFc } = await openShortfall(db, requestId, now);
    const { memberId, name, refId } = await requesterOf(db, requestId);
    return {
      subject: String(requestId),
      title: `Settle the shortfall of ${reference} of ${name} (${refId})`,
      lines: [
        { label: "It cost", from: fcText(owedFc), to: fcText(owedFc) },
        { label: "Arrived on the chain", from: fcText(arrivedFc), to: fcText(arrivedFc) },
        { label: "Missing in the comparison and the books", from: fcText(shortfallFc), to: "settled" },
      ],
      before: { shortfallFc: fcToWire(shortfallFc) },
      memberId,
    };
  },
  async apply(tx, { requestId }, { operating, proposedBy, reason }) {
    const { shortfallFc } = await openShortfall(tx, requestId, operating.now);
    const { memberId } = await requesterOf(tx, requestId);
    const settled = await tx
      .updateTable("staking_requests")
      .set({
        shortfall_settled_at: operating.now,
        shortfall_settled_by: operating.operatorId,
        shortfall_settlement: reason,
      })
      .where("id", "=", requestId)
      .where("shortfall_settled_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!settled) throw new AppError("SHORTFALL_OVER");
    const details = {
      request: requestId,
      shortfall: fcText(shortfallFc),
      reason,
      proposedBy: proposedBy.name,
    };
    await logAction(tx, { ...operating, action: "staking-request/settle", memberId, details });
  },
});

export async function proposeSettling(
  tx: Tx,
  input: { id: number; reason: string; operating: Operating; publicUrl: string },
): Promise<void> {
  const { id, ...proposal } = input;
  await lockProposals(tx);
  await propose(tx, shortfallAct, { change: { requestId: id }, ...proposal });
}

async function openShortfall(db: Db, requestId: number, now: Date) {
  const [open] = await openShortfalls(db, { now, requestId });
  if (!open) throw new AppError("SHORTFALL_OVER");
  return open;
}

function requesterOf(db: Db, requestId: number) {
  return db
    .selectFrom("staking_requests as request")
    .innerJoin("members as member", "member.id", "request.member_id")
    .select(["member.id as memberId", "member.name", "member.ref_id as refId"])
    .where("request.id", "=", requestId)
    .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND"));
}

/** What was missing when a request was approved, and what became of it; null where nothing was. */
export async function shortfallOf(
  db: Db,
  requestId: number,
  now: Date,
): Promise<ResponseOf<typeof consoleStakingRequest>["data"]["shortfall"]> {
  const row = await db
    .selectFrom("staking_requests as request")
    .leftJoin("operators as settler", "settler.id", "request.shortfall_settled_by")
    .select([
      "request.owed_fc",
      "request.shortfall_settled_at",
      "request.shortfall_settlement",
      "settler.name",
    ])
    .select((eb) =>
      eb
        .selectFrom("chain_transfers as transfer")
        .select((inner) => inner.fn.sum<string | null>("transfer.amount_fc").as("sum"))
        .whereRef("transfer.request_id", "=", "request.id")
        .as("arrived_fc"),
    )
    .where("request.id", "=", requestId)
    .executeTakeFirst();
  if (!row || row.owed_fc === null) return null;
  const [open] = await openShortfalls(db, { now, requestId });
  return {
    owedFc: fcToWire(row.owed_fc),
    arrivedFc: fcToWire(asFc(BigInt(row.arrived_fc ?? 0))),
    openFc: fcToWire(open?.shortfallFc ?? noFc),
    settled:
      row.shortfall_settled_at === null
        ? null
        : {
            by: row.name ?? "",
            at: row.shortfall_settled_at.toISOString(),
            reason: row.shortfall_settlement ?? "",
          },
  };
}
