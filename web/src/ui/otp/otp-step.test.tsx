// @vitest-environment happy-dom
import { limits, type LimitName } from "@fc/contract/limits";
import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api/api.ts";
import { mailedCode, otpChange } from "../../testing/otp-change.ts";
import { elapse } from "../../testing/page.ts";
import { renderUi } from "../../testing/render.tsx";
import type { CodeRefusal } from "./code-state.ts";
import { OtpStep } from "./otp-step.tsx";
import type { OtpChange } from "./use-otp-change.ts";

const start = Date.parse("2026-11-15T08:00:00Z");
const inSeconds = (seconds: number) => new Date(start + seconds * 1000).toISOString();
beforeEach(() => void vi.useFakeTimers({ now: start }));

function show(state: Partial<OtpChange> = {}) {
  renderUi(<OtpStep otp={otpChange(start, state)} />);
}

const refused = (refusal: CodeRefusal) =>
  show({ mailed: mailedCode({ problem: "Please enter valid OTP", refusal }) });
const text = () => document.body.textContent;

test("a code that can be entered says until when", () => {
  show();
  expect(text()).toContain("Valid until 1:40 pm");
  expect(text()).not.toContain("Tries left");
});

test("the tries that are left are said from the second wrong one on", () => {
  refused({ reason: "wrong", triesLeft: 4 });
  expect(text()).not.toContain("Tries left");
  refused({ reason: "wrong", triesLeft: 3 });
  expect(text()).toContain("Tries left for this code: 3");
});

test("the code of an earlier mail leads to the newest one, which is still valid", () => {
  refused({ reason: "earlier", triesLeft: 2 });
  expect(text()).toContain("Please enter the newest one that we sent.Tries left for this code: 2");
  expect(text()).toContain("Valid until");
});

describe("a code that no longer counts says why below the headline, drops its time and offers a new one", () => {
  test.each([
    ["expired", "This code has expired."],
    ["replaced", "A newer code was sent for another change"],
    ["locked", "too many wrong tries"],
    ["changed", "What this code was sent for has changed since"],
  ] as const)("%s", (reason, words) => {
    refused({ reason });
    expect(text()).toContain("Please enter valid OTP");
    expect(text()).toContain(words);
    expect(text()).not.toContain("Valid until");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send a new code" }).disabled).toBe(false);
  });

  test.each([
    ["before anything was entered", undefined],
    ["after a wrong try", { reason: "wrong", triesLeft: 2 }],
  ] as const)("also when its time runs out %s", (_, refusal) => {
    show({ mailed: mailedCode({ refusal }) });
    elapse(599_000);
    expect(text()).toContain("Valid until");
    elapse(1000);
    expect(text()).toContain("This code has expired.");
    expect(text()).not.toContain("Valid until");
  });
});

test("a spent code leads to where its change is shown, and to no new code", () => {
  refused({ reason: "spent" });
  expect(text()).toContain("This code was used: what it was sent for has been done.");
  expect(screen.getByRole("link", { name: "Wallet Report" }).getAttribute("href")).toBe(
    "/wallet-report?wallet=transfer",
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("a code that waits to be sent counts down and says that it needs no press", () => {
  show({ step: "form", outdated: true, sendsAt: inSeconds(12) });
  expect(text()).toContain("A new code can be sent in 12 seconds. It is sent by itself.");
  expect(text()).not.toContain("You changed the form");
  elapse(3000);
  expect(text()).toContain("in 9 seconds.");
});

/** As the server refuses: with the limit's name and its words. */
const limitedBy = (limit: LimitName | undefined, retryAfterSeconds: number) =>
  new ApiError(
    {
      code: "TOO_MANY_REQUESTS",
      message: "…",
      requestId: "r-429",
      retryAfterSeconds,
      ...(limit && { limit, limitText: limits[limit] }),
    },
    429,
  );

test.each([
  ["otp-resend", 28, "The next code can be sent in 28 seconds"],
  ["otp-send", 1200, "many codes without using them. The next code can be sent in 20 minutes (1:50 pm)"],
  ["otp-failures", 50_400, "Codes can be sent and entered again in 14 hours (16 Nov 2026, 3:30 am)"],
  [undefined, 60, "Too many attempts. Please try again in 60 seconds"],
] as const)("the limit %s is named, with the wait and without a reference", (limit, seconds, words) => {
  show({ limited: limitedBy(limit, seconds) });
  expect(text()).toContain(words);
  expect(text()).not.toContain("r-429");
});

test("a limit counts down until it is over", () => {
  show({ limited: limitedBy("otp-send", 91) });
  expect(text()).toContain("in 2 minutes");
  elapse(2000);
  expect(text()).toContain("in 89 seconds");
  act(() => void vi.advanceTimersByTime(89_000));
  expect(text()).toContain("You can try again now.");
});
