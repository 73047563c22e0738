import { expect, test } from "vitest";
import { differencesOf, type MatchFacts } from "./differences.ts";

const exact: MatchFacts = {
  words: "UPI-ASHA VERMA-asha@okaxis-412345678901-PAY",
  payer: "",
  name: "Asha Verma",
  hasUtr: true,
  linePaise: 1_245_000n,
  requestPaise: 1_245_000n,
  daysApart: 0,
  isNamedTwice: false,
  hasSamePicture: false,
  isPaidTwice: false,
  isReversed: false,
};

test("a credit with the UTR, the rupees, the day and the payer of a request is exact", () => {
  expect(differencesOf(exact)).toEqual([]);
  expect(differencesOf({ ...exact, daysApart: -3 })).toEqual([]);
});

test("everything that differs is named", () => {
  const wrong: MatchFacts = {
    ...exact,
    words: "NEFT-RAVI MENON",
    hasUtr: false,
    linePaise: 1_244_999n,
    daysApart: 4,
    isNamedTwice: true,
    hasSamePicture: true,
    isPaidTwice: true,
    isReversed: true,
  };
  expect(differencesOf(wrong)).toEqual([
    "utr",
    "amount",
    "day",
    "payer",
    "named-twice",
    "same-picture",
    "paid-twice",
    "reversed",
  ]);
  expect(differencesOf({ ...exact, requestPaise: null })).toEqual(["amount"]);
});

const payers: [payer: string, name: string][] = [
  ["ASHA VERMA", "Asha Verma"],
  ["VERMA ASHA", "Asha Verma"],
  ["Mrs. Asha  Verma", "Asha Verma"],
  ["JOSE MULLER", "José Müller"],
  ["आशा वर्मा", "आशा वर्मा"],
];
test.each(payers)("the payer “%s” is %s", (payer, name) => {
  expect(differencesOf({ ...exact, payer, name })).toEqual([]);
});

const others: [payer: string, name: string][] = [
  ["ASHA", "Asha Verma"],
  ["ASHA VERMA KUMAR", "Asha Verma"],
  ["ASHA VERM", "Asha Verma"],
  ["आशी वर्मा", "आशा वर्मा"],
  ["RAVI MENON", "Asha Verma"],
  ["", "Mr"],
];
test.each(others)("the payer “%s” is not %s", (payer, name) => {
  expect(differencesOf({ ...exact, words: "UPI", payer, name })).toEqual(["payer"]);
});

test("without a column for the payer, the name stands alone in the text", () => {
  expect(differencesOf({ ...exact, words: "UPI/412345678901/VERMA ASHA/upi" })).toEqual([]);
  expect(differencesOf({ ...exact, words: "UPI-RAVI MENON-for asha verma-4123" })).toEqual(["payer"]);
});
