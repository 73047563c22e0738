import { type Fc, asFc, noFc } from "@fc/contract/units";
import { branchLeavesOf, sharesOf } from "../contract/src/transparency/liabilities/branches.ts";
import { leavesPerMember } from "../contract/src/transparency/liabilities/tree.ts";
import { leafPlaces } from "../server/src/core/liabilities/day-secret.ts";
import { splitForDay } from "../server/src/core/liabilities/parts.ts";
import { returnOn, type DayOfNetwork, type Person } from "./unlinked-network.ts";

/** The tree of a day as its maker knows it: what each leaf holds and whose it is, in the order of the tree. */
export interface DayTree {
  owedFc: Float64Array;
  lockedFc: Float64Array;
  /** The member's id; the attacker does not know it. */
  owner: Int32Array;
  /** Where each leaf is: the three of the first member, then those of the second one. */
  places: Int32Array;
  totals: { owedFc: Fc; lockedFc: Fc };
  /** Whether each branch holds its share. */
  isEven: boolean;
}

/** Made by the product's own functions, either spread over the branches or as the splits were. */
export async function treeOf(day: DayOfNetwork, { evenly }: { evenly: boolean }): Promise<DayTree> {
  const members = day.owedFc.length;
  const parentOf = (id: number) => day.parents[id - 1];
  const sumsOf = (id: number) => ({
    owedFc: day.owedFc[id - 1] ?? noFc,
    lockedFc: day.lockedFc[id - 1] ?? noFc,
  });
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);
  const totals = { owedFc: asFc(sum(day.owedFc)), lockedFc: asFc(sum(day.lockedFc)) };
  const { daySecret, parts, isEven } = await splitForDay(
    { highestId: members, sumsOf, totals, parentOf },
    { evenly },
  );
  const leaves = members * leavesPerMember;
  const placeOf = leafPlaces(daySecret, leaves);
  const owedFc = new Float64Array(leaves);
  const lockedFc = new Float64Array(leaves);
  const owner = new Int32Array(leaves);
  const places = new Int32Array(leaves);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const id = Math.floor(leaf / leavesPerMember) + 1;
    const place = placeOf(id, leaf % leavesPerMember);
    owedFc[place] = Number(parts.owedFc[leaf]);
    lockedFc[place] = Number(parts.lockedFc[leaf]);
    owner[place] = id;
    places[leaf] = place;
  }
  return { owedFc, lockedFc, owner, places, totals, isEven };
}

/** How many members were named rightly, and how many would have been by guessing. Both are sums of chances. */
export interface Named {
  tried: number;
  rightly: number;
  guessed: number;
}

interface Candidate {
  places: readonly number[];
  owedFc: number;
}

/** What a search of one day may find before it is given up. */
const mostCandidates = 20_000;

/** Single leaves, pairs and triples whose locked amounts come to a principal, without the attacker's own leaves. */
function candidatesOf(tree: DayTree, principalFc: number, attacker: number | undefined): Candidate[] {
  const fitting = [...tree.lockedFc.keys()].filter((place) => {
    const locked = tree.lockedFc[place] ?? 0;
    return locked > 0 && locked <= principalFc && tree.owner[place] !== attacker;
  });
  const places = Int32Array.from(fitting).toSorted(
    (a, b) => (tree.lockedFc[a] ?? 0) - (tree.lockedFc[b] ?? 0),
  );
  const amounts = Float64Array.from(places, (place) => tree.lockedFc[place] ?? 0);
  const found: Candidate[] = [];
  const add = (...at: number[]) => {
    const own = at.map((each) => places[each] ?? 0);
    found.push({ places: own, owedFc: own.reduce((sum, place) => sum + (tree.owedFc[place] ?? 0), 0) });
  };
  /** Pairs from an index on that come to a sum. */
  const pairs = (from: number, sum: number, onFound: (low: number, high: number) => void) => {
    for (let low = from, high = amounts.length - 1; low < high;) {
      const difference = (amounts[low] ?? 0) + (amounts[high] ?? 0) - sum;
      if (difference === 0) onFound(low, high);
      if (difference <= 0) low++;
      else high--;
    }
  };
  for (const [at, amount] of amounts.entries()) if (amount === principalFc) add(at);
  pairs(0, principalFc, (low, high) => add(low, high));
  for (const [at, amount] of amounts.entries()) {
    if (amount * 3 > principalFc || found.length > mostCandidates) break;
    pairs(at + 1, principalFc - amount, (low, high) => add(at, low, high));
  }
  return found;
}

interface Target {
  person: Person;
  /** The number of the first shown day. */
  firstDay: number;
}

/**
 * The sponsor of a member looks for the leaves of that member in the lists of some days. Of what fits the principal it
 * keeps what grew by the daily return, then what holds just the returns so far, and chooses one of the rest.
 */
export function nameByLeaves(
  trees: readonly DayTree[],
  { person, firstDay }: Target,
  random: () => number,
): Named {
  const principalFc = Number(person.lockedFc);
  const found = trees.map((tree) => candidatesOf(tree, principalFc, person.sponsor?.id));
  const returned = (day: number) => Number(returnOn(person, day));
  const grown: [Candidate, number][] = [];
  for (let at = 1; at < trees.length; at++) {
    const before = new Set(found[at - 1]?.map(({ owedFc }) => owedFc));
    const fits = (found[at] ?? []).filter(({ owedFc }) => before.has(owedFc - returned(firstDay + at)));
    for (const candidate of fits) grown.push([candidate, at]);
  }
  const last = trees.length - 1;
  const choice =
    grown.length > 0 ? grown : (found[last] ?? []).map((each) => [each, last] as [Candidate, number]);
  const sinceApproval = (day: number) => {
    let sum = 0;
    for (let of = 1; of <= day; of++) sum += returned(of);
    return sum;
  };
  const untouched = choice.filter(([{ owedFc }, at]) => owedFc === sinceApproval(firstDay + at));
  const likely = untouched.length > 0 ? untouched : choice;
  const chosen = likely[Math.floor(random() * likely.length)];
  const isRight = chosen?.[0].places.every((place) => trees[chosen[1]]?.owner[place] === person.id);
  return { tried: 1, rightly: isRight ? 1 : 0, guessed: chanceOfLeaf(trees[last], principalFc) };
}

/** That a leaf with not more than the principal is one of the member's three. */
function chanceOfLeaf(tree: DayTree | undefined, principalFc: number): number {
  const fitting = tree?.lockedFc.reduce(
    (count, locked) => count + (locked > 0 && locked <= principalFc ? 1 : 0),
    0,
  );
  return fitting ? Math.min(1, leavesPerMember / fitting) : 0;
}

/**
 * The branches that hold more than their share, where a large part of somebody would show. The last branch may be
 * smaller; nobody would name it. Of branches that look the same any may be named, so each counts with its chance.
 */
export function nameByBranches(tree: DayTree, targets: readonly Person[]): Named {
  const leaves = tree.owner.length;
  const size = branchLeavesOf(leaves);
  const full = Array.from({ length: Math.floor(leaves / size) }, (_, branch) => branch);
  const owed = sharesOf(tree.totals.owedFc, leaves);
  const locked = sharesOf(tree.totals.lockedFc, leaves);
  const sumIn = (amounts: Float64Array, branch: number) =>
    amounts.subarray(branch * size, (branch + 1) * size).reduce((sum, amount) => sum + amount, 0);
  const surplus = full.map(
    (branch) =>
      sumIn(tree.owedFc, branch) -
      Number(owed[branch]) +
      sumIn(tree.lockedFc, branch) -
      Number(locked[branch]),
  );
  const most = Math.max(...surplus);
  const named = full.filter((branch) => surplus[branch] === most);
  const ownersIn = full.map((branch) => new Set(tree.owner.subarray(branch * size, (branch + 1) * size)));
  const chance = (of: readonly number[], id: number) =>
    of.filter((branch) => ownersIn[branch]?.has(id)).length / of.length;
  return {
    tried: targets.length,
    rightly: targets.reduce((sum, { id }) => sum + chance(named, id), 0),
    guessed: targets.reduce((sum, { id }) => sum + chance(full, id), 0),
  };
}

/** A node that a proof shows beside the way up: how many leaves it is over, and what they hold. */
interface SeenNode {
  leaves: number;
  lockedFc: number;
  /** Whose coins are in it. The attacker does not know it. */
  owners: ReadonlySet<number>;
}

/** What the proofs of one member show of others: nodes over one leaf up to so many. */
export function seenBy(trees: readonly DayTree[], memberId: number, mostLeaves: number): SeenNode[] {
  return trees.flatMap((tree) =>
    [...tree.places.subarray((memberId - 1) * leavesPerMember, memberId * leavesPerMember)].flatMap(
      (place) => {
        const nodes: SeenNode[] = [];
        for (let leaves = 1; leaves <= mostLeaves; leaves *= 2) {
          const first = (Math.floor(place / leaves) ^ 1) * leaves;
          const places = Array.from({ length: leaves }, (_, at) => first + at).filter(
            (at) => at < tree.owner.length,
          );
          const full = places.filter((at) => (tree.owedFc[at] ?? 0) + (tree.lockedFc[at] ?? 0) > 0);
          nodes.push({
            leaves: places.length,
            lockedFc: full.reduce((sum, at) => sum + (tree.lockedFc[at] ?? 0), 0),
            owners: new Set(full.map((at) => tree.owner[at] ?? 0)),
          });
        }
        return nodes;
      },
    ),
  );
}

/**
 * The one who knows a principal names, of all nodes in the own proofs, the largest one that fits. A guess points at a
 * node over as many leaves anywhere in the tree.
 */
export function nameBySeen(seen: readonly SeenNode[], person: Person, leavesInTree: number): Named {
  const fitting = seen.filter(({ lockedFc }) => lockedFc > 0 && lockedFc <= Number(person.lockedFc));
  const best = fitting.toSorted((a, b) => b.lockedFc - a.lockedFc)[0];
  return {
    tried: 1,
    rightly: best?.owners.has(person.id) ? 1 : 0,
    guessed: Math.min(1, ((best?.leaves ?? 1) * leavesPerMember) / leavesInTree),
  };
}

export function together(all: readonly Named[]): Named {
  const sum = (of: (named: Named) => number) => all.reduce((total, named) => total + of(named), 0);
  return { tried: sum((n) => n.tried), rightly: sum((n) => n.rightly), guessed: sum((n) => n.guessed) };
}
