import { asFc, asUsdCents, noFc, noUsdCents } from "../units.ts";
import { describe, expect, test } from "vitest";
import { planChangeText, planDifference } from "./difference.ts";
import {
  coverageBasisPoints,
  coveredFc,
  pairStep,
  planRules,
  rosByDayFc,
  rosDays,
  rosOfDayFc,
} from "./rules.ts";
import { defaultPlan } from "../testing/default-plan.ts";

describe("a plan", () => {
  test("is refused with offers out of order, shares of nothing or figures that are no whole numbers", () => {
    expect(planRules.safeParse(defaultPlan).success).toBe(true);
    const wrong = [
      { ...defaultPlan, offers: defaultPlan.offers.toReversed() },
      { ...defaultPlan, offers: [defaultPlan.offers[0], defaultPlan.offers[0]] },
      { ...defaultPlan, ros: { dailyBasisPoints: 0, limitBasisPoints: 20_000 } },
      { ...defaultPlan, ros: { dailyBasisPoints: 0.5, limitBasisPoints: 20_000 } },
      { ...defaultPlan, directBonus: { basisPoints: -1 } },
      { ...defaultPlan, bonus: 1 },
    ];
    for (const rules of wrong) expect(planRules.safeParse(rules).success).toBe(false);
  });

  test("shows which percentages it allows", () => {
    const ros = { dailyBasisPoints: 0, limitBasisPoints: 100_001 };
    const { error } = planRules.safeParse({ ...defaultPlan, ros });
    expect(error?.issues.map(({ message }) => message)).toEqual(["At least 0.01 %", "At most 1,000 %"]);
  });

  test("differs from another in readable lines, and from itself in none", () => {
    const changed = {
      ...defaultPlan,
      ros: { dailyBasisPoints: 45, limitBasisPoints: 20_000 },
      offers: [{ matchedUsdCents: 150_000, rewardUsdCents: 4000 }, ...defaultPlan.offers.slice(2)],
    };
    expect(planDifference(defaultPlan, changed).map(planChangeText)).toEqual([
      "Return on staking, each day: 0.5 % → 0.45 %",
      "Offer at $1,500 of matched business: $30 → $40",
      "Offer at $7,500 of matched business: $150 → none",
    ]);
    expect(planDifference(defaultPlan, defaultPlan)).toEqual([]);
    const everyFigure = {
      ...defaultPlan,
      ros: { dailyBasisPoints: 60, limitBasisPoints: 30_000 },
      directBonus: { basisPoints: 600 },
      pairMatching: { basisPoints: 1100, capOwnStakeBasisPoints: 20_000, capUsdCents: 200_050 },
    };
    expect(planDifference(defaultPlan, everyFigure).map(planChangeText)).toEqual([
      "Return on staking, each day: 0.5 % → 0.6 %",
      "Return on staking, in all: 200 % → 300 %",
      "Direct bonus, of each stake: 5 % → 6 %",
      "Pair matching, of the weaker leg: 10 % → 11 %",
      "Daily cap of pair matching, of the own stake: 100 % → 200 %",
      "Daily cap of pair matching, at most: $1,000 → $2,000.50",
    ]);
  });
});

test("whatever the principal and the terms, all days together return the limit to the unit and no more", () => {
  for (const principal of [1n, 7n, 333n, 9_999n, 1_234_567n, 10n ** 15n + 1n]) {
    for (const terms of [defaultPlan.ros, { dailyBasisPoints: 33, limitBasisPoints: 1000 }]) {
      let sum = 0n;
      for (let day = -1; day <= rosDays(terms) + 2; day++) sum += rosOfDayFc(asFc(principal), terms, day);
      expect(sum).toBe((principal * BigInt(terms.limitBasisPoints)) / 10_000n);
      expect(sum).toBe(rosByDayFc(asFc(principal), terms, rosDays(terms)));
    }
  }
});

test("business whose bonus is exactly the cap is matched to the last cent, and none of it is lost", () => {
  const business = {
    leftUsdCents: asUsdCents(1009n),
    rightUsdCents: asUsdCents(2000n),
    consumedUsdCents: noUsdCents,
  };
  const { matchedUsdCents, flushedUsdCents, bonusUsdCents, capUsdCents } = pairStep(
    { ...business, ownStakeUsdCents: asUsdCents(100n) },
    defaultPlan,
  );
  expect({ matchedUsdCents, flushedUsdCents, bonusUsdCents, capUsdCents }).toEqual({
    matchedUsdCents: 1009n,
    flushedUsdCents: 0n,
    bonusUsdCents: 100n,
    capUsdCents: 100n,
  });
});

test("a pool that holds more than is due pays what is due and not more", () => {
  expect(coveredFc(asFc(7n), { dueFc: asFc(10n), availableFc: asFc(20n) })).toBe(7n);
  expect(coveredFc(asFc(7n), { dueFc: asFc(10n), availableFc: asFc(10n) })).toBe(7n);
  expect(coveredFc(asFc(7n), { dueFc: asFc(10n), availableFc: asFc(9n) })).toBe(6n);
  expect(coveredFc(noFc, { dueFc: noFc, availableFc: noFc })).toBe(0n);
});

test("only a day paid in full shows as 100 %", () => {
  expect(coverageBasisPoints({ dueFc: asFc(10n ** 12n), availableFc: asFc(10n ** 12n - 1n) })).toBe(9999);
  expect(coverageBasisPoints({ dueFc: noFc, availableFc: noFc })).toBe(10_000);
});
