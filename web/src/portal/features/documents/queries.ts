import type { DocumentKind } from "@fc/contract/documents/kinds";
import { acceptances, documents, documentVersion } from "@fc/contract/documents/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export const documentsQuery = queryOptions({
  queryKey: ["documents"],
  queryFn: async () => (await call(documents)).data,
});

export function versionQuery(kind: DocumentKind, version: number) {
  return queryOptions({
    queryKey: ["documents", kind, version],
    queryFn: async () => (await call(documentVersion, { params: { kind, version } })).data,
  });
}

export function acceptancesQuery(userId: number) {
  return queryOptions({
    queryKey: ["acceptances", userId],
    queryFn: async () => (await call(acceptances, { params: { userId } })).data,
  });
}
