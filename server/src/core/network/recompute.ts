import { type UsdCents, asUsdCents, plus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { blocksOf } from "./blocks.ts";
import type { Side } from "./types.ts";

/** Members, numbered from 0 and stored in columns, because there may be a million of them. */
export interface Members {
  count: number;
  /** The number of the parent, -1 for a root. */
  parent: Int32Array;
  /** 0 left, 1 right; without meaning for a root. */
  side: Uint8Array;
  activeUsers: Int32Array;
  businessUsdCents: BigInt64Array;
}

export interface Totals {
  users: Int32Array;
  activeUsers: Int32Array;
  businessUsdCents: BigInt64Array;
}

export interface RecomputedNetwork {
  /** Parents before children. Members that no root leads to are missing. */
  order: Int32Array;
  /** Members whose place another one already has. */
  doublyPlaced: number[];
  /** The children on each side, -1 for a free place. */
  left: Int32Array;
  right: Int32Array;
  /** The run that a member continues, by its head, and its position there. */
  runHead: Int32Array;
  pos: Int32Array;
  /** How often the way to the root changes sides. */
  turns: Int32Array;
  depth: Int32Array;
  /** A member with everybody below it. */
  total: Totals;
}

/** Everything that follows from who sits under whom, computed in the simplest way and without the network's own code. */
export function recompute(members: Members): RecomputedNetwork {
  const { count, parent, side } = members;
  const left = new Int32Array(count).fill(-1);
  const right = new Int32Array(count).fill(-1);
  const doublyPlaced: number[] = [];
  const order = new Int32Array(count);
  let known = 0;
  for (let member = 0; member < count; member++) {
    const above = sure(parent[member]);
    if (above < 0) order[known++] = member;
    else {
      const children = side[member] === 0 ? left : right;
      if (children[above] === -1) children[above] = member;
      else doublyPlaced.push(member);
    }
  }
  for (let next = 0; next < known; next++) {
    const member = sure(order[next]);
    for (const child of [sure(left[member]), sure(right[member])]) if (child >= 0) order[known++] = child;
  }
  const reached = order.subarray(0, known);
  return {
    order: reached,
    doublyPlaced,
    left,
    right,
    ...places(members, reached),
    total: totals(members, reached),
  };
}

function places({ count, parent, side }: Members, order: Int32Array) {
  const runHead = new Int32Array(count).fill(-1);
  const pos = new Int32Array(count);
  const turns = new Int32Array(count);
  const depth = new Int32Array(count);
  for (const member of order) {
    const above = sure(parent[member]);
    if (above < 0) continue;
    depth[member] = sure(depth[above]) + 1;
    const goesOn = sure(parent[above]) >= 0 && side[above] === side[member];
    runHead[member] = goesOn ? sure(runHead[above]) : above;
    pos[member] = goesOn ? sure(pos[above]) + 1 : 1;
    turns[member] = sure(turns[above]) + (goesOn || sure(parent[above]) < 0 ? 0 : 1);
  }
  return { runHead, pos, turns, depth };
}

function totals({ count, parent, activeUsers, businessUsdCents }: Members, order: Int32Array): Totals {
  const total: Totals = {
    users: new Int32Array(count).fill(1),
    activeUsers: Int32Array.from(activeUsers),
    businessUsdCents: BigInt64Array.from(businessUsdCents),
  };
  for (let next = order.length - 1; next >= 0; next--) {
    const member = sure(order[next]);
    const above = sure(parent[member]);
    if (above < 0) continue;
    total.users[above] = sure(total.users[above]) + sure(total.users[member]);
    total.activeUsers[above] = sure(total.activeUsers[above]) + sure(total.activeUsers[member]);
    total.businessUsdCents[above] =
      sure(total.businessUsdCents[above]) + sure(total.businessUsdCents[member]);
  }
  return total;
}

/** The leg of its sponsor that a member stands in, turn by turn up the tree; none where the sponsor is not above it. */
export function legOfSponsor(
  { parent, side }: Members,
  { runHead, pos }: RecomputedNetwork,
  { member, sponsor }: { member: number; sponsor: number },
): Side | "none" {
  for (let at = member; sure(parent[at]) >= 0; at = sure(runHead[at])) {
    const isBehind =
      sure(parent[sponsor]) >= 0 &&
      side[sponsor] === side[at] &&
      runHead[sponsor] === runHead[at] &&
      sure(pos[sponsor]) < sure(pos[at]);
    if (isBehind || runHead[at] === sponsor) return side[at] === 0 ? "left" : "right";
  }
  return "none";
}

export interface ExpectedWeight {
  runHead: number;
  side: Side;
  level: number;
  index: number;
  users: number;
  activeUsers: number;
  businessUsdCents: UsdCents;
}

/** The weights at every position and their block sums, as leg_weights is to hold them. */
export function* expectedWeights(members: Members, recomputed: RecomputedNetwork): Generator<ExpectedWeight> {
  const { parent, side, activeUsers, businessUsdCents } = members;
  const { order, left, right, runHead, pos, total } = recomputed;
  const blocks = new Map<string, ExpectedWeight>();
  for (const member of order) {
    if (sure(parent[member]) < 0) continue;
    // Its own figure and its whole leg on the other side.
    const leg = side[member] === 0 ? sure(right[member]) : sure(left[member]);
    const weight: ExpectedWeight = {
      runHead: sure(runHead[member]),
      side: side[member] === 0 ? "left" : "right",
      level: 0,
      index: sure(pos[member]),
      users: 1 + (leg < 0 ? 0 : sure(total.users[leg])),
      activeUsers: sure(activeUsers[member]) + (leg < 0 ? 0 : sure(total.activeUsers[leg])),
      businessUsdCents: asUsdCents(
        sure(businessUsdCents[member]) + (leg < 0 ? 0n : sure(total.businessUsdCents[leg])),
      ),
    };
    yield weight;
    for (const { level, index } of blocksOf(weight.index)) {
      const key = `${weight.runHead} ${weight.side} ${level} ${index}`;
      const block = blocks.get(key);
      if (!block) blocks.set(key, { ...weight, level, index });
      else {
        block.users += weight.users;
        block.activeUsers += weight.activeUsers;
        block.businessUsdCents = plus(block.businessUsdCents, weight.businessUsdCents);
      }
    }
  }
  yield* blocks.values();
}
