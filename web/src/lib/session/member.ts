import { session as sessionRoute } from "@fc/contract/login/session";
import { queryOptions } from "@tanstack/react-query";
import { createContext, use } from "react";
import { call } from "../api/api.ts";
import { remember, rememberedMember, type Member } from "./remembered-member.ts";
import { session } from "./session.ts";

export type { Member };

/**
 * The signed-in member according to the server. Its last answer is used until the new one arrives, so that a
 * page can request its own data at once and not one round trip later.
 */
export const memberQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async () => {
    const token = session.token();
    const { data } = await call(sessionRoute);
    // An operator's browser must not keep a member's name after the member view has ended, and nobody's keeps one of
    // an answer that came after the sign-out.
    if (data.lookUntil === null && session.token() === token) remember(data);
    return data;
  },
  initialData: rememberedMember,
  initialDataUpdatedAt: 0,
  staleTime: 5 * 60_000,
});

export const MemberContext = createContext<Member | undefined>(undefined);

/** The signed-in member; every page inside the shell has one. */
export function useMember(): Member {
  const member = use(MemberContext);
  if (!member) throw new Error("useMember outside the shell");
  return member;
}
