import { sure } from "@fc/contract/sure";
import type { operatorLog, OperatorLogLine } from "@fc/contract/operators/console";
import { momentsOf } from "@fc/contract/period";
import type { QueryOf } from "@fc/contract/route";
import { searchMembers, type MemberSearch } from "../../core/members/found.ts";
import { doneByNobody } from "../../core/operators/log.ts";
import type { ReadDb } from "../../platform/db.ts";
import { followCursor, readLongPage } from "../../platform/paging.ts";

type LogFilter = QueryOf<typeof operatorLog>;

export async function operatorLogPage(db: ReadDb, query: LogFilter) {
  const search = await searchMembers(db, query.search);
  return readLongPage(db, query, {
    rows: lines(db, query, search),
    matching: matching(db, query, search),
    show: toLine,
    mostCounted: search?.mostCounted,
  });
}

/** Each batch starts where the last one ended: the log is long, and grows while it is read. */
export async function* allLogLines(db: ReadDb, query: LogFilter) {
  const isOlderNext = query.order !== "asc";
  const search = await searchMembers(db, query.search);
  yield* followCursor(async (last: bigint | undefined, limit) => {
    let batch = lines(db, query, search).limit(limit);
    if (last !== undefined) batch = batch.where("line.id", isOlderNext ? "<" : ">", last);
    const rows = await batch.execute();
    return { data: rows.map(toLine), next: rows.length < limit ? undefined : rows.at(-1)?.id };
  });
}

function matching(db: ReadDb, { operatorId, action, ...days }: LogFilter, search: MemberSearch | undefined) {
  const { from, to } = momentsOf(days);
  let found = db.selectFrom("operator_log as line");
  if (operatorId !== undefined) {
    found = found
      .where("line.operator_id", "=", operatorId)
      .where("line.ip", "not in", Object.keys(doneByNobody));
  }
  if (action !== undefined) found = found.where("line.action", "=", action);
  if (from) found = found.where("line.at", ">=", from);
  if (to) found = found.where("line.at", "<", to);
  if (search) found = found.where(search.matches("line.member_id"));
  return found;
}

function lines(db: ReadDb, query: LogFilter, search: MemberSearch | undefined) {
  return matching(db, query, search)
    .innerJoin("operators as operator", "operator.id", "line.operator_id")
    .leftJoin("members as member", "member.id", "line.member_id")
    .select(["line.id", "line.at", "line.action", "line.details", "line.ip", "line.member_id"])
    .select(["operator.name as operator", "member.ref_id", "member.name as member_name"])
    .orderBy("line.id", query.order ?? "desc");
}

type LogRow = Awaited<ReturnType<ReturnType<typeof lines>["execute"]>>[number];

function toLine(row: LogRow): OperatorLogLine {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    operator: doneByNobody[row.ip] ?? row.operator,
    action: row.action,
    member:
      row.member_id === null
        ? null
        : { id: row.member_id, refId: sure(row.ref_id), name: sure(row.member_name) },
    details: row.details,
    ip: row.ip,
  };
}
