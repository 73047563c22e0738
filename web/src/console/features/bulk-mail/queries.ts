import {
  bulkMailAudience,
  bulkMailResultPage,
  bulkMailResultsCsv,
  bulkMails,
  oneBulkMail,
  previewBulkMail,
  type BulkMail,
  type BulkMailContent,
} from "@fc/contract/bulk-mail/console";
import type { QueryOf } from "@fc/contract/route";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { soonMs } from "../../../lib/requested-job.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const bulkMailsKey = ["bulk-mails"] as const;

export function bulkMailsQuery(query: QueryOf<typeof bulkMails>) {
  return pageQuery([...bulkMailsKey, "page", query], () => call(bulkMails, { query }));
}

/** Whether its figures change by themselves. */
export function isUnderWay({ state, totals }: Pick<BulkMail, "state" | "totals">): boolean {
  return state === "sending" || totals.queued > 0;
}

export function bulkMailQuery(id: number) {
  return queryOptions({
    queryKey: [...bulkMailsKey, "one", id],
    queryFn: async () => (await call(oneBulkMail, { params: { id } })).data,
    refetchInterval: ({ state: { data } }) => data !== undefined && isUnderWay(data) && soonMs,
  });
}

type Results = QueryOf<typeof bulkMailResultPage>;

export function resultsQuery(mail: BulkMail, query: Results) {
  const isRunning = isUnderWay(mail);
  return {
    // Read once more when it has ended: the last results came after the last reading.
    ...pageQuery([...bulkMailsKey, "results", mail.id, isRunning, query], () =>
      call(bulkMailResultPage, { params: { id: mail.id }, query }),
    ),
    refetchInterval: isRunning && soonMs,
  };
}

/** Everything that fits, not only the page. */
export async function downloadResults(id: number, query: Results): Promise<void> {
  await download(bulkMailResultsCsv, { params: { id }, query: withoutPage(query) });
}

export function audienceQuery({ kind, filter }: Pick<BulkMailContent, "kind" | "filter">) {
  return queryOptions({
    queryKey: ["bulk-mail-audience", kind, filter],
    queryFn: async () => (await call(bulkMailAudience, { body: { kind, filter } })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function previewQuery(content: BulkMailContent, after: number) {
  return queryOptions({
    queryKey: ["bulk-mail-preview", content, after],
    queryFn: async () => (await call(previewBulkMail, { body: { ...content, after } })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
