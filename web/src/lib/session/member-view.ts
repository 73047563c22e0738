import { tabStore } from "../storage.ts";

/**
 * An operator sees the portal as a member, read only. It is valid in this tab alone, so the browser may be signed in
 * as somebody else at the same time.
 */
interface MemberView {
  token: string;
  refId: string;
}

const key = "fcMemberView";

export const memberView = {
  current(): MemberView | undefined {
    const [token, refId] = (tabStore.read(key) ?? "").split(" ");
    return token && refId ? { token, refId } : undefined;
  },

  /** Called in the console: this tab becomes the member's portal. */
  begin({ token, refId }: MemberView): void {
    tabStore.write(key, `${token} ${refId}`);
    location.assign("/");
  },

  /** Returns to the member's page in the console, where the view began. */
  end({ refId }: MemberView): void {
    tabStore.remove(key);
    location.assign(`/console/members/${refId}`);
  },
};
