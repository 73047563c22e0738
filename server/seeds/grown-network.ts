import { refIdAlphabet, refIdFrom, refIdRandomLength } from "@fc/contract/ref-id";
import type { Members } from "../src/core/network/recompute.ts";
import { seededRandom } from "./random.ts";

/**
 * The shapes of a network. In a spread one all members sponsor equally often; in a deep one a few early leaders keep
 * sponsoring, mostly on their strong side, so that legs become tens of thousands long.
 */
const shapes = {
  spread: { leaders: 0, strongSide: 0.5 },
  deep: { leaders: 0.12, strongSide: 0.8 },
} as const;

export interface GrowOptions {
  members: number;
  seed: number;
  shape: keyof typeof shapes;
  /** Everybody has a running stake. Otherwise some never staked, and the stakes of others have ended. */
  everybodyStakes?: boolean;
}

interface GrownNetwork {
  members: Members;
  /** Who invited each member; -1 for the root. */
  sponsors: Int32Array;
}

/** Places all members in memory as place() does: at the tail of the sponsor's run. */
export function grow({ members: count, seed, shape, everybodyStakes = false }: GrowOptions): GrownNetwork {
  const random = seededRandom(seed);
  const { leaders, strongSide } = shapes[shape];
  const sponsors = new Int32Array(count).fill(-1);
  const parent = new Int32Array(count).fill(-1);
  const side = new Uint8Array(count);
  const activeUsers = new Int32Array(count);
  const businessUsdCents = new BigInt64Array(count);
  // The tails by side and head. A head without followers is its own tail.
  const tails = [
    Int32Array.from({ length: count }, (_, at) => at),
    Int32Array.from({ length: count }, (_, at) => at),
  ];
  const runHead = new Int32Array(count);
  const leaderCount = Math.min(16, count);

  for (let member = 1; member < count; member++) {
    const byLeader = random() < leaders;
    // The first leaders sponsor the most. Half of the other sponsors are newcomers, who know the most people that
    // have not joined yet.
    const reach = byLeader ? Math.min(leaderCount, member) : member;
    const back = byLeader ? random() ** 3 : random() < 0.5 ? 1 - random() * 0.2 : random();
    const sponsor = Math.min(Math.floor(back * reach), reach - 1);
    const strong = sponsor % 2;
    const chosen = random() < strongSide ? strong : 1 - strong;
    const head = sponsor > 0 && side[sponsor] === chosen ? runHead[sponsor]! : sponsor;
    sponsors[member] = sponsor;
    parent[member] = tails[chosen]![head]!;
    side[member] = chosen;
    runHead[member] = head;
    tails[chosen]![head] = member;
  }
  for (let member = 0; member < count; member++) {
    if (!everybodyStakes && random() < 0.4) continue;
    businessUsdCents[member] = BigInt(stakesUsd[Math.floor(random() * stakesUsd.length)]! * 100);
    // Some stakes have ended: the business stays, but the member is not active.
    activeUsers[member] = everybodyStakes || random() < 0.85 ? 1 : 0;
  }
  return { members: { count, parent, side, activeUsers, businessUsdCents }, sponsors };
}

const stakesUsd = [15, 15, 30, 30, 45, 60, 75, 75, 150, 150, 500, 1000];

/** Looks random and never repeats, because the multiplier has no common factor with the number of all refIds. */
export function grownRefId(id: number, seed: number): string {
  const all = refIdAlphabet.length ** refIdRandomLength;
  let rest = Number((BigInt(id) * 538_291_337n + BigInt(seed) * 7919n) % BigInt(all));
  let text = "";
  for (let at = 0; at < refIdRandomLength; at++) {
    text += refIdAlphabet.charAt(rest % refIdAlphabet.length);
    rest = Math.floor(rest / refIdAlphabet.length);
  }
  return refIdFrom(text);
}
