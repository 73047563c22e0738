import { localStore, tabStore } from "../storage.ts";
import { session } from "./session.ts";

/** Under which the browser remembers what a member's dashboard consists of. */
export const homeViewKey = "fcHome";
/** The words that a member wrote for the referral link. */
export const invitationKey = "fcInvitation";
/** Before the member's id: how far a stake came. */
export const stakeKeys = "fcStake/";
/** Of this tab: what was typed to the support and not sent. */
export const supportDraftKey = "fcSupportDraft";

// On a shared phone nobody finds anything of the member before. Forgotten here and not by the screens that write it:
// a member may sign out on a page that has not loaded their code.
session.subscribe(() => {
  for (const key of [homeViewKey, invitationKey, ...localStore.keys(stakeKeys)]) localStore.remove(key);
  // A session that expired goes on with it after the next sign-in.
  if (session.token() === null && session.signedOutOnPurpose) tabStore.remove(supportDraftKey);
});
