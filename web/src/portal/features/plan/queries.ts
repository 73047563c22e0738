import { planDocumentPdf, planInForce } from "@fc/contract/plan/portal";
import { queryOptions } from "@tanstack/react-query";
import { addressOf, call } from "../../../lib/api/api.ts";

export const planQuery = queryOptions({
  queryKey: ["plan"],
  queryFn: async () => (await call(planInForce)).data,
});

/** The document as the browser's own viewer opens it, in the language of the page. */
export function planAddress(language: string): string {
  return addressOf(planDocumentPdf.path, {}, { language });
}
