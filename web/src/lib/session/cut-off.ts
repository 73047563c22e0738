import { Listeners } from "../listeners.ts";
import { tabStore } from "../storage.ts";
import { session } from "./session.ts";

/** `nothing-moved`: the server had not taken it. `unknown`: it was sent, and its answer did not arrive. */
export type CutOff = "nothing-moved" | "unknown";

const key = "fcCutOff";
const listeners = new Listeners();

/**
 * What became of the money that a member was about to move when the session ended, for instance because the account
 * was blocked. The login page says so, because a blocked member reaches no other page.
 */
export const cutOff = {
  read(): CutOff | null {
    const kept = tabStore.read(key);
    return kept === "nothing-moved" || kept === "unknown" ? kept : null;
  },

  tell(what: CutOff): void {
    tabStore.write(key, what);
    listeners.tell();
  },

  subscribe: listeners.subscribe,
};

session.subscribe(() => {
  if (session.token()) tabStore.remove(key);
});
