import { tabStore } from "../../lib/storage.ts";

const name = "fcReviewOpen";

/** The key of the request whose review is open in this tab. It survives a reload. */
export const openReview = {
  key: () => tabStore.read(name),
  mark: (key: string) => tabStore.write(name, key),
  clear: () => tabStore.remove(name),
};
