import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { isBroughtBack } from "../../core/bank-statements/taking.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { rupees } from "./continuity.ts";

interface Matching {
  lineId: number;
  requestId: number;
  operating: Operating;
}

/**
 * The line pays for this request, and for no other one. It approves nothing. Requests are locked before the line, as
 * everywhere; a line that a pending or rejected request held is given to this one.
 */
export async function matchLine(tx: Tx, { lineId, requestId, operating }: Matching): Promise<void> {
  const { operatorId, now } = operating;
  const line = await lineOf(tx, lineId);
  const locked = await tx
    .selectFrom("staking_requests")
    .select(["id", "status", "member_id"])
    .where((eb) =>
      eb.or([
        eb("id", "=", requestId),
        eb("id", "in", eb.selectFrom("bank_payments").select("request_id").where("line_id", "=", lineId)),
      ]),
    )
    // In id order, so that two operators who exchange lines cannot deadlock.
    .orderBy("id")
    .forUpdate()
    .execute();
  const request = locked.find(({ id }) => id === requestId);
  if (!request) throw new AppError("NOT_FOUND");
  if (request.status === "R") throw new AppError("REQUEST_REJECTED");
  const free = locked.filter(({ status }) => status !== "A").map(({ id }) => id);
  const taken = await tx
    .insertInto("bank_payments")
    .values({ line_id: lineId, request_id: requestId, matched_by: operatorId, matched_at: now })
    .onConflict((conflict) =>
      conflict
        .column("line_id")
        .doUpdateSet({ request_id: requestId, matched_by: operatorId, matched_at: now })
        // Somebody else may have set it aside, or given it to a request that is not locked here.
        .where(sql<boolean>`(bank_payments.request_id = any(${free}::int[]) or ${isBroughtBack})`),
    )
    .returning("line_id")
    .executeTakeFirst();
  if (!taken) throw new AppError((await isAside(tx, lineId)) ? "BANK_LINE_ASIDE" : "BANK_LINE_USED");
  await logAction(tx, {
    ...operating,
    action: "bank-line/match",
    memberId: request.member_id,
    details: { request: requestId, day: line.day, amount: rupees(line.amount_paise) },
  });
}

export async function isAside(tx: Tx, lineId: number): Promise<boolean> {
  const line = await tx
    .selectFrom("bank_payments")
    .select("set_aside_reason")
    .where("line_id", "=", lineId)
    .executeTakeFirst();
  return line !== undefined && line.set_aside_reason !== null;
}

/** A line that money came in by. */
export async function lineOf(tx: Tx, lineId: number) {
  const line = await tx
    .selectFrom("bank_lines")
    .select(["day", "amount_paise"])
    .where("id", "=", lineId)
    .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND"));
  if (line.amount_paise < 0n) throw new AppError("BANK_LINE_DEBIT");
  return line;
}
