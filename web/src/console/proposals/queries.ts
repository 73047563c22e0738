import { consoleProposals } from "@fc/contract/proposals/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";

/** What waits for a second person. The navigation counts it, so it is read again while the console is open. */
export const proposalsQuery = queryOptions({
  queryKey: ["console-proposals"],
  queryFn: async () => (await call(consoleProposals)).data,
  refetchInterval: 30_000,
});
