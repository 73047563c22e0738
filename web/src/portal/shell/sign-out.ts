import { logout } from "@fc/contract/login/portal";
import { call } from "../../lib/api/api.ts";
import { forgetPush } from "../../lib/push.ts";
import { memberView } from "../../lib/session/member-view.ts";
import { narrowScreens } from "../../ui/table/use-narrow.ts";
import { session } from "../../lib/session/session.ts";

/** Leaves at once; the server ends the session as well, and by its expiry should this call fail. */
export async function signOut(): Promise<void> {
  const ended = Promise.all([call(logout), forgetPush()]).catch(() => undefined);
  // Ending a member view opens another page, which would cancel the call.
  if (memberView.current()) await ended;
  session.end("signed-out");
  await ended;
}

/** The place of the question, once its code is there. */
export const signOutQuestion: { ask?: () => void } = {};

/** On a narrow screen it is asked once whether it is meant. */
export function requestSignOut(): void {
  if (signOutQuestion.ask && matchMedia(narrowScreens).matches) signOutQuestion.ask();
  else void signOut();
}
