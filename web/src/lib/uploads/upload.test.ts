import { uploadLimits } from "@fc/contract/uploads/portal";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, failure } from "../api/api.ts";
import { refusal, retried } from "./upload.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const windowMs = uploadLimits.operationRetryMs;
const withStatus = (status: number) => new ApiError({ code: "ANY", message: "Any" }, status);

/** Fails that many times with the error, then succeeds; returns how often it was tried, and how it ended. */
async function outcomeOf(problem: unknown, failures: number, signal = new AbortController().signal) {
  let tries = 0;
  const work = async () => {
    if (tries++ < failures) throw problem;
    return "done";
  };
  const ended = retried(work, { windowMs, signal }).catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(windowMs * 2);
  return { tries, ended: await ended };
}

test.each([
  [408, withStatus(408)],
  [429, withStatus(429)],
  [500, withStatus(500)],
  [503, withStatus(503)],
  ["no answer", failure("NETWORK")],
])("%s is tried again until it succeeds", async (_, error) => {
  expect(await outcomeOf(error, 3)).toEqual({ tries: 4, ended: "done" });
});

test.each([
  ["no picture", refusal("NOT_A_PICTURE")],
  ["too large", withStatus(413)],
  ["not signed in", withStatus(401)],
  ["a mistake of ours", new TypeError("x is undefined")],
])("%s is reported at once", async (_, error) => {
  expect(await outcomeOf(error, 1)).toEqual({ tries: 1, ended: error });
});

test("it ends with the window, and when the member gives up", async () => {
  const error = failure("NETWORK");
  const { tries, ended } = await outcomeOf(error, Infinity);
  expect(ended).toBe(error);
  expect(tries).toBeGreaterThan(windowMs / 5000 - 2);
  const stopped = new AbortController();
  setTimeout(() => stopped.abort(), 3500);
  expect((await outcomeOf(error, Infinity, stopped.signal)).tries).toBe(3);
});

test("a server that requires a longer wait than the window has is obeyed", async () => {
  const busy = new ApiError({ code: "ANY", message: "Any", retryAfterSeconds: 3600 }, 429);
  expect(await outcomeOf(busy, 1)).toEqual({ tries: 1, ended: busy });
});
