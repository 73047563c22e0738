import { expect, test } from "vitest";
import {
  amountOf,
  amountTexts,
  customRemark,
  formOf,
  formProblem,
  ignoredBecause,
  others,
} from "./stake-form.ts";

test("a custom amount above 10000 or below 0 is ignored, and what is no number counts as none", () => {
  expect(["10,000", "10,001", "15"].map(ignoredBecause)).toEqual([undefined, "above", undefined]);
  // Typed key by key: the sign stays, so that the digits after it never become 15.
  expect(["-", "-1", "-15", "−१५"].map(ignoredBecause)).toEqual([undefined, "below", "below", "below"]);
  const custom = (typed: string) => amountOf({ choice: others, custom: typed });
  expect(["-15", "15.5", "1e3", "", "1.5.0"].map(custom)).toEqual([0, 0, 0, 0, 0]);
  expect(["15.00", "१०५", "1,005", "015"].map(custom)).toEqual([15, 105, 1005, 15]);
});

test("a listed package is fine, and others only as a multiple of 15 that is not 0", () => {
  const problem = "Please enter multiplies of $15";
  expect(formProblem({ choice: "500", custom: "" })).toBeUndefined();
  expect(formProblem({ choice: others, custom: "105" })).toBeUndefined();
  for (const custom of ["", "0", "7", "100", "1000"])
    expect(formProblem({ choice: others, custom })).toBe(problem);
  expect(formProblem({ choice: "", custom: "" })).toBe(problem);
});

test("what is wrong with a custom amount is told while it is typed", () => {
  expect(["0", "7", "00", "100"].map(customRemark)).toEqual([
    "The least is $15.",
    "The least is $15.",
    "The least is $15.",
    "Not a multiple of $15.",
  ]);
  for (const custom of ["", " ", "15", "105", "-15", "1e3"]) expect(customRemark(custom)).toBeUndefined();
});

test("an amount is found again as the package or the custom amount it was", () => {
  for (const amount of [15, 1000, 105, 9990]) expect(amountOf(formOf(amount))).toBe(amount);
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
