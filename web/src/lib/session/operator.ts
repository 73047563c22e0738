import type { OperatorRole } from "@fc/contract/operator-access";
import { operatorSession as sessionRoute } from "@fc/contract/operators/console";
import type { ResponseOf, Route } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { createContext, use } from "react";
import { call } from "../api/api.ts";

export type SignedInOperator = ResponseOf<typeof sessionRoute>["data"];

export const operatorQuery = queryOptions({
  queryKey: ["operator"],
  queryFn: async () => (await call(sessionRoute)).data,
  staleTime: 60_000,
});

export const OperatorContext = createContext<SignedInOperator | undefined>(undefined);

export function useOperator(): SignedInOperator {
  const operator = use(OperatorContext);
  if (!operator) throw new Error("useOperator outside the console");
  return operator;
}

/** Whether a role may call a route. Without the right there is no button, and the server refuses the call. */
export function mayCall(role: OperatorRole, { access }: Pick<Route, "access">): boolean {
  return typeof access === "object" && access.operators.includes(role);
}
