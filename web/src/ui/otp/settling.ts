import { Listeners } from "../../lib/listeners.ts";

/** Of the names under which the browser keeps steps of changes (`held-step.ts`). */
export const stepPrefix = "fcStep/";

const keys = new Set<string>();
const listeners = new Listeners();

/**
 * The keys of requests that a page of this tab is making, or looks up itself. The shell looks up all others whose
 * answer was lost. Looking up a key closes it, so a request that still runs must not be looked up.
 */
export const settling = {
  begin(key: string): void {
    keys.add(key);
    listeners.tell();
  },
  end(key: string): void {
    if (keys.delete(key)) listeners.tell();
  },
  has: (key: string) => keys.has(key),
  subscribe: listeners.subscribe,
};
