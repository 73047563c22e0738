// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { elapse } from "../testing/page.ts";
import { clockText, useCountdown } from "./use-countdown.ts";

const start = Date.parse("2026-11-15T10:00:00Z");
const inSeconds = (seconds: number) => new Date(start + seconds * 1000).toISOString();

beforeEach(() => void vi.useFakeTimers({ now: start }));

test("it counts down to zero and then stops", () => {
  const { result } = renderHook(() => useCountdown(inSeconds(2.5)));
  expect(result.current).toBe(2500);
  elapse(1000);
  expect(result.current).toBe(1500);
  elapse(2000);
  expect(result.current).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a new end is counted from the moment it is known", () => {
  const view = renderHook(({ until }: { until: string | null }) => useCountdown(until), {
    initialProps: { until: null as string | null },
  });
  elapse(60_000);
  view.rerender({ until: inSeconds(90) });
  expect(view.result.current).toBe(30_000);
  elapse(1000);
  expect(view.result.current).toBe(29_000);
  view.rerender({ until: inSeconds(70) });
  expect(view.result.current).toBe(9000);
});

test("without an end, or after it, there is nothing to count", () => {
  expect(renderHook(() => useCountdown(null)).result.current).toBe(0);
  expect(renderHook(() => useCountdown(inSeconds(-1))).result.current).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a clock shows hours, minutes and seconds, and never less than is left", () => {
  expect(clockText(47 * 3_600_000 + 3 * 60_000 + 9000)).toBe("47:03:09");
  expect(clockText(1)).toBe("00:00:01");
  expect(clockText(0)).toBe("00:00:00");
});
