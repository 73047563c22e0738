import type { MemberPage } from "@fc/contract/members/console";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { sql } from "kysely";
import { deviceWords } from "../../core/mails/words.ts";
import { lastDone } from "../../core/operators/log.ts";
import { closedDaysOf, lifeOf } from "../../core/staking/life.ts";
import type { Db, ReadDb } from "../../platform/db.ts";
import { openSessionsOf } from "../../platform/sessions.ts";

/** The newest of each kind of a member's records, as operators see them. */
interface RecordsFilter {
  memberId: number;
  limit: number;
}

/** Further back than the newest. */
interface Before {
  before?: bigint | undefined;
}

export async function deductionsOf(
  db: Db,
  { memberId, limit }: RecordsFilter,
): Promise<MemberPage["deductions"]> {
  const rows = await db
    .selectFrom("deductions as deduction")
    .leftJoin("operators as setter", "setter.id", "deduction.set_by")
    .leftJoin("operators as canceller", "canceller.id", "deduction.cancelled_by")
    .select(["deduction.id", "amount_fc", "collected_fc", "reason", "deduction.created_at"])
    .select(["setter.name as set_by", "canceller.name as cancelled_by", "cancelled_at", "cancel_reason"])
    .where("member_id", "=", memberId)
    .orderBy("deduction.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    amountFc: fcToWire(row.amount_fc),
    collectedFc: fcToWire(row.collected_fc),
    reason: row.reason,
    setAt: row.created_at.toISOString(),
    setBy: row.set_by,
    cancelled:
      row.cancelled_at === null || row.cancel_reason === null
        ? null
        : { at: row.cancelled_at.toISOString(), by: row.cancelled_by, reason: row.cancel_reason },
  }));
}

export async function stakesOf(
  db: Db,
  { memberId, limit, now }: RecordsFilter & { now: Date },
): Promise<MemberPage["stakes"]> {
  const rows = await db
    .selectFrom("stakes as stake")
    .innerJoin("plan_versions", "plan_versions.version", "stake.plan_version")
    .leftJoin("members as payer", "payer.id", "stake.payer_id")
    .leftJoin("moved_stakes as moved", "moved.stake_id", "stake.id")
    .select(["stake.id", "started_at", "started_on", "stake.ended_at", "stake.principal_fc"])
    .select(["stake.principal_usd_cents", "plan_versions.rules"])
    .select(["moved.earned_fc as earned_before", "moved.paid_fc as paid_before"])
    .select(["reversal_entry_id", "is_undone", "payer.ref_id as payer_ref_id", "payer.name as payer_name"])
    .where("stake.member_id", "=", memberId)
    .orderBy("stake.id", "desc")
    .limit(limit)
    .execute();
  const closed = await closedDaysOf(db, rows);
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.started_at.toISOString(),
    amountFc: fcToWire(row.principal_fc),
    amountUsd: usdCentsToWire(row.principal_usd_cents),
    state: row.is_undone
      ? "undone"
      : row.reversal_entry_id !== null
        ? "reversed"
        : row.ended_at === null
          ? "active"
          : "ended",
    endedAt: row.ended_at?.toISOString() ?? null,
    life: row.reversal_entry_id === null ? lifeOf(row, closed, now) : null,
    paidBy:
      row.payer_ref_id === null || row.payer_name === null
        ? null
        : { refId: row.payer_ref_id, name: row.payer_name },
  }));
}

export async function sessionsOf(
  db: Db,
  filter: { memberId: number; now: Date },
): Promise<MemberPage["sessions"]> {
  const rows = await openSessionsOf(db, filter);
  return rows.map(({ id, ip, userAgent, signedInAt, lastSeenAt }) => ({
    id,
    device: deviceWords(userAgent).en,
    ip,
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Written by the member, or by somebody who typed the member's user id. */
export async function supportOf(
  db: ReadDb,
  { refId, limit, before }: { refId: string; limit: number } & Before,
) {
  let found = db
    .selectFrom("support_records")
    .select(["id", "reference", "message", "created_at", "member_id", "status"])
    .where("ref_id", "=", refId)
    .orderBy("id", "desc")
    .limit(limit);
  if (before !== undefined) found = found.where("id", "<", before);
  const rows = await found.execute();
  return rows.map(({ id, reference, message, created_at, member_id, status }) => ({
    id,
    reference,
    status,
    message,
    sentAt: created_at.toISOString(),
    isSignedIn: member_id !== null,
  }));
}

export async function changesOf(
  db: ReadDb,
  { memberId, limit, before }: RecordsFilter & Before,
): Promise<MemberPage["changes"]> {
  let found = db
    .selectFrom("member_events")
    .select(["id", "kind", "detail", "ip", "user_agent", "happened_at"])
    .where("member_id", "=", memberId)
    .orderBy("id", "desc")
    .limit(limit);
  if (before !== undefined) found = found.where("id", "<", before);
  const rows = await found.execute();
  return rows.map(({ id, kind, detail, ip, user_agent, happened_at }) => ({
    id: String(id),
    kind,
    detail,
    ip,
    device: user_agent === "" ? "" : deviceWords(user_agent).en,
    happenedAt: happened_at.toISOString(),
  }));
}

export async function logOf(
  db: ReadDb,
  { memberId, limit, before }: RecordsFilter & Before,
): Promise<MemberPage["log"]> {
  let found = db
    .selectFrom("operator_log as line")
    .innerJoin("operators as operator", "operator.id", "line.operator_id")
    .select(["line.id", "line.at", "line.action", "line.details", "operator.name as operator"])
    .where("line.member_id", "=", memberId)
    .orderBy("line.id", "desc")
    .limit(limit);
  if (before !== undefined) found = found.where("line.id", "<", before);
  const rows = await found.execute();
  return rows.map(({ id, at, ...line }) => ({ ...line, id: Number(id), at: at.toISOString() }));
}

/** Who did this to the member last, and when. */
export async function lastAct(db: Db, memberId: number, action: string) {
  const fits = sql<boolean>`line.member_id = ${memberId} and line.action = ${action}`;
  return (await lastDone(db, fits)) ?? { by: null, at: null };
}
