import { localStore } from "../storage.ts";
import { session } from "./session.ts";

/** Under which the browser remembers what a member's dashboard consists of: forgotten with the session. */
export const homeViewKey = "fcHome";
session.subscribe(() => localStore.remove(homeViewKey));
