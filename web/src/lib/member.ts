import { session as sessionRoute } from "@fc/contract/auth";
import type { ResponseOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { createContext, use } from "react";
import { call } from "./api.ts";

export type Member = ResponseOf<typeof sessionRoute>["data"];

/** Who is signed in, as the server sees it. */
export const memberQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async () => (await call(sessionRoute)).data,
  staleTime: 5 * 60_000,
});

export const MemberContext = createContext<Member | undefined>(undefined);

/** The signed-in member; every page inside the shell has one. */
export function useMember(): Member {
  const member = use(MemberContext);
  if (!member) throw new Error("useMember outside the shell");
  return member;
}
