import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useReducer } from "react";
import { useMember } from "../../../lib/session/member.ts";
import { furtherChartQuery, wholeChartQuery } from "./queries.ts";
import { nothingLoaded, treeReducer, usersBelow, type TeamMember } from "./team.ts";

interface TreeOptions {
  /** Where the chart starts; the member's own place without. */
  start: string | undefined;
  /** Whom a search found. */
  find: string | undefined;
  /** Called with the member whose part could not be loaded, so that the problem is shown there. */
  onFailed: (key: string) => void;
}

/** What is loaded of the team and what of it is open, and the calls that load more. */
export function useTree({ start, find, onFailed }: TreeOptions) {
  const { id: userId, refId } = useMember();
  const queries = useQueryClient();
  const root = start ?? refId;
  const toward = find === root ? undefined : find;
  const whole = useQuery(wholeChartQuery(userId, root, toward !== undefined));
  const [state, dispatch] = useReducer(treeReducer, nothingLoaded);
  if (whole.data && whole.data !== state.arrived)
    dispatch({
      type: "arrived",
      chart: whole.data,
      view: `${root} ${toward ?? ""}`,
      toward,
      levels: firstLevels(),
    });

  const isKnown = (member: TeamMember) => member.children !== undefined || usersBelow(member) === 0;

  async function open(key: string): Promise<void> {
    dispatch({ type: "waiting", key });
    try {
      dispatch({ type: "opened", key, chart: await queries.fetchQuery(furtherChartQuery(userId, key)) });
    } catch (error) {
      dispatch({ type: "failed", key, error });
      onFailed(key);
    }
  }

  return {
    state,
    root,
    /** Only while there is nothing to show for it. */
    problem: state.team.has(root) ? null : whole.error,
    retry: () => void whole.refetch(),

    toggle(key: string): void {
      const member = state.team.get(key);
      if (!member || state.waiting.has(key)) return;
      if (state.open.has(key) && member.children) dispatch({ type: "closed", key });
      else if (isKnown(member)) dispatch({ type: "opened", key });
      else void open(key);
    },

    /** Somebody is pointed at and may be opened next. */
    prefetch(key: string): void {
      const member = state.team.get(key);
      if (member && !isKnown(member)) void queries.prefetchQuery(furtherChartQuery(userId, key));
    },
  };
}

/** What a phone shows at a size that can be read; the level below is loaded and opens at once. */
function firstLevels(): number | undefined {
  return isPhone() ? 2 : undefined;
}

export function isPhone(): boolean {
  return matchMedia("(max-width: 48em)").matches;
}

export type Tree = ReturnType<typeof useTree>;
