import type { operatorLog, OperatorLogLine } from "@fc/contract/operators/console";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { matchesMember } from "../../core/members/search.ts";
import type { Db } from "../../platform/db.ts";

type Query = QueryOf<typeof operatorLog>;

/** Lines at once of an export. */
const batch = 1000;

export async function operatorLogPage(db: Db, query: Query) {
  const { page = 1, size = defaultPageSize } = query;
  const [rows, { total }] = await Promise.all([
    lines(db, query)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching(db, query)
      .select((eb) => eb.fn.countAll<bigint>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(toLine), total: Number(total) };
}

/** All of them in the asked order, each batch from where the last one ended: the log only grows, and is long. */
export async function* allLogLines(db: Db, query: Query): AsyncGenerator<OperatorLogLine> {
  const isOlderNext = query.order !== "asc";
  let last: bigint | undefined;
  for (;;) {
    let next = lines(db, query).limit(batch);
    if (last !== undefined) next = next.where("line.id", isOlderNext ? "<" : ">", last);
    const rows = await next.execute();
    yield* rows.map(toLine);
    last = rows.at(-1)?.id;
    if (rows.length < batch) return;
  }
}

function matching(db: Db, { operatorId, search = "" }: Query) {
  let found = db.selectFrom("operator_log as line");
  if (operatorId !== undefined) found = found.where("line.operator_id", "=", operatorId);
  if (search !== "") {
    found = found.where("line.member_id", "in", (eb) =>
      eb.selectFrom("members as member").select("member.id").where(matchesMember(search)),
    );
  }
  return found;
}

function lines(db: Db, query: Query) {
  return matching(db, query)
    .innerJoin("operators as operator", "operator.id", "line.operator_id")
    .leftJoin("members as member", "member.id", "line.member_id")
    .select(["line.id", "line.at", "line.action", "line.details", "line.ip", "line.member_id"])
    .select(["operator.name as operator", "member.ref_id", "member.name as member_name"])
    .orderBy("line.id", query.order ?? "desc");
}

type Row = Awaited<ReturnType<ReturnType<typeof lines>["execute"]>>[number];

function toLine(row: Row): OperatorLogLine {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    operator: row.operator,
    action: row.action,
    member: row.member_id === null ? null : { id: row.member_id, refId: row.ref_id!, name: row.member_name! },
    details: row.details,
    ip: row.ip,
  };
}
