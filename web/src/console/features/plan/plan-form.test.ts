import { defaultPlan } from "@fc/contract/testing/default-plan";
import { expect, test } from "vitest";
import { fieldsOf, rulesOf } from "./plan-form.ts";

test("a plan is typed in percent and dollars, and comes back as it was", () => {
  const fields = fieldsOf(defaultPlan);
  expect(fields).toMatchObject({
    "ros.dailyBasisPoints": "0.5",
    "ros.limitBasisPoints": "200",
    "pairMatching.capUsdCents": "1000",
  });
  expect(rulesOf(fields).rules).toEqual(defaultPlan);
  expect(
    rulesOf({ ...fields, "pairMatching.capUsdCents": "1,250.5", "ros.dailyBasisPoints": "0.07" }).rules,
  ).toMatchObject({
    ros: { dailyBasisPoints: 7 },
    pairMatching: { capUsdCents: 125_050 },
  });
});

test("what is no figure, out of bounds or out of order is shown at its field", () => {
  const fields = fieldsOf(defaultPlan);
  expect(rulesOf({ ...fields, "ros.dailyBasisPoints": "half" }).problems).toHaveProperty([
    "ros.dailyBasisPoints",
  ]);
  expect(rulesOf({ ...fields, "ros.dailyBasisPoints": "0.005" }).problems).toHaveProperty([
    "ros.dailyBasisPoints",
  ]);
  expect(rulesOf({ ...fields, "directBonus.basisPoints": "101" }).problems).toHaveProperty([
    "directBonus.basisPoints",
  ]);
  const offers = fields.offers.toReversed();
  expect(rulesOf({ ...fields, offers }).problems).toHaveProperty(["offers"]);
});
