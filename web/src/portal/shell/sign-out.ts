import { logout } from "@fc/contract/login/portal";
import { call } from "../../lib/api/api.ts";
import { forgetPush } from "../../lib/push.ts";
import { memberView } from "../../lib/session/member-view.ts";
import { session } from "../../lib/session/session.ts";

/** Leaves at once; the server ends the session as well, and by its expiry should this call fail. */
export async function signOut(): Promise<void> {
  const ended = Promise.all([call(logout), forgetPush()]).catch(() => undefined);
  // Ending a member view opens another page, which would cancel the call.
  if (memberView.current()) await ended;
  session.end("signed-out");
  await ended;
}
