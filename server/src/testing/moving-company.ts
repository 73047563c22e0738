import { asFc, asUsdCents } from "@fc/contract/units";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { daysAfter, endOfDay } from "@fc/contract/period";
import type { RosTerms } from "@fc/contract/plan/rules";
import fc from "fast-check";
import { exactOfCents, exactOfFc, exactText } from "../core/moving/exact-amount.ts";
import { columnsOf, fileNames, type FileKind } from "../core/moving/format.ts";
import { writeCsv } from "../core/moving/write-rows.ts";
import { Reference, type Person } from "./plan/reference.ts";

export const cutDay = "2026-01-31";

interface RandomStake {
  cents: number;
  units: number;
  terms: RosTerms;
  /** As a part of all its days. */
  age: number;
  end: "completed" | "undone" | null;
}

interface RandomMember {
  parent: number;
  sponsor: number;
  taken: { left: number; right: number; matched: number };
  wallets: [number, number, number, number];
}

/** A company as another system may have it: sponsors anywhere, several kinds of terms, legs of which not the same was taken. */
// Without fast-check's preference for small values: in a company of small ones hardly anybody has something to match.
export const randomCompany = fc.noBias(
  fc.record({
    members: fc.array(
      fc.record({
        parent: fc.nat(),
        sponsor: fc.nat(),
        taken: fc.record({
          left: fc.integer({ min: 0, max: 120 }),
          right: fc.integer({ min: 0, max: 120 }),
          matched: fc.integer({ min: 0, max: 100 }),
        }),
        wallets: fc.tuple(fc.nat(10_000_000), fc.nat(10_000_000), fc.nat(10_000_000), fc.nat(10_000_000)),
      }),
      { minLength: 10, maxLength: 25 },
    ),
    stakes: fc.array(
      fc.record({
        cents: fc.integer({ min: 1, max: 1_000_000 }),
        // Large enough that each day brings something: what was earned then says how many days it were.
        units: fc.integer({ min: 1_000_000, max: 2_000_000_000 }),
        terms: fc.record({
          dailyBasisPoints: fc.integer({ min: 1, max: 300 }),
          limitBasisPoints: fc.integer({ min: 1, max: 30_000 }),
        }),
        age: fc.double({ min: 0, max: 1, noNaN: true }),
        end: fc.constantFrom(null, null, null, null, null, null, "completed" as const, "undone" as const),
      }),
      { minLength: 20, maxLength: 50 },
    ),
    isReversed: fc.boolean(),
  }),
);

interface RandomCompany {
  members: RandomMember[];
  stakes: RandomStake[];
  /** Sponsors and parents stand behind their members in the file. */
  isReversed: boolean;
}

/** Writes the company as a folder, and answers it as a closing on paper sees it. */
export async function writeCompany(folder: string, made: RandomCompany): Promise<Reference> {
  const people = placed(made);
  const reference = new Reference();
  for (const person of people) reference.join(person);
  const stakes = made.stakes.map((stake, at) => ({ ...stake, person: picked(people, at) }));
  const legCents = (person: Person, side: Person["side"]) =>
    stakes
      .filter(({ person: by, end }) => end !== "undone" && sideBelow(by, person) === side)
      .reduce((sum, { cents }) => sum + BigInt(cents), 0n);
  const lines: Record<"members" | "stakes" | "balances" | "business", string[][]> = {
    members: [],
    stakes: [],
    balances: [],
    business: [],
  };
  for (const [at, person] of people.entries()) {
    const { wallets, taken } = picked(made.members, at);
    lines.members.push(memberLine(person));
    lines.balances.push([refIdOf(person), ...wallets.map((units) => fcText(BigInt(units))), ""]);
    const [staking, earning, offer] = wallets.map(BigInt);
    Object.assign(reference.wallets.get(person.id) ?? {}, { staking, earning, offer });
    const part = (side: Person["side"]) => (legCents(person, side) * BigInt(taken[side])) / 100n;
    const [left, right] = [part("left"), part("right")];
    const matched = asUsdCents(((left < right ? left : right) * BigInt(taken.matched)) / 100n);
    reference.bring(person, { left: asUsdCents(left), right: asUsdCents(right) }, matched);
    const figures = [
      legCents(person, "left") - left,
      left,
      legCents(person, "right") - right,
      right,
      matched,
    ];
    lines.business.push([refIdOf(person), ...figures.map(usdText)]);
  }
  for (const stake of stakes) lines.stakes.push(stakeLine(stake, reference));
  await mkdir(folder, { recursive: true });
  for (const kind of ["members", "stakes", "balances", "business"] as const) {
    const rows = made.isReversed && kind === "members" ? lines[kind].toReversed() : lines[kind];
    await writeCsv(join(folder, fileNames[kind]), headerOf(kind), rows);
  }
  return reference;
}

const headerOf = (kind: FileKind) => Object.values(columnsOf[kind]).map(({ name }) => name);
const refIdOf = ({ id }: Person) => `OLD-${id}`;
const fcText = (units: bigint) => exactText(exactOfFc(units));
const usdText = (cents: bigint) => exactText(exactOfCents(cents));

function picked<Each>(values: readonly Each[], at: number): Each {
  const value = values[at % values.length];
  if (value === undefined) throw new Error("there is nothing to pick from");
  return value;
}

/** Their ids are those that the import gives, which follow the lines of the file. */
function placed({ members, isReversed }: RandomCompany): Person[] {
  const people: Person[] = [];
  const free: { parent: Person; side: Person["side"] }[] = [];
  for (const [at, { parent, sponsor }] of members.entries()) {
    const id = isReversed ? members.length - at : at + 1;
    const [place] = at === 0 ? [] : free.splice(parent % free.length, 1);
    const person: Person = {
      id,
      sponsor: at === 0 ? undefined : picked(people, sponsor),
      parent: place?.parent,
      side: place?.side ?? "left",
    };
    people.push(person);
    free.push({ parent: person, side: "left" }, { parent: person, side: "right" });
  }
  return people;
}

function sideBelow(person: Person, above: Person): Person["side"] | undefined {
  for (let below = person; below.parent !== undefined; below = below.parent)
    if (below.parent === above) return below.side;
  return undefined;
}

function memberLine(person: Person): string[] {
  const { id, sponsor, parent, side } = person;
  const cells: Record<string, string> = {
    user_id: refIdOf(person),
    name: "Asha Rao",
    gender: "F",
    email: `old-${id}@example.com`,
    joined_at: "2024-01-01",
    sponsor_id: sponsor === undefined ? "" : refIdOf(sponsor),
    parent_id: parent === undefined ? "" : refIdOf(parent),
    side: parent === undefined ? "" : side,
    status: "active",
  };
  return headerOf("members").map((name) => cells[name] ?? "");
}

function stakeLine(stake: RandomStake & { person: Person }, reference: Reference): string[] {
  const { person, cents, units, terms, age, end } = stake;
  const days = Math.floor(Math.ceil(terms.limitBasisPoints / terms.dailyBasisPoints) * age);
  const reached = Math.min(days * terms.dailyBasisPoints, terms.limitBasisPoints);
  const earned = (BigInt(units) * BigInt(reached)) / 10_000n;
  const startedAt = new Date(endOfDay(daysAfter(cutDay, -days)).getTime() - 43_200_000);
  const before = { person, usdCents: asUsdCents(BigInt(cents)), fc: asFc(BigInt(units)), startedAt, terms };
  if (end !== "undone") {
    const known = reference.stake(before);
    known.isBonusDecided = true;
    if (end === "completed") reference.end(known, new Date("2026-01-20T00:00:00Z"));
  }
  const percent = (basisPoints: number) => String(basisPoints / 100);
  return [
    refIdOf(person),
    usdText(BigInt(cents)),
    fcText(BigInt(units)),
    "2024-06-01T12:00:00+05:30",
    percent(terms.dailyBasisPoints),
    percent(terms.limitBasisPoints),
    fcText(earned),
    fcText(earned),
    end === null ? "" : "2026-01-20T00:00:00Z",
    end ?? "",
  ];
}
