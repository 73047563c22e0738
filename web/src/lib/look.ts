import { tabStore } from "./storage.ts";

/** An operator's look at the portal as a member: in this tab alone, beside whatever else the browser is signed in as. */
interface Look {
  token: string;
  refId: string;
}

const key = "fcLook";

export const look = {
  current(): Look | undefined {
    const [token, refId] = (tabStore.read(key) ?? "").split(" ");
    return token && refId ? { token, refId } : undefined;
  },

  /** From the console: this tab becomes the member's portal. */
  begin({ token, refId }: Look): void {
    tabStore.write(key, `${token} ${refId}`);
    location.assign("/");
  },

  /** Back to where it began. */
  leave({ refId }: Look): void {
    tabStore.remove(key);
    location.assign(`/console/members/${refId}`);
  },
};
