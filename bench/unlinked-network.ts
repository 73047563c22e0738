import { asFc, asUsdCents, noFc, noUsdCents, plus, minus, type Fc, type UsdCents } from "@fc/contract/units";
import {
  directBonusUsdCents,
  pairStep,
  rewardFc,
  rosOfDayFc,
  type PlanRules,
} from "../contract/src/plan/rules.ts";
import { stakingPackagesUsd } from "../contract/src/staking/portal.ts";
import { defaultPlan } from "../contract/src/testing/default-plan.ts";

/** Numbers from 0 to 1 that are the same in each run. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Stake {
  cents: UsdCents;
  fc: Fc;
  day: number;
}

export interface Person {
  id: number;
  sponsor: Person | undefined;
  parent: Person | undefined;
  side: 0 | 1;
  below: [Person | undefined, Person | undefined];
  legsCents: [UsdCents, UsdCents];
  consumedCents: UsdCents;
  stakes: Stake[];
  owedFc: Fc;
  lockedFc: Fc;
}

/** What everybody has on one day, by member. */
export interface DayOfNetwork {
  /** Who is right above; undefined for the first one. */
  parents: readonly (number | undefined)[];
  owedFc: readonly Fc[];
  lockedFc: readonly Fc[];
}

export interface Network {
  people: readonly Person[];
  /** The last days, the oldest first. */
  days: readonly DayOfNetwork[];
}

const lastDay = 300;
const plan: PlanRules = defaultPlan;
/** 1,000 FC a dollar at first, and a little more each week. */
const fcFor15Usd = (day: number) => 150_000_000n + BigInt(Math.floor(day / 7)) * 10_000n;

/**
 * A network that grew over 300 days by the default plan: registrations of whom a third never stakes, packages and own
 * sums, some large ones, one member with a twelfth of everything, returns, bonuses, matching and withdrawals.
 */
export function grownNetwork(
  members: number,
  { seed, shownDays }: { seed: number; shownDays: number },
): Network {
  const random = randomFrom(seed);
  const people: Person[] = [];
  const days: DayOfNetwork[] = [];
  const largeDay = Math.floor(lastDay / 2);
  for (let day = 1; day <= lastDay; day++) {
    const approved: [Person, Stake][] = [];
    const stake = (person: Person, usd: number) => approved.push([person, stakeOf(usd, day)]);
    while (people.length < Math.ceil((members * day) / lastDay)) {
      const person = join(people, random);
      if (random() < 0.65) stake(person, stakeUsd(random));
    }
    for (const person of people) {
      if (person.stakes.length > 0 && random() < 0.001) stake(person, stakeUsd(random));
    }
    const someone = people[Math.floor(random() * people.length)];
    if (day === largeDay && someone) stake(someone, 15 * Math.ceil(dollarsStaked(people) / 6 / 15));
    for (const [person, made] of approved) approve(person, made);
    close(people, approved, day);
    for (const person of people) if (random() < 0.02) withdraw(person, random);
    if (day > lastDay - shownDays) {
      days.push({
        parents: people.map(({ parent }) => parent?.id),
        owedFc: people.map(({ owedFc }) => owedFc),
        lockedFc: people.map(({ lockedFc }) => lockedFc),
      });
    }
  }
  return { people, days };
}

function dollarsStaked(people: readonly Person[]): number {
  return (
    people.reduce((sum, { stakes }) => sum + stakes.reduce((own, { cents }) => own + Number(cents), 0), 0) /
    100
  );
}

function stakeUsd(random: () => number): number {
  const kind = random();
  if (kind < 0.8) {
    const at = Math.floor(random() ** 1.5 * stakingPackagesUsd.length);
    return stakingPackagesUsd[at] ?? stakingPackagesUsd[0];
  }
  if (kind < 0.97) return 15 * Math.ceil(random() * 200);
  return 15 * Math.ceil(Math.min(100 * random() ** (-1 / 1.2), 10_000));
}

function stakeOf(usd: number, day: number): Stake {
  const cents = asUsdCents(BigInt(usd) * 100n);
  return { cents, fc: rewardFc(cents, fcFor15Usd(day)), day };
}

/** Below a sponsor, at the first free place on a random way down. */
function join(people: Person[], random: () => number): Person {
  const sponsor = people[Math.floor(random() * people.length)];
  let parent = sponsor;
  let side: 0 | 1 = random() < 0.5 ? 0 : 1;
  for (let next = parent?.below[side]; next; next = parent?.below[side]) {
    parent = next;
    side = random() < 0.5 ? 0 : 1;
  }
  const person: Person = {
    id: people.length + 1,
    sponsor,
    parent,
    side,
    below: [undefined, undefined],
    legsCents: [noUsdCents, noUsdCents],
    consumedCents: noUsdCents,
    stakes: [],
    owedFc: noFc,
    lockedFc: noFc,
  };
  if (parent) parent.below[side] = person;
  people.push(person);
  return person;
}

function approve(person: Person, stake: Stake): void {
  person.stakes.push(stake);
  person.lockedFc = plus(person.lockedFc, stake.fc);
  for (let below = person, above = person.parent; above; below = above, above = above.parent) {
    above.legsCents[below.side] = plus(above.legsCents[below.side], stake.cents);
  }
}

/** What the running stakes of a member return on a day. A sponsor knows it from the plan. */
export function returnOn({ stakes }: Person, day: number): Fc {
  return stakes.reduce((sum, { fc, day: since }) => plus(sum, rosOfDayFc(fc, plan.ros, day - since)), noFc);
}

/** The number of the last day of those that are shown, counted from the end. */
export const dayNumber = (fromEnd: number) => lastDay - fromEnd;

function close(people: readonly Person[], approved: readonly [Person, Stake][], day: number): void {
  const fc = (cents: UsdCents) => rewardFc(cents, fcFor15Usd(day));
  for (const [{ sponsor }, { cents }] of approved) {
    if (sponsor && sponsor.stakes.length > 0)
      sponsor.owedFc = plus(sponsor.owedFc, fc(directBonusUsdCents(asUsdCents(cents), plan)));
  }
  for (const person of people) {
    person.owedFc = plus(person.owedFc, returnOn(person, day));
    if (person.stakes.length === 0) continue;
    const [leftUsdCents, rightUsdCents] = person.legsCents;
    const ownStakeUsdCents = person.stakes.reduce(
      (sum, { cents }) => plus(sum, asUsdCents(cents)),
      noUsdCents,
    );
    const legs = { leftUsdCents, rightUsdCents, consumedUsdCents: person.consumedCents, ownStakeUsdCents };
    const { takenUsdCents, bonusUsdCents } = pairStep(legs, plan);
    person.consumedCents = plus(person.consumedCents, takenUsdCents);
    person.owedFc = plus(person.owedFc, fc(bonusUsdCents));
  }
}

/** Some whole coins of what there is. */
function withdraw(person: Person, random: () => number): void {
  const whole = Number(person.owedFc / 10_000n);
  person.owedFc = minus(person.owedFc, asFc(BigInt(Math.floor(whole * (0.3 + 0.7 * random()))) * 10_000n));
}
