// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../../lib/session/session.ts";
import { heldStep, type HeldStep } from "./held-step.ts";

const now = Date.parse("2026-11-15T10:00:00Z");
const code = {
  grant: "0b9f6a3e-5a51-4f0e-9b0e-2f3a4c5d6e7f",
  sentTo: "a***@example.com",
  expiresAt: "2026-11-15T10:10:00Z",
  resendAt: "2026-11-15T10:00:30Z",
  authenticator: false,
};
const transferOf = (amount: number): HeldStep<"transfer"> => ({
  ...heldStep.begin({
    purpose: "transfer",
    userId: 7,
    change: { fromRefId: "FCASHA22Z", toRefId: "FCRAVK33R", amount },
  }),
  code,
});

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.clear();
  sessionStorage.clear();
  session.start("t");
});

const amounts = () => heldStep.all(["transfer"], 7).map(({ change }) => change?.amount);

test("a step under way is found again, by its own member and until its code expires", () => {
  const step = transferOf(1000);
  heldStep.keep(step);
  expect(heldStep.find("transfer", 7)).toEqual(step);
  expect(heldStep.find("transfer", 8)).toBeUndefined();
  expect(heldStep.find("withdraw", 7)).toBeUndefined();
  vi.setSystemTime("2026-11-15T10:10:00Z");
  expect(heldStep.find("transfer", 7)).toBeUndefined();
});

test("of a step that another release stored, only what a form of today understands is shown", () => {
  const step = { ...transferOf(1000), isUnanswered: true };
  const stored = { ...step, change: { from: "FCASHA22Z", coins: "1000" }, code: { sentTo: 7 } };
  localStorage.setItem(`fcStep/7/${step.key}`, JSON.stringify(stored));
  expect(heldStep.all(["transfer"], 7)).toEqual([{ ...step, change: undefined, code: undefined }]);
  localStorage.setItem(`fcStep/7/${step.key}`, JSON.stringify({ ...stored, purpose: "gift" }));
  expect(heldStep.all(["transfer"], 7)).toEqual([]);
});

test("two tabs that do different things keep both", () => {
  const [one, two] = [transferOf(1000), transferOf(2000)];
  heldStep.keep(one);
  heldStep.keep(two);
  expect(new Set(amounts())).toEqual(new Set([1000, 2000]));
  heldStep.drop(one);
  expect(amounts()).toEqual([2000]);
});

test("a request whose answer was lost is kept, however wrong the clock is", () => {
  heldStep.keep({ ...transferOf(1000), isUnanswered: true });
  vi.setSystemTime("2027-01-01T00:00:00Z");
  expect(heldStep.unanswered(["transfer"], 7)?.change?.amount).toBe(1000);
  vi.setSystemTime("2020-01-01T00:00:00Z");
  expect(heldStep.unanswered(["transfer"], 7)?.change?.amount).toBe(1000);
});

test("a sign-out leaves the key of a request whose answer was lost, and nothing of what was typed", () => {
  const lost = { ...transferOf(1000), isUnanswered: true };
  heldStep.keep(lost);
  heldStep.keep(transferOf(2000));
  session.end("signed-out");
  const left = heldStep.all(["transfer"], 7);
  expect(left).toMatchObject([{ key: lost.key, isUnanswered: true }]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(
    /FCRAVK33R|example\.com|1000|2000/,
  );
});

test("the details of the member's records stay in their tab", () => {
  const change = { userId: 7, accountNumber: "123456789012", ifscCode: "", branch: "", bankName: "" };
  heldStep.keep({ ...heldStep.begin({ purpose: "bank", userId: 7, change }), code });
  expect(JSON.stringify({ ...localStorage })).not.toContain("123456789012");
  expect(heldStep.find("bank", 7)?.change).toEqual(change);
  sessionStorage.clear();
  expect(heldStep.find("bank", 7)).toBeUndefined();
});
