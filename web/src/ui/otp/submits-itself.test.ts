import { expect, test } from "vitest";
import { submitsItself } from "./submits-itself.ts";

const typed = { purpose: "profile", hasAppCode: false, before: "12345", now: "123456" } as const;

test("the sixth digit that is typed submits a change of the profile", () => {
  expect(submitsItself(typed)).toBe(true);
});

test("fewer digits, a pasted code and a corrected one wait for a press", () => {
  expect(submitsItself({ ...typed, before: "1234", now: "12345" })).toBe(false);
  expect(submitsItself({ ...typed, before: "", now: "123456" })).toBe(false);
  expect(submitsItself({ ...typed, before: "12346", now: "123456" })).toBe(false);
});

test("withdrawals, transfers and stakes wait for a press, and so does a change that needs the app's code", () => {
  for (const purpose of ["withdraw", "internal-transfer", "transfer", "staking", "staking-topup"] as const)
    expect(submitsItself({ ...typed, purpose })).toBe(false);
  expect(submitsItself({ ...typed, hasAppCode: true })).toBe(false);
});
