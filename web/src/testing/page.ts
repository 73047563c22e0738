import { act, cleanup, configure } from "@testing-library/react";
import { vi } from "vitest";
import { activate } from "../lib/i18n.ts";
import { toast } from "../ui/feedback/toasts.tsx";

// Of `findBy…` and `waitFor`, as long as `expect.poll` waits: with one second a busy machine fails what a quiet one passes.
configure({ asyncUtilTimeout: 60_000 });

/** What a test leaves behind in the page, in storage or in time must not reach the next one. */
export async function leaveNothing(): Promise<void> {
  cleanup();
  toast.clear();
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await activate("en");
}

/** Lets that much time pass, and the page react to it. Needs `vi.useFakeTimers()`. */
export function elapse(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}
