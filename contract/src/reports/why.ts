import * as z from "zod/mini";
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
};

/** All that a credit of a closing follows from. */
export const creditReason = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ros"),
    ...shared,
    stakes: z.array(
      z.object({
        id: z.number(),
        startedOn: z.string(),
        principalFc: units,
        /** Its how manyeth day of earning this was. */
        dayNumber: z.number(),
        /** The plan it was bought under, whose terms it keeps. */
        planVersion: z.number(),
        terms: planRules.shape.ros,
      }),
    ),
  }),
  z.object({
    kind: z.literal("direct_bonus"),
    ...shared,
    /** Who staked. */
    refId: z.string(),
    principalUsdCents: units,
  }),
  z.object({
    kind: z.literal("pair_matching"),
    ...shared,
    leftUsdCents: units,
    rightUsdCents: units,
    consumedUsdCents: units,
    ownStakeUsdCents: units,
  }),
  z.object({
    kind: z.literal("offer_reward"),
    ...shared,
    /** The matched business that reaches it. */
    offerAtUsdCents: units,
    matchedBeforeUsdCents: units,
    matchedAfterUsdCents: units,
  }),
]);
export type CreditReason = z.output<typeof creditReason>;

export interface Explained {
  /** What it comes to in dollars; none of a return, which is in FC from the start. */
  dueUsdCents: bigint | undefined;
  dueFc: bigint;
  /** What the pool covered of it. */
  paidFc: bigint;
  /** Whether that is what the ledger credited, to the unit. */
  agrees: boolean;
  /** The day's matching, step by step. */
  pair: PairStep | undefined;
}

/** Reckons a credit again from its inputs, by the rules that the closing went by. */
export function explain(reason: CreditReason): Explained {
  const pair = reason.kind === "pair_matching" ? pairStep(pairInput(reason), reason.rules) : undefined;
  const dueUsdCents = pair?.bonusUsdCents ?? usdCentsOf(reason);
  const dueFc =
    reason.kind === "ros"
      ? reason.stakes.reduce((sum, stake) => sum + rosOf(stake), 0n)
      : rewardFc(dueUsdCents ?? 0n, BigInt(reason.fcFor15Usd));
  const coverage = { dueFc: BigInt(reason.dueFc), availableFc: BigInt(reason.availableFc) };
  const paidFc = coveredFc(dueFc, coverage);
  return { dueUsdCents, dueFc, paidFc, agrees: paidFc === BigInt(reason.creditedFc), pair };
}

type RosReason = Extract<CreditReason, { kind: "ros" }>;

/** What one of the stakes returned on that day. */
export function rosOf({ principalFc, terms, dayNumber }: RosReason["stakes"][number]): bigint {
  return rosOfDayFc(BigInt(principalFc), terms, dayNumber);
}

function pairInput(reason: Extract<CreditReason, { kind: "pair_matching" }>) {
  return {
    leftUsdCents: BigInt(reason.leftUsdCents),
    rightUsdCents: BigInt(reason.rightUsdCents),
    consumedUsdCents: BigInt(reason.consumedUsdCents),
    ownStakeUsdCents: BigInt(reason.ownStakeUsdCents),
  };
}

function usdCentsOf(reason: CreditReason): bigint | undefined {
  if (reason.kind === "direct_bonus") {
    return directBonusUsdCents(BigInt(reason.principalUsdCents), reason.rules);
  }
  if (reason.kind !== "offer_reward") return undefined;
  const grown = {
    beforeUsdCents: BigInt(reason.matchedBeforeUsdCents),
    afterUsdCents: BigInt(reason.matchedAfterUsdCents),
  };
  const reached = offersReached(grown, reason.rules).find(
    ({ matchedUsdCents }) => BigInt(matchedUsdCents) === BigInt(reason.offerAtUsdCents),
  );
  return BigInt(reached?.rewardUsdCents ?? 0);
}
