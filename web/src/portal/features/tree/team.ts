import { sides, type Side } from "@fc/contract/side";
import { stakeTokens, type ChartNode } from "@fc/contract/tree/portal";

/** One who is loaded, known by the user id. */
export interface TeamMember extends NonNullable<ChartNode["attributes"]> {
  name: string;
  /** The member above; unknown for the start of a chart. */
  parent: string | undefined;
  /** Left and right; null is a free place. Undefined until they are loaded. */
  children: ChildRefIds | undefined;
}

type ChildRefIds = readonly [left: string | null, right: string | null];

export type Team = ReadonlyMap<string, TeamMember>;

export type StakeStatus = keyof typeof stakeTokens | "none";

/** By the third token of the label. */
export function stakeStatusOf({ label }: { label: string }): StakeStatus {
  const third = label.split(" ")[2];
  if (third === undefined) return "none";
  return third === stakeTokens.active ? "active" : "ended";
}

export function usersBelow({ left, right }: Pick<TeamMember, "left" | "right">): number {
  return left.users + right.users;
}

/** What was loaded before stays, what came now is newer. */
export function merged(team: Team, chart: ChartNode): Team {
  const next = new Map(team);
  const rest: { node: ChartNode; parent: string | undefined }[] = [{ node: chart, parent: undefined }];
  for (let item = rest.pop(); item; item = rest.pop()) {
    const { node, parent } = item;
    if (!node.attributes) continue;
    const { refId } = node.attributes;
    const known = next.get(refId);
    next.set(refId, {
      ...node.attributes,
      name: node.name,
      parent: parent ?? known?.parent,
      children: node.children ? keysOf(node.children) : stillTrue(known?.children, node.attributes),
    });
    for (const child of node.children ?? []) rest.push({ node: child, parent: refId });
  }
  return next;
}

function keysOf([left, right]: readonly ChartNode[]): ChildRefIds {
  return [left?.attributes?.refId ?? null, right?.attributes?.refId ?? null];
}

/** Somebody may have joined on a place that was free when the children were loaded. */
function stillTrue(
  children: ChildRefIds | undefined,
  legs: Pick<TeamMember, "left" | "right">,
): ChildRefIds | undefined {
  const fits = sides.every((side, at) => (children?.[at] !== null) === legs[side].users > 0);
  return fits ? children : undefined;
}

export interface TreeState {
  team: Team;
  open: ReadonlySet<string>;
  waiting: ReadonlySet<string>;
  failures: ReadonlyMap<string, unknown>;
  /** The chart that arrived last, and for which view. */
  arrived: ChartNode | undefined;
  view: string | undefined;
}

export type TreeAction =
  /** A new view opens with its first levels, or only with the path to the member who was searched for. */
  | {
      type: "arrived";
      chart: ChartNode;
      view: string;
      toward: string | undefined;
      levels?: number | undefined;
    }
  | { type: "waiting"; key: string }
  | { type: "opened"; key: string; chart?: ChartNode }
  | { type: "failed"; key: string; error: unknown }
  | { type: "closed"; key: string };

export const nothingLoaded: TreeState = {
  team: new Map(),
  open: new Set(),
  waiting: new Set(),
  failures: new Map(),
  arrived: undefined,
  view: undefined,
};

export function treeReducer(state: TreeState, action: TreeAction): TreeState {
  switch (action.type) {
    case "arrived": {
      const { chart, view, toward, levels } = action;
      const team = merged(state.team, chart);
      // The same view read again: newer figures, and everything stays as the member left it.
      if (view === state.view) return { ...state, team, arrived: chart };
      const opening =
        toward !== undefined && team.has(toward) ? wayTo(team, toward) : loadedIn(chart, levels);
      return { ...state, team, arrived: chart, view, open: new Set([...state.open, ...opening]) };
    }
    case "waiting":
      return {
        ...state,
        waiting: new Set(state.waiting).add(action.key),
        failures: without(state.failures, action.key),
      };
    case "opened": {
      const { key, chart } = action;
      return {
        ...state,
        team: chart ? merged(state.team, chart) : withPlaces(state.team, key),
        open: new Set(state.open).add(key),
        waiting: less(state.waiting, key),
      };
    }
    case "failed":
      return {
        ...state,
        waiting: less(state.waiting, action.key),
        failures: new Map(state.failures).set(action.key, action.error),
      };
    case "closed":
      return { ...state, open: less(state.open, action.key) };
  }
}

function less(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  next.delete(key);
  return next;
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const next = new Map(map);
  next.delete(key);
  return next;
}

/** Nobody is below, so both places are free, and no call is needed. */
function withPlaces(team: Team, key: string): Team {
  const member = team.get(key);
  if (!member || member.children) return team;
  return new Map(team).set(key, { ...member, children: [null, null] });
}

function loadedIn(chart: ChartNode, levels = Infinity): Set<string> {
  const keys = new Set<string>();
  let row = [chart];
  for (let level = 0; level < levels && row.length > 0; level++) {
    const withChildren = row.filter(({ children }) => children);
    for (const { attributes } of withChildren) if (attributes) keys.add(attributes.refId);
    row = withChildren.flatMap(({ children = [] }) => children);
  }
  return keys;
}

function wayTo(team: Team, key: string): Set<string> {
  const keys = new Set<string>();
  for (let member = team.get(key); member; member = team.get(member.parent ?? "")) {
    if (member.children) keys.add(member.refId);
  }
  return keys;
}

/** One that is shown: a member, or a free place below one. */
export interface ShownPlace {
  key: string;
  /** None at a free place. */
  member: TeamMember | undefined;
  side: Side | null;
  parent: string | undefined;
  isOpen: boolean;
}

export function shownMember(
  { team, open }: Pick<TreeState, "team" | "open">,
  key: string,
): ShownPlace | undefined {
  const member = team.get(key);
  if (!member) return undefined;
  const isOpen = open.has(key) && member.children !== undefined;
  return { key, member, side: member.side, parent: member.parent, isOpen };
}

export function shownBelow(
  state: Pick<TreeState, "team" | "open">,
  { member, isOpen }: ShownPlace,
): ShownPlace[] {
  if (!member?.children || !isOpen) return [];
  const { children, refId } = member;
  return sides.map((side, at) => {
    const child = children[at];
    const shown = child ? shownMember(state, child) : undefined;
    return shown ?? { key: `${refId}/${side}`, member: undefined, side, parent: refId, isOpen: false };
  });
}
