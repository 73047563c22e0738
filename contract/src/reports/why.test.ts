import { type Fc, type UsdCents, asFc, asUsdCents, noFc, noUsdCents } from "../units.ts";
import { expect, test } from "vitest";
import { defaultPlan } from "../testing/default-plan.ts";
import { explain, type CreditReason } from "./why.ts";

// 1,500 units for $15: a unit for each cent.
const shared = {
  day: "2026-02-03",
  planVersion: 1,
  rules: defaultPlan,
  fcFor15Usd: "1500",
  dueFc: "1000",
  availableFc: "1000",
  creditedFc: "0",
  tax: null,
};
const stake = { id: 1, startedOn: "2026-02-01", dayNumber: 2, planVersion: 1, terms: defaultPlan.ros };
const offer = { ...shared, kind: "offer_reward", offerAtUsdCents: "150000" } as const;

const reasons: [string, CreditReason, { usdCents: UsdCents | undefined; fc: Fc }][] = [
  [
    "returns of all its stakes, half a percent each",
    {
      ...shared,
      kind: "ros",
      stakes: [
        { ...stake, principalFc: "10000" },
        { ...stake, id: 2, principalFc: "2000" },
      ],
    },
    { usdCents: undefined, fc: asFc(60n) },
  ],
  [
    "a direct bonus of five percent",
    { ...shared, kind: "direct_bonus", refId: "FC1234567", principalUsdCents: "1500" },
    { usdCents: asUsdCents(75n), fc: asFc(75n) },
  ],
  [
    "a tenth of the weaker leg's business that was not matched before",
    {
      ...shared,
      kind: "pair_matching",
      leftUsdCents: "5000",
      rightUsdCents: "9000",
      consumedUsdCents: "2000",
      ownStakeUsdCents: "1500",
    },
    { usdCents: asUsdCents(300n), fc: asFc(300n) },
  ],
  [
    "the offer that was reached on that day",
    { ...offer, matchedBeforeUsdCents: "149999", matchedAfterUsdCents: "800000" },
    { usdCents: asUsdCents(3000n), fc: asFc(3000n) },
  ],
  [
    "nothing for an offer that had been reached before",
    { ...offer, matchedBeforeUsdCents: "150000", matchedAfterUsdCents: "800000" },
    { usdCents: noUsdCents, fc: noFc },
  ],
];

test.each(reasons)("a credit is explained as %s", (_, reason, due) => {
  const paidInFull = explain({ ...reason, creditedFc: String(due.fc) });
  expect(paidInFull).toEqual({ due, paidFc: due.fc, taxFc: 0n, agrees: true });
  expect(explain({ ...reason, creditedFc: String(due.fc + 1n) }).agrees).toBe(false);
});

test.each(reasons)("a pool that covers half of the day's dues pays half of %s", (_, reason, due) => {
  const creditedFc = String(due.fc / 2n);
  expect(explain({ ...reason, availableFc: "500", creditedFc })).toEqual({
    due,
    paidFc: due.fc / 2n,
    taxFc: 0n,
    agrees: true,
  });
});
