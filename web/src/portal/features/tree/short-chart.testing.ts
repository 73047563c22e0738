import { emptyPlace, type ChartNode } from "@fc/contract/tree/portal";
import { type Side } from "@fc/contract/side";

/**
 * A chart in short form: a name, which is the user id as well, and both sides. null is a free place. A lone name is
 * a member with nobody below, at the deepest level. "?" says that there is one more member below that level.
 */
export type ShortChart =
  | readonly [name: string]
  | readonly [name: string, left: Leg, right: Leg]
  | readonly [string, "?"];
type Leg = ShortChart | null;

export function chartOf(
  short: ShortChart,
  users?: { left: number; right: number },
  side: Side | null = null,
): ChartNode {
  const [name, left, right] = short;
  const beyond = left === "?";
  const legs = beyond ? { left: 1, right: 0 } : { left: countOf(left), right: countOf(right) };
  const figures = (count: number) => ({ users: count, activeUsers: 0, businessUsd: 0 });
  const place = (leg: Leg | undefined, of: Side) =>
    leg ? chartOf(leg, undefined, of) : { name: emptyPlace };
  return {
    name,
    attributes: {
      label: `${name} ${side ?? "-"}`,
      refId: name,
      side,
      joinedAt: "2026-11-15T00:00:00Z",
      isActive: false,
      left: figures(users?.left ?? legs.left),
      right: figures(users?.right ?? legs.right),
    },
    ...(short.length === 3 ? { children: [place(short[1], "left"), place(short[2], "right")] } : {}),
  };
}

function countOf(leg: Leg | "?" | undefined): number {
  if (!leg || leg === "?") return 0;
  const [, left, right] = leg;
  return 1 + (left === "?" ? 1 : countOf(left)) + countOf(right);
}
