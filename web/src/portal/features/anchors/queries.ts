import type { LinkedAnchor } from "@fc/contract/anchors/history";
import { anchors, anchorsCsv } from "@fc/contract/anchors/portal";
import type { QueryOf } from "@fc/contract/route";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export function anchorsQuery(query: QueryOf<typeof anchors>) {
  return pageQuery(["anchors", query], () => call(anchors, { query }));
}

export async function downloadAnchors(): Promise<void> {
  await download(anchorsCsv);
}

/** From the oldest day on: what is compared is compared with all of it. */
export async function wholeHistory(): Promise<LinkedAnchor[]> {
  const size = 100;
  const history: LinkedAnchor[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await call(anchors, { query: { order: "asc", page, size } });
    history.push(...data);
    if (data.length === 0 || history.length >= total) return history;
  }
}
