import { type Fc, type UsdCents, asFc, asUsdCents, noFc, plus } from "../units.ts";
import { sure } from "../sure.ts";
import * as z from "zod/mini";
import type { RewardKind } from "../plan/reward-kinds.ts";
import {
  coveredFc,
  directBonusUsdCents,
  offersReached,
  pairStep,
  planRules,
  rewardFc,
  rosOfDayFc,
  type PairStep,
} from "../plan/rules.ts";
import { taxOf } from "../taxes/rules.ts";

/** Units as decimal text, since a number of JSON would lose digits. */
const units = z.string().check(z.regex(/^-?\d{1,19}$/));

const shared = {
  /** The day closed, as India counts it. */
  day: z.string(),
  /** The plan in force on that day. */
  planVersion: z.number(),
  rules: planRules,
  /** What $15 bought at the day's end, in units. */
  fcFor15Usd: units,
  /** Everybody's rewards of that day, and what the pool held for them. */
  dueFc: units,
  availableFc: units,
  /** What the ledger credited. */
  creditedFc: units,
  /** The tax that was deducted at source with it; null where none was. */
  tax: z.nullable(
    z.object({
      section: z.string(),
      hasPan: z.boolean(),
      rateBasisPoints: z.number(),
      thresholdPaise: units,
      /** Everything that the same step of the closing credited to the member. */
      baseFc: units,
      inrPerUsd: units,
      financialYear: z.number(),
      sumBeforePaise: units,
      taxedBeforePaise: units,
      taxFc: units,
      /** The part of it that was taken from the wallet of this credit. */
      ofWalletFc: units,
    }),
  ),
};

const reasons = {
  ros: z.object({
    kind: z.literal("ros"),
    ...shared,
    stakes: z.array(
      z.object({
        id: z.number(),
        startedOn: z.string(),
        principalFc: units,
        /** On which day of its earning this was; the first one is 1. */
        dayNumber: z.number(),
        /** The plan it was bought under, whose terms it keeps. */
        planVersion: z.number(),
        terms: planRules.shape.ros,
      }),
    ),
  }),
  direct_bonus: z.object({
    kind: z.literal("direct_bonus"),
    ...shared,
    /** The member who staked. */
    refId: z.string(),
    principalUsdCents: units,
  }),
  pair_matching: z.object({
    kind: z.literal("pair_matching"),
    ...shared,
    leftUsdCents: units,
    rightUsdCents: units,
    consumedUsdCents: units,
    ownStakeUsdCents: units,
  }),
  offer_reward: z.object({
    kind: z.literal("offer_reward"),
    ...shared,
    /** The matched business that reaches it. */
    offerAtUsdCents: units,
    matchedBeforeUsdCents: units,
    matchedAfterUsdCents: units,
  }),
} satisfies Record<RewardKind, z.ZodMiniObject>;

/** All that a credit of a closing follows from, for each kind of reward. */
export type CreditReasons = { [Kind in RewardKind]: z.output<(typeof reasons)[Kind]> };
export type CreditReason = CreditReasons[RewardKind];

const [firstReason, ...otherReasons] = Object.values(reasons);
export const creditReason = z.discriminatedUnion("kind", [sure(firstReason), ...otherReasons]);

export interface RewardDue {
  /** What it comes to in dollars; undefined for a reward that is computed in FC from the start. */
  usdCents: UsdCents | undefined;
  fc: Fc;
}

/** How the amount of each kind follows from its reason, by the rules that the closing used. */
const dueByKind: { readonly [Kind in RewardKind]: (reason: CreditReasons[Kind]) => RewardDue } = {
  ros: ({ stakes }) => ({
    usdCents: undefined,
    fc: stakes.reduce((sum, stake) => plus(sum, rosOfStakeFc(stake)), noFc),
  }),
  direct_bonus: (reason) =>
    inFc(reason, directBonusUsdCents(asUsdCents(BigInt(reason.principalUsdCents)), reason.rules)),
  pair_matching: (reason) => inFc(reason, pairStepOf(reason).bonusUsdCents),
  offer_reward(reason) {
    const grown = {
      beforeUsdCents: asUsdCents(BigInt(reason.matchedBeforeUsdCents)),
      afterUsdCents: asUsdCents(BigInt(reason.matchedAfterUsdCents)),
    };
    const reached = offersReached(grown, reason.rules).find(
      ({ matchedUsdCents }) => BigInt(matchedUsdCents) === BigInt(reason.offerAtUsdCents),
    );
    return inFc(reason, asUsdCents(BigInt(reached?.rewardUsdCents ?? 0)));
  },
};

function inFc({ fcFor15Usd }: CreditReason, usdCents: UsdCents): RewardDue {
  return { usdCents, fc: rewardFc(usdCents, BigInt(fcFor15Usd)) };
}

/** What one of the stakes returned on that day. */
export function rosOfStakeFc({ principalFc, terms, dayNumber }: CreditReasons["ros"]["stakes"][number]): Fc {
  return rosOfDayFc(asFc(BigInt(principalFc)), terms, dayNumber);
}

/** The day's matching, step by step. */
export function pairStepOf(reason: CreditReasons["pair_matching"]): PairStep {
  const input = {
    leftUsdCents: asUsdCents(BigInt(reason.leftUsdCents)),
    rightUsdCents: asUsdCents(BigInt(reason.rightUsdCents)),
    consumedUsdCents: asUsdCents(BigInt(reason.consumedUsdCents)),
    ownStakeUsdCents: asUsdCents(BigInt(reason.ownStakeUsdCents)),
  };
  return pairStep(input, reason.rules);
}

export interface Explanation {
  due: RewardDue;
  /** What the pool covered of it. */
  paidFc: Fc;
  /** What its tax comes to; zero where none was taken. */
  taxFc: Fc;
  /** Whether both are what the ledger has, to the unit. */
  agrees: boolean;
}

/** Computes a credit again from its reason, in the browser too, so that a member can check it. */
export function explain(reason: CreditReason): Explanation {
  const due = dueOf(reason.kind, reason);
  const coverage = { dueFc: asFc(BigInt(reason.dueFc)), availableFc: asFc(BigInt(reason.availableFc)) };
  const paidFc = coveredFc(due.fc, coverage);
  const taxFc = asFc(taxOfReason(reason));
  const agrees = paidFc === BigInt(reason.creditedFc) && taxFc === BigInt(reason.tax?.taxFc ?? 0);
  return { due, paidFc, taxFc, agrees };
}

function taxOfReason({ tax, fcFor15Usd }: CreditReason): bigint {
  if (tax === null) return 0n;
  const baseFc = asFc(BigInt(tax.baseFc));
  const terms = {
    rateBasisPoints: tax.rateBasisPoints,
    thresholdPaise: BigInt(tax.thresholdPaise),
    price: { fcFor15Usd: BigInt(fcFor15Usd), inrPerUsd: BigInt(tax.inrPerUsd) },
    sumPaise: BigInt(tax.sumBeforePaise),
    taxedPaise: BigInt(tax.taxedBeforePaise),
  };
  return taxOf(terms, { amountFc: baseFc, mostFc: baseFc }).taxFc;
}

/** Takes the kind by itself, because only then does the compiler see that rule and reason belong together. */
function dueOf<Kind extends RewardKind>(kind: Kind, reason: CreditReasons[Kind]): RewardDue {
  return dueByKind[kind](reason);
}
