import { planDocumentPdf, planHistory, planInForce } from "@fc/contract/plan/portal";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { addressOf, call } from "../../../lib/api/api.ts";
import { callForFile } from "../../../lib/api/call-for-file.ts";

export const planQuery = queryOptions({
  queryKey: ["plan"],
  queryFn: async () => (await call(planInForce)).data,
});

export function planHistoryQuery(userId: number) {
  return queryOptions({
    queryKey: ["plan-history", userId],
    queryFn: async () => (await call(planHistory, { params: { userId } })).data,
  });
}

/** The document as the browser's own viewer opens it, in the language of the page. */
export function planAddress(language: string, version?: number): string {
  return addressOf(planDocumentPdf.path, {}, { language, version });
}

/** The document to be drawn by ourselves, with the code that reads it. */
export async function openPlan(query: QueryOf<typeof planDocumentPdf>) {
  const [{ openPdf }, file] = await Promise.all([
    import("./pdf.ts"),
    callForFile(planDocumentPdf, { query }),
  ]);
  return openPdf(file);
}
