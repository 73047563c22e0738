import { session as sessionRoute } from "@fc/contract/login/portal";
import type { ResponseOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { createContext, use } from "react";
import { call } from "../api/api.ts";
import { session } from "./session.ts";
import { localStore } from "../storage.ts";

export type Member = ResponseOf<typeof sessionRoute>["data"];

const rememberedKey = "fcMember";
session.subscribe(() => localStore.remove(rememberedKey));

/** Identifies the session of a remembered member without storing the token twice. */
function tokenMark(): string {
  return (session.token() ?? "").slice(-6);
}

export function remember(member: Member): void {
  localStore.write(rememberedKey, JSON.stringify({ mark: tokenMark(), data: member }));
}

export function rememberedMember(): Member | undefined {
  try {
    const stored: unknown = JSON.parse(localStore.read(rememberedKey) ?? "null");
    const belongs =
      stored !== null && typeof stored === "object" && "mark" in stored && stored.mark === tokenMark();
    const parsed = belongs ? sessionRoute.response.safeParse(stored) : undefined;
    return parsed?.success ? parsed.data.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The signed-in member according to the server. Its last answer is used until the new one arrives, so that a
 * page can request its own data at once and not one round trip later.
 */
export const memberQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async () => {
    const { data } = await call(sessionRoute);
    // An operator's browser must not keep a member's name after the member view has ended.
    if (data.lookUntil === null) remember(data);
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
