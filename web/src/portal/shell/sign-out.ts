import { logout } from "@fc/contract/login/portal";
import { call } from "../../lib/api.ts";
import { look } from "../../lib/look.ts";
import { session } from "../../lib/session.ts";

/** Leaves at once; the server ends the session as well, and by its expiry should this call fail. */
export async function signOut(): Promise<void> {
  const ended = call(logout).catch(() => undefined);
  // The end of a look leads to another page, which would break the call off.
  if (look.current()) await ended;
  session.end("signed-out");
  await ended;
}
