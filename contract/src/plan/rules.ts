import { asUsdCents, noUsdCents, minus, type Fc, type UsdCents } from "../units.ts";
import type { Words } from "../languages.ts";
import { keysOf, sure } from "../sure.ts";
import * as z from "zod/mini";
import { fcForUsdInPayersFavour, shareInPayersFavour } from "../money.ts";

/**
 * The plan: what it is made of, and how every reward follows from it. These functions are pure, so that the closing's
 * tests, the browser's "why this amount?" and the calculator use the very same rules. docs/plan.md explains them with
 * examples, which are run as tests.
 */
const whole = 10_000n;

/** Messages show percent, because that is what people write; the plan keeps basis points. */
const percent = (basisPoints: number) => (basisPoints / 100).toLocaleString("en-IN");
const shareBetween = (lowest: number, highest: number) =>
  z
    .number("Please enter a percentage")
    .check(
      z.int("At most two decimals"),
      z.minimum(lowest, `At least ${percent(lowest)} %`),
      z.maximum(highest, `At most ${percent(highest)} %`),
    );
const usdCents = z
  .number("Please enter an amount in dollars")
  .check(
    z.int("At most two decimals"),
    z.minimum(0, "Not below zero"),
    z.maximum(10_000_000_000, "At most $100,000,000"),
  );

/** Shares are in basis points, 1/100 of a percent, and dollars in cents: whole numbers, as JSON keeps them. */
export const planRules = z.strictObject({
  /** Return on staking, to the staking wallet. A stake keeps the terms that it was bought under. */
  ros: z.strictObject({
    dailyBasisPoints: shareBetween(1, 10_000),
    limitBasisPoints: shareBetween(1, 100_000),
  }),
  /** Of each stake of somebody personally sponsored, to the earning wallet. */
  directBonus: z.strictObject({ basisPoints: shareBetween(0, 10_000) }),
  /** Of the weaker leg's unmatched business, to the earning wallet; both caps bind. */
  pairMatching: z.strictObject({
    basisPoints: shareBetween(1, 10_000),
    capOwnStakeBasisPoints: shareBetween(0, 1_000_000),
    capUsdCents: usdCents,
  }),
  /** Each is paid once, to the offer wallet, when this much business has been matched. */
  offers: z
    .array(z.strictObject({ matchedUsdCents: usdCents, rewardUsdCents: usdCents }))
    .check(
      z.maxLength(50, "At most 50 offers"),
      z.refine(isRising, "Offers must be in rising order of the matched business"),
    ),
});
export type PlanRules = z.output<typeof planRules>;
export type RosTerms = PlanRules["ros"];
export type Offer = PlanRules["offers"][number];

type FigureSection = Exclude<keyof PlanRules, "offers">;
/** `ros.dailyBasisPoints`: every rule that is one figure. Offers are a list of their own. */
export type PlanFigurePath = {
  [Section in FigureSection]: `${Section}.${keyof PlanRules[Section] & string}`;
}[FigureSection];

interface PlanFigure {
  readonly label: Words;
  readonly unit: "%" | "$";
  readonly of: (rules: PlanRules) => number;
}

/** The figures as people read and edit them: in percent or dollars, where the rules have basis points or cents. */
export const planFigures: Readonly<Record<PlanFigurePath, PlanFigure>> = {
  "ros.dailyBasisPoints": {
    label: { en: "Return on staking, each day", hi: "स्टेकिंग पर रिटर्न, हर दिन" },
    unit: "%",
    of: ({ ros }) => ros.dailyBasisPoints,
  },
  "ros.limitBasisPoints": {
    label: { en: "Return on staking, in all", hi: "स्टेकिंग पर रिटर्न, कुल" },
    unit: "%",
    of: ({ ros }) => ros.limitBasisPoints,
  },
  "directBonus.basisPoints": {
    label: { en: "Direct bonus, of each stake", hi: "डायरेक्ट बोनस, हर स्टेक पर" },
    unit: "%",
    of: ({ directBonus }) => directBonus.basisPoints,
  },
  "pairMatching.basisPoints": {
    label: { en: "Pair matching, of the weaker leg", hi: "पेयर मैचिंग, कमज़ोर लेग पर" },
    unit: "%",
    of: ({ pairMatching }) => pairMatching.basisPoints,
  },
  "pairMatching.capOwnStakeBasisPoints": {
    label: { en: "Daily cap of pair matching, of the own stake", hi: "पेयर मैचिंग की दैनिक सीमा, अपने स्टेक पर" },
    unit: "%",
    of: ({ pairMatching }) => pairMatching.capOwnStakeBasisPoints,
  },
  "pairMatching.capUsdCents": {
    label: { en: "Daily cap of pair matching, at most", hi: "पेयर मैचिंग की दैनिक सीमा, अधिकतम" },
    unit: "$",
    of: ({ pairMatching }) => pairMatching.capUsdCents,
  },
};
export const planFigurePaths = keysOf(planFigures);

function isRising(offers: readonly { matchedUsdCents: number }[]): boolean {
  return offers.every(
    ({ matchedUsdCents }, at) => matchedUsdCents > (at === 0 ? 0 : sure(offers[at - 1]).matchedUsdCents),
  );
}

/** A version of the plan is in force from a day on, as India counts days, until a later version is. */
export interface PlanVersion {
  version: number;
  /** 2026-02-03. */
  effectiveFrom: string;
  rules: PlanRules;
}

/** On how many days a stake pays. The last one pays what is left up to the limit. */
export function rosDays({ dailyBasisPoints, limitBasisPoints }: RosTerms): number {
  return Math.ceil(limitBasisPoints / dailyBasisPoints);
}

/**
 * What a stake returns on its nth day, the day after its approval being the first. It is what the stake has returned
 * by then less what it had returned by the day before, so that roundings (down, in the pool's favour) never add up
 * and the last day reaches the limit to the unit.
 */
export function rosOfDayFc(principalFc: Fc, terms: RosTerms, dayNumber: number): Fc {
  return minus(rosByDayFc(principalFc, terms, dayNumber), rosByDayFc(principalFc, terms, dayNumber - 1));
}

/** Everything a stake has returned by the end of its nth day. */
export function rosByDayFc(principalFc: Fc, terms: RosTerms, dayNumber: number): Fc {
  const days = BigInt(Math.min(Math.max(dayNumber, 0), rosDays(terms)));
  const reached = days * BigInt(terms.dailyBasisPoints);
  return shareInPayersFavour(principalFc, least(reached, BigInt(terms.limitBasisPoints)), whole);
}

/** Rounded down to the cent, in the pool's favour. */
export function directBonusUsdCents(principalUsdCents: UsdCents, { directBonus }: PlanRules): UsdCents {
  return shareInPayersFavour(principalUsdCents, BigInt(directBonus.basisPoints), whole);
}

/** What a closing finds of a member who qualifies for matching. */
export interface PairInput {
  /** Business of each leg since the beginning, as of the day's end. */
  leftUsdCents: UsdCents;
  rightUsdCents: UsdCents;
  /** Business that matching has taken from each leg on earlier days; it is the same for both. */
  consumedUsdCents: UsdCents;
  /** The member's own running stakes together. */
  ownStakeUsdCents: UsdCents;
}

export interface PairStep {
  /** Unmatched business of each leg before; below zero while reversed stakes are still to be worked off. */
  carriedLeftUsdCents: UsdCents;
  carriedRightUsdCents: UsdCents;
  /** Taken from both legs: the weaker one's unmatched business. */
  takenUsdCents: UsdCents;
  /** The part of it that earns, and that counts for offers. */
  matchedUsdCents: UsdCents;
  /** The part beyond the cap, which is lost. */
  flushedUsdCents: UsdCents;
  capUsdCents: UsdCents;
  bonusUsdCents: UsdCents;
  /** Unmatched business of each leg afterwards: nothing of the weaker one, the rest of the stronger one. */
  leftAfterUsdCents: UsdCents;
  rightAfterUsdCents: UsdCents;
}

/** A day's matching of a member. Bonus and cap are rounded down to the cent, in the pool's favour. */
export function pairStep(input: PairInput, { pairMatching }: PlanRules): PairStep {
  const { leftUsdCents, rightUsdCents, consumedUsdCents, ownStakeUsdCents } = input;
  const carriedLeftUsdCents = minus(leftUsdCents, consumedUsdCents);
  const carriedRightUsdCents = minus(rightUsdCents, consumedUsdCents);
  const weaker = least(carriedLeftUsdCents, carriedRightUsdCents);
  const takenUsdCents = weaker > 0n ? weaker : noUsdCents;
  const share = BigInt(pairMatching.basisPoints);
  const capUsdCents = pairCapUsdCents(ownStakeUsdCents, { pairMatching });
  const uncapped = shareInPayersFavour(takenUsdCents, share, whole);
  const isCapped = uncapped > capUsdCents;
  const matchedUsdCents = isCapped ? shareInPayersFavour(capUsdCents, whole, share) : takenUsdCents;
  return {
    carriedLeftUsdCents,
    carriedRightUsdCents,
    takenUsdCents,
    matchedUsdCents,
    flushedUsdCents: minus(takenUsdCents, matchedUsdCents),
    capUsdCents,
    bonusUsdCents: isCapped ? capUsdCents : uncapped,
    leftAfterUsdCents: minus(carriedLeftUsdCents, takenUsdCents),
    rightAfterUsdCents: minus(carriedRightUsdCents, takenUsdCents),
  };
}

/** The most that matching pays a member on one day. */
export function pairCapUsdCents(
  ownStakeUsdCents: UsdCents,
  { pairMatching }: Pick<PlanRules, "pairMatching">,
): UsdCents {
  const byStake = shareInPayersFavour(ownStakeUsdCents, BigInt(pairMatching.capOwnStakeBasisPoints), whole);
  return least(byStake, asUsdCents(BigInt(pairMatching.capUsdCents)));
}

/** The offers that a member reaches when its matched business grows from one sum to another. */
export function offersReached(
  { beforeUsdCents, afterUsdCents }: { beforeUsdCents: UsdCents; afterUsdCents: UsdCents },
  { offers }: PlanRules,
): Offer[] {
  return offers.filter(({ matchedUsdCents }) => {
    const at = BigInt(matchedUsdCents);
    return beforeUsdCents < at && at <= afterUsdCents;
  });
}

/** A reward in dollars, in FC at the closing day's price: rounded down, in the pool's favour. */
export function rewardFc(rewardUsdCents: UsdCents, fcFor15Usd: bigint): Fc {
  return fcForUsdInPayersFavour(rewardUsdCents, fcFor15Usd);
}

/** What all rewards of a day come to, and what the pool held for them. */
export interface Coverage {
  dueFc: Fc;
  availableFc: Fc;
}

/** What is paid of a reward: all of it, or the same share of every one. Rounded down, in the pool's favour. */
export function coveredFc(rewardDueFc: Fc, { dueFc, availableFc }: Coverage): Fc {
  return availableFc >= dueFc ? rewardDueFc : shareInPayersFavour(rewardDueFc, availableFc, dueFc);
}

/** The coverage of a day in basis points, rounded down: only a day paid in full shows as 100 %. */
export function coverageBasisPoints({ dueFc, availableFc }: Coverage): number {
  return availableFc >= dueFc ? 10_000 : Number(shareInPayersFavour(availableFc, whole, dueFc));
}

function least<A extends bigint>(one: A, other: NoInfer<A>): A {
  return one < other ? one : other;
}
