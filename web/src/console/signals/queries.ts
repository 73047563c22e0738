import { memberScores, memberSignals } from "@fc/contract/signals/console";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";
import { mayCall, useOperator } from "../../lib/session/operator.ts";

export const signalsKey = ["console-signals"] as const;

export function memberSignalsQuery(refId: string) {
  return queryOptions({
    queryKey: [...signalsKey, "member", refId],
    queryFn: async () => (await call(memberSignals, { params: { refId } })).data,
  });
}

/** The scores of the members of a page by their ids; empty for a role that may not see them. */
export function useScores(requests: readonly { member: { id: number } }[]): ReadonlyMap<number, number> {
  const { role } = useOperator();
  const memberIds = [...new Set(requests.map(({ member }) => member.id))].toSorted((a, b) => a - b);
  const { data } = useQuery({
    queryKey: [...signalsKey, "scores", memberIds],
    queryFn: async () => (await call(memberScores, { body: { memberIds: memberIds.slice(0, 100) } })).data,
    enabled: memberIds.length > 0 && mayCall(role, memberScores),
    placeholderData: (before) => before,
    // What is new about a member is looked at soon after.
    refetchInterval: 30_000,
  });
  return new Map((data ?? []).map(({ memberId, score }) => [memberId, score]));
}
