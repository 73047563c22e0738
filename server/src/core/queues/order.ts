import type { RequestStatus } from "@fc/contract/request-states";
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
