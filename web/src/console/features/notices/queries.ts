import { consoleNotices } from "@fc/contract/notices/console";
import type { QueryOf } from "@fc/contract/route";
import { call } from "../../../lib/api/api.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const noticesKey = ["written-notices"] as const;

export function writtenNoticesQuery(query: QueryOf<typeof consoleNotices>) {
  return pageQuery([...noticesKey, query], () => call(consoleNotices, { query }));
}
