import { momentsOf } from "@fc/contract/period";
import { recordOfReference } from "@fc/contract/receipts/reference";
import type { ReceiptKindName } from "@fc/contract/receipts/kinds";
import type { RequestStatus } from "@fc/contract/request-states";
import { sql, type RawBuilder } from "kysely";
import type { MemberSearch } from "../members/found.ts";
import type { RowOrder } from "../../platform/paging.ts";

type QueueSort = "requestedAt" | "amount" | "respondedAt";

interface QueueFilter {
  sort?: QueueSort | undefined;
  order?: "asc" | "desc" | undefined;
  status?: RequestStatus | undefined;
}

/** What waits longest comes first, and what was decided the other way round, unless the filter says otherwise. */
export function queueOrder(
  columns: Readonly<Record<QueueSort, RowOrder["column"]>>,
  { sort = "requestedAt", status, order = status === "P" ? "asc" : "desc" }: QueueFilter,
): RowOrder {
  return { column: columns[sort], order, hasEmpty: sort === "respondedAt" };
}

interface QueueQuery {
  status?: RequestStatus | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What a queue shows: of a status and of days, and the one of a reference or those of the members that were searched for. */
export function fitsQueue(
  query: QueueQuery,
  { alias, kind, members }: { alias: string; kind: ReceiptKindName; members?: MemberSearch | undefined },
): RawBuilder<boolean> {
  const { from, to } = momentsOf(query);
  const { status, search } = query;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const record = search ? recordOfReference(search) : undefined;
  const conditions = [
    ...(status ? [sql`${column("status")} = ${status}`] : []),
    ...(from ? [sql`${column("requested_at")} >= ${from}`] : []),
    ...(to ? [sql`${column("requested_at")} < ${to}`] : []),
    ...(record?.kind === kind
      ? [sql`${column("id")} = ${record.id}`]
      : members
        ? [members.matches(`${alias}.member_id`)]
        : []),
  ];
  return conditions.length === 0 ? sql`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
