import { fewestMembers } from "../contract/src/transparency/liabilities/branches.ts";
import { leavesPerMember } from "../contract/src/transparency/liabilities/tree.ts";
import { report, say } from "./lib/report.ts";
import {
  nameByBranches,
  nameByLeaves,
  nameBySeen,
  seenBy,
  together,
  treeOf,
  type DayTree,
  type Named,
} from "./unlinked-attack.ts";
import {
  dayNumber,
  grownNetwork,
  randomFrom,
  type DayOfNetwork,
  type Network,
  type Person,
} from "./unlinked-network.ts";

const sizes = [100, 1000, 10_000];
const shownDays = 3;
/** A search of triples among 20,000 leaves takes about a second for each day. */
const targetsByLeaves = 20;
/** Of those whom somebody looks for in own proofs. */
const mostTargets = 1000;
/** The proofs of a month are kept. */
const daysOfProofs = 31;

/**
 * Whether somebody who knows a member's principal, approvals and daily returns finds the member in what is published: in
 * a list of leaves, as it was once, in a list of branches, and in what own proofs show of others.
 */
export async function run(): Promise<void> {
  for (const members of sizes) {
    const network = grownNetwork(members, { seed: members, shownDays });
    const staking = network.people.filter(({ lockedFc, sponsor }) => lockedFc > 0n && sponsor);
    const bySize = staking.toSorted((a, b) => Number(b.lockedFc - a.lockedFc));
    const large = bySize.slice(0, Math.max(3, Math.ceil(staking.length / 100)));
    await byLeaves(network, { staking, large });
    await byBranches(network, { staking, large });
    await byProofs(network, { staking, large });
  }
  await evenness();
}

interface Targets {
  staking: readonly Person[];
  large: readonly Person[];
}

function told(
  name: string,
  { tried, rightly, guessed }: Named,
  { isPromised }: { isPromised: boolean },
): void {
  const percent = (share: number) => Number(((100 * share) / tried).toPrecision(3));
  const promise = isPromised ? { limit: percent(guessed) } : null;
  report({ name, unit: "% named rightly", ours: percent(rightly), peer: percent(guessed), promise });
}

async function treesOf({ days }: Network, evenly: boolean): Promise<DayTree[]> {
  const trees: DayTree[] = [];
  for (const day of days) trees.push(await treeOf(day, { evenly }));
  return trees;
}

async function byLeaves(network: Network, { staking, large }: Targets): Promise<void> {
  const random = randomFrom(1);
  const trees = await treesOf(network, false);
  const firstDay = dayNumber(shownDays - 1);
  const some = Array.from({ length: targetsByLeaves }, () => staking[Math.floor(random() * staking.length)]);
  for (const [who, people] of [
    ["members with stakes", some],
    ["the largest holders", large.slice(0, targetsByLeaves)],
  ] as const) {
    const named = people.flatMap((person) =>
      person ? [nameByLeaves(trees, { person, firstDay }, random)] : [],
    );
    told(
      `${who} of ${network.people.length} in the leaves of ${shownDays} days (fc-leaf/1), against guessing`,
      together(named),
      { isPromised: false },
    );
  }
}

async function byBranches(network: Network, { staking, large }: Targets): Promise<void> {
  const members = network.people.length;
  const holders = Math.min(...network.days.map(holdersOf));
  for (const evenly of [false, true]) {
    const trees = await treesOf(network, evenly);
    const isShown = evenly && holders >= fewestMembers;
    const how = evenly ? "that are spread evenly (fc-list/2)" : "of random splits";
    for (const [who, people] of [
      ["members with stakes", staking],
      ["the largest holders", large],
    ] as const) {
      const named = together(trees.map((tree) => nameByBranches(tree, people)));
      told(`${who} of ${members} in branches ${how}, against guessing`, named, { isPromised: isShown });
    }
    if (evenly && !isShown) say(`${holders} of ${members} have coins: no list is shown of them`);
  }
}

/** What somebody above a member finds in the own proofs of a month: the sponsor, and anyone else further up. */
async function byProofs({ days, people }: Network, { staking, large }: Targets): Promise<void> {
  const day = days.at(-1);
  if (!day) return;
  const trees: DayTree[] = [];
  for (let each = 0; each < daysOfProofs; each++) {
    const isLarge = holdersOf(day) >= fewestMembers;
    trees.push(await treeOf(day, { evenly: isLarge }));
  }
  const random = randomFrom(2);
  const oneAbove = (person: Person) => {
    const above: Person[] = [];
    for (let next = person.parent; next; next = next.parent) above.push(next);
    return above[Math.floor(random() * above.length)];
  };
  for (const mostLeaves of [1, 2, 4]) {
    const shown = new Map<number, ReturnType<typeof seenBy>>();
    const seenOf = ({ id }: Person) => {
      const seen = shown.get(id) ?? seenBy(trees, id, mostLeaves);
      shown.set(id, seen);
      return seen;
    };
    for (const [who, targets] of [
      ["members with stakes", staking],
      ["the largest holders", large],
    ] as const) {
      for (const [by, attackerOf] of [
        ["the sponsor", ({ sponsor }: Person) => sponsor],
        ["somebody above", oneAbove],
        ["the first member", () => people[0]],
      ] as const) {
        const named = targets.slice(0, mostTargets).flatMap((person) => {
          const attacker = attackerOf(person);
          if (!attacker || attacker.id === person.id) return [];
          return [nameBySeen(seenOf(attacker), person, people.length * leavesPerMember)];
        });
        const what = mostLeaves === 1 ? "leaves" : `nodes of up to ${mostLeaves} leaves`;
        told(
          `${who} of ${people.length} by ${by}, in the ${what} that ${daysOfProofs} days of own proofs show, against guessing`,
          together(named),
          { isPromised: mostLeaves <= 2 || people.length >= fewestMembers },
        );
      }
    }
  }
}

/** From how many members with coins on every network can be spread evenly, so that having a list says nothing. */
async function evenness(): Promise<void> {
  const networks = 40;
  for (const members of [100, 200, 400, 800, 1600]) {
    let [uneven, holders] = [0, 0];
    for (let seed = 1; seed <= networks; seed++) {
      const [day] = grownNetwork(members, { seed, shownDays: 1 }).days;
      if (!day) continue;
      holders += holdersOf(day) / networks;
      if (!(await treeOf(day, { evenly: true })).isEven) uneven++;
    }
    report({
      name: `networks of ${members} members, ${Math.round(holders)} of them with coins, that cannot be spread evenly, of ${networks}`,
      unit: "networks",
      ours: uneven,
      peer: null,
      promise: holders >= fewestMembers ? { limit: 0 } : null,
    });
  }
}

function holdersOf({ owedFc, lockedFc }: DayOfNetwork): number {
  return owedFc.filter((fc, at) => fc + (lockedFc[at] ?? 0n) > 0n).length;
}
