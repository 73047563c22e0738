import { consoleDocuments } from "@fc/contract/documents/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export const documentsQuery = queryOptions({
  queryKey: ["console-documents"],
  queryFn: async () => (await call(consoleDocuments)).data,
});
