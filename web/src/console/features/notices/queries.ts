import { consoleNotices } from "@fc/contract/notices/console";
import type { QueryOf } from "@fc/contract/route";
import { call } from "../../../lib/api.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const writtenNoticesKey = ["written-notices"] as const;

export function writtenNoticesQuery(query: QueryOf<typeof consoleNotices>) {
  return pageQuery([...writtenNoticesKey, query], () => call(consoleNotices, { query }));
}
