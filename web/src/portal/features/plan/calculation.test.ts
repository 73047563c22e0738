import { defaultPlan } from "@fc/contract/testing/default-plan";
import { expect, test } from "vitest";
import { computeRewards } from "./calculation.ts";

/** 1,000 coins a dollar. */
const price = 150_000_000n;

test("a stake and two legs come to what the plan's own rules give", () => {
  const { ros, days, directUsdCents, pair, offers } = computeRewards(
    { stake: "150", direct: "1,000", left: "1,500", right: "3,000" },
    defaultPlan,
    price,
  );
  expect(ros).toEqual({ principalFc: 1_500_000_000n, dailyFc: 7_500_000n, totalFc: 3_000_000_000n });
  expect(days).toBe(400);
  expect(directUsdCents).toBe(5000n);
  expect(pair).toMatchObject({ bonusUsdCents: 15_000n, flushedUsdCents: 0n, rightAfterUsdCents: 150_000n });
  expect(offers).toEqual([{ matchedUsdCents: 150_000, rewardUsdCents: 3000 }]);
});

test("the cap flushes what is beyond it, and counts no offer for that", () => {
  const { pair, offers } = computeRewards(
    { stake: "15", direct: "", left: "1500", right: "1500" },
    defaultPlan,
    price,
  );
  expect(pair).toMatchObject({ bonusUsdCents: 1500n, matchedUsdCents: 15_000n, flushedUsdCents: 135_000n });
  expect(offers).toEqual([]);
});

test("nothing typed, or nothing that is an amount, comes to nothing; without a price there are no coins", () => {
  const { ros, pair } = computeRewards(
    { stake: "", direct: "1.234", left: ".", right: "" },
    defaultPlan,
    undefined,
  );
  expect(ros).toBeUndefined();
  expect(pair.bonusUsdCents).toBe(0n);
});
