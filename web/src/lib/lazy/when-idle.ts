import { fieldOf } from "@fc/contract/sure";

/** Runs the work when the browser is idle; returns a function that cancels it. */
export function whenIdle(work: () => unknown): () => void {
  // Safari has no idle callback; after two seconds the page is drawn there as well.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work, 2_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(idle);
}

/** Whether this person asked their browser to load no more than is needed. */
export function savesData(): boolean {
  return fieldOf(fieldOf(navigator, "connection"), "saveData") === true;
}
