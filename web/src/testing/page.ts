import { act, cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { toast } from "../ui/feedback/toasts.tsx";

// What a test leaves behind in the page, in storage or in time must not reach the next one.
afterEach(() => {
  cleanup();
  toast.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets that much time pass, and the page react to it. Needs `vi.useFakeTimers()`. */
export function elapse(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}
