import { bankLinesOfRequest } from "@fc/contract/bank-statements/console-matches";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";

/** An import or a match changes all that the bank says. */
export const bankKey = ["console-bank"] as const;

export function linesOfRequestQuery(id: number) {
  return queryOptions({
    queryKey: [...bankKey, "request", id],
    queryFn: async () => (await call(bankLinesOfRequest, { params: { id } })).data,
  });
}
