import type { Language } from "@fc/contract/languages";
import { receipt, receiptPdf } from "@fc/contract/receipts/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { callForFile } from "../../../lib/api/call-for-file.ts";
import { kept } from "../../../lib/api/kept.ts";

/** A request that is pending may be decided while its receipt is open. */
const pendingRefetchMs = 30_000;

export function receiptQuery(userId: number, reference: string) {
  return queryOptions({
    queryKey: ["receipt", userId, reference],
    meta: kept,
    queryFn: async () => (await call(receipt, { params: { userId, reference } })).data,
    refetchInterval: ({ state }) => (state.data?.status === "P" ? pendingRefetchMs : false),
  });
}

export function receiptFile(
  userId: number,
  { reference, language }: { reference: string; language: Language },
): Promise<Blob> {
  return callForFile(receiptPdf, { params: { userId, reference }, query: { language } });
}
