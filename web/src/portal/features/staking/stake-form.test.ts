import { expect, test } from "vitest";
import { amountOf, amountTexts, formOf, formProblem, others, typedCustom } from "./stake-form.ts";

test("the custom amount ignores what is below 0 or above 10000, and what is no number", () => {
  expect(typedCustom("", "1")).toBe("1");
  expect(typedCustom("1000", "10000")).toBe("10000");
  expect(typedCustom("1000", "10001")).toBe("1000");
  expect(typedCustom("15", "-15")).toBe("15");
  expect(typedCustom("15", "15.5")).toBe("15");
  expect(typedCustom("15", "1e3")).toBe("15");
  expect(typedCustom("15", "")).toBe("");
  expect(typedCustom("0", "015")).toBe("15");
});

test("a listed package is fine, and others only as a multiple of 15 that is not 0", () => {
  const problem = "Please enter multiplies of $15";
  expect(formProblem({ choice: "500", custom: "" })).toBeUndefined();
  expect(formProblem({ choice: others, custom: "105" })).toBeUndefined();
  for (const custom of ["", "0", "7", "100", "1000"])
    expect(formProblem({ choice: others, custom })).toBe(problem);
  expect(formProblem({ choice: "", custom: "" })).toBe(problem);
});

test("an amount is found again as the package or the custom amount it was", () => {
  for (const amount of [15, 1000, 105]) expect(amountOf(formOf(amount))).toBe(amount);
  expect(formOf(105)).toEqual({ choice: others, custom: "105" });
});

test("amounts are shown exactly, with their units", () => {
  const price = { cost: 300_000.5, inrPerUsd: 88.1234 };
  expect(amountTexts(150, price)).toEqual({
    usd: "$150",
    fc: "30,00,005 FC",
    inr: "₹13,218.51",
    inrPlain: "13218.51",
  });
  expect(amountTexts(150, undefined)).toMatchObject({ usd: "$150", fc: undefined, inr: undefined });
});
