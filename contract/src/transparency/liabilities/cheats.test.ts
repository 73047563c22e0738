import { type Fc, asFc, noFc, minus } from "../../units.ts";
import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkList } from "./check-list.ts";
import { checkProof, passes, proofFormat, type CountedAccount, type OwnProof } from "./check.ts";
import {
  leafNode,
  leavesPerMember,
  neighbourSides,
  parentText,
  rootOf,
  type Sums,
  type TreeNode,
} from "./tree.ts";

/**
 * An operator who cheats writes a builder of his own. Each of these makes what is owed look smaller than it is, and
 * everything that it publishes fits together as well as the cheat can make it.
 */
const sha256 = (text: string) => hash("sha256", text);
const day = "2026-02-03";

type Balances = Readonly<Record<CountedAccount, bigint>>;
const none: Balances = {
  staking: 0n,
  earning: 0n,
  offer: 0n,
  transfer: 0n,
  withdraw_pending: 0n,
  staked: 0n,
};
const asha = { refId: "FCASHA222", balances: { ...none, staking: 70n, withdraw_pending: 30n, staked: 500n } };
const ravi = { refId: "FCRAVI222", balances: { ...none, transfer: 1000n } };
const meera = { refId: "FCMEERA22", balances: { ...none, earning: 5n } };
type Person = typeof asha;

interface Cheat {
  day?: string;
  /** What the builder counts of somebody. */
  count?: (person: Person) => Sums;
  /** Leaves besides those of the members. */
  extra?: readonly Sums[];
  /** How the sums of two children become one. */
  add?: (a: bigint, b: bigint) => bigint;
  /** Whose leaf somebody is shown. */
  shows?: (person: Person) => Person;
}

const honest = ({ balances }: Person): Sums => ({
  owedFc: asFc(Object.values(balances).reduce((sum, amount) => sum + amount, 0n) - balances.staked),
  lockedFc: asFc(balances.staked),
});

/** As 64 bits, so that a negative amount looks like one that a computer would store. */
const stored = (amountFc: Fc) => BigInt.asUintN(64, amountFc);
const textOf = ({ hash: hex, owedFc, lockedFc }: TreeNode) =>
  hex + [owedFc, lockedFc].map((amount) => stored(amount).toString(16).padStart(16, "0")).join("");

function publish(people: readonly Person[], cheat: Cheat = {}) {
  const { count = honest, extra = [], add = (a, b) => a + b, shows = (person) => person } = cheat;
  const of = cheat.day ?? day;
  const counted = [...new Set(people.map(shows))];
  const partsOf = ({ owedFc, lockedFc }: Sums): Sums[] => [
    { owedFc: noFc, lockedFc: noFc },
    { owedFc: asFc(owedFc / 3n), lockedFc },
    { owedFc: minus(owedFc, asFc(owedFc / 3n)), lockedFc: noFc },
  ];
  const nonceOf = (refId: string) => sha256(`nonce ${refId}`);
  const leafOf = (refId: string, part: number, sums: Sums): TreeNode => ({
    ...leafNode(sha256, { day: of, refId, part, nonce: nonceOf(refId), ...sums }),
  });
  const leaves = [
    ...counted.flatMap((person) =>
      partsOf(count(person)).map((sums, part) => leafOf(person.refId, part, sums)),
    ),
    ...extra.flatMap((sums) => [leafOf("FCNOBODY2", 0, sums)]),
  ];
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level;
    level = below.flatMap((left, at) => {
      const right = below[at + 1];
      if (at % 2 === 1) return [];
      if (!right) return [left];
      const hex = sha256(parentText(textOf(left), textOf(right)));
      const sums = {
        owedFc: asFc(add(left.owedFc, right.owedFc)),
        lockedFc: asFc(add(left.lockedFc, right.lockedFc)),
      };
      return [{ hash: hex, ...sums }];
    });
  }
  const top = levels.at(-1)![0]!;
  const totals = {
    owedFc: asFc(BigInt.asUintN(63, top.owedFc)),
    lockedFc: asFc(BigInt.asUintN(63, top.lockedFc)),
  };
  const root = rootOf(sha256, { day: of, leaves: leaves.length, top: { ...top, ...totals } });
  const published = {
    day: of,
    takenAt: "2026-02-03T18:40:00.000Z",
    root,
    leaves: leaves.length,
    owed: String(totals.owedFc),
    locked: String(totals.lockedFc),
  };
  return {
    published,
    list: Buffer.from(leaves.map(textOf).join(""), "hex"),
    proofFor(person: Person): OwnProof {
      // Who was left out is shown the leaves of somebody else.
      const found = counted.findIndex(({ refId }) => refId === shows(person).refId);
      const first = Math.max(found, 0) * leavesPerMember;
      const accounts = Object.entries(person.balances).map(([name, amount]) => [name, String(amount)]);
      return {
        format: proofFormat,
        refId: person.refId,
        nonce: nonceOf(shows(person).refId),
        accounts: Object.fromEntries(accounts) as OwnProof["accounts"],
        published,
        leaves: Array.from({ length: leavesPerMember }, (_, part) => {
          const position = first + part;
          const { owedFc, lockedFc } = leaves[position]!;
          const path = levels.slice(0, -1).flatMap((level, height) => {
            const neighbour = level[(position >> height) ^ 1];
            return neighbour ? [textOf(neighbour)] : [];
          });
          return {
            position,
            owed: String(owedFc),
            locked: String(lockedFc),
            path: Buffer.from(path.join(""), "hex").toString("base64"),
          };
        }),
      };
    },
  };
}

type Publication = ReturnType<typeof publish>;

const holdsFor = (person: Person, { proofFor, published: { root } }: Publication) =>
  passes(checkProof(sha256, proofFor(person), { refId: person.refId, day, root }));

async function listHolds({ list, published }: Publication): Promise<boolean> {
  async function* pieces() {
    yield list;
  }
  return passes((await checkList(sha256, { pieces: pieces(), published, ...published })).checks);
}

const everybody = [asha, ravi, meera];

test("an honest builder satisfies everybody, and the paths are as long as the tree is high", async () => {
  const publication = publish(everybody);
  expect(publication.published).toMatchObject({ owed: "1105", locked: "500", leaves: 9 });
  for (const person of everybody) expect(holdsFor(person, publication)).toBe(true);
  expect(await listHolds(publication)).toBe(true);
  expect(neighbourSides(8, 9)).toEqual(["left"]);
});

describe("a builder is caught who", () => {
  test("takes the larger of two sums instead of both together", async () => {
    const publication = publish(everybody, { add: (a, b) => (a > b ? a : b) });
    expect(BigInt(publication.published.owed)).toBeLessThan(1105n);
    for (const person of everybody) expect(holdsFor(person, publication)).toBe(false);
    expect(await listHolds(publication)).toBe(false);
  });

  test("adds a leaf with a negative amount", async () => {
    const publication = publish(everybody, { extra: [{ owedFc: asFc(-1000n), lockedFc: noFc }] });
    expect(publication.published.owed).toBe("105");
    // Its neighbour sees the amount itself; everybody finds it in the list.
    expect(holdsFor(meera, publication)).toBe(false);
    expect(await listHolds(publication)).toBe(false);
  });

  test("leaves out an account, or a member", async () => {
    const withoutHeld = publish(everybody, {
      count: (person) => {
        const { owedFc, lockedFc } = honest(person);
        return { owedFc: minus(owedFc, asFc(person.balances.withdraw_pending)), lockedFc };
      },
    });
    expect(await listHolds(withoutHeld)).toBe(true);
    expect(checkProof(sha256, withoutHeld.proofFor(asha), {})).toMatchObject({ amount: false, path: true });

    const withoutRavi = publish([asha, meera]);
    expect(await listHolds(withoutRavi)).toBe(true);
    expect(checkProof(sha256, withoutRavi.proofFor(ravi), {})).toMatchObject({ amount: false, path: false });
  });

  test("shows one leaf to two members who have the same", async () => {
    const twin = { refId: "FCTWIN222", balances: asha.balances };
    const publication = publish([asha, twin, ravi], { shows: (person) => (person === twin ? asha : person) });
    expect(publication.published.owed).toBe("1100");
    expect(holdsFor(asha, publication)).toBe(true);
    expect(checkProof(sha256, publication.proofFor(twin), {})).toMatchObject({ amount: true, path: false });
    expect(await listHolds(publication)).toBe(true);
  });

  test("lets a sum overflow", async () => {
    const large = 2n ** 63n - 1n;
    for (const modulus of [63, 64]) {
      const publication = publish(everybody, {
        extra: [large, large, 4n].map((units) => ({ owedFc: asFc(units), lockedFc: noFc })),
        add: (a, b) => BigInt.asUintN(modulus, a + b),
      });
      expect(everybody.some((person) => !holdsFor(person, publication))).toBe(true);
      expect(await listHolds(publication)).toBe(false);
    }
  });

  test("shows the root of the day before once more", () => {
    const yesterday = publish([{ ...asha, balances: { ...none, staking: 1n } }, ravi, meera], {
      day: "2026-02-02",
    });
    const { root } = publish(everybody).published;
    const proof = yesterday.proofFor(asha);
    const asToday = { ...proof, published: { ...proof.published, day } };
    expect(passes(checkProof(sha256, proof, { refId: asha.refId, day }))).toBe(false);
    expect(checkProof(sha256, asToday, { refId: asha.refId, day }).path).toBe(false);
    expect(checkProof(sha256, proof, { root }).root).toBe(false);
  });

  test("shows two people two roots, as soon as they compare them", () => {
    const [toAsha, toRavi] = [publish([asha]), publish([ravi])];
    expect(holdsFor(asha, toAsha) && holdsFor(ravi, toRavi)).toBe(true);
    const compared = checkProof(sha256, toAsha.proofFor(asha), { root: toRavi.published.root });
    expect(compared).toEqual({ form: true, owner: undefined, amount: true, path: true, root: false });
  });
});

test("whatever a file contains, the answer is that it does not hold", () => {
  const proof = publish(everybody).proofFor(asha);
  const [first, ...others] = proof.leaves;
  const wrong: unknown[] = [
    undefined,
    null,
    "proof",
    {},
    { ...proof, format: "fc-proof/2" },
    { ...proof, leaves: [] },
    { ...proof, leaves: [...proof.leaves, first] },
    { ...proof, leaves: [{ ...first, owed: "-1" }, ...others] },
    { ...proof, leaves: [{ ...first, owed: "1e3" }, ...others] },
    { ...proof, leaves: [{ ...first, owed: String(2n ** 63n) }, ...others] },
    { ...proof, leaves: [{ ...first, position: 9 }, ...others] },
    { ...proof, leaves: [{ ...first, position: 0.5 }, ...others] },
    { ...proof, leaves: [{ ...first, path: "" }, ...others] },
    { ...proof, leaves: [{ ...first, path: "A" }, ...others] },
    { ...proof, nonce: proof.nonce.slice(2) },
    { ...proof, accounts: {} },
    { ...proof, published: { ...proof.published, leaves: 10 } },
    { ...proof, published: { ...proof.published, owed: "1104" } },
    { ...proof, published: { ...proof.published, root: proof.published.root.toUpperCase() } },
  ];
  expect(passes(checkProof(sha256, proof, {}))).toBe(true);
  for (const given of wrong) expect(passes(checkProof(sha256, given, {}))).toBe(false);
});
