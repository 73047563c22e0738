import { session } from "./session/session.ts";
import { localStore } from "./storage.ts";

const ownerKey = "fcPush";

interface Owner {
  userId: number;
  /** The end of the token of the session that the server knows the subscription by. */
  mark: string;
}

const sessionMark = () => (session.token() ?? "").slice(-6);

/** Whose messages this browser shows. */
export const pushOwner = {
  read(): Owner | undefined {
    const [userId, mark = ""] = localStore.read(ownerKey)?.split("/") ?? [];
    return userId === undefined ? undefined : { userId: Number(userId), mark };
  },
  isThisSession: ({ mark }: Owner) => mark === sessionMark(),
  write: (userId: number) => localStore.write(ownerKey, `${userId}/${sessionMark()}`),
};

/** Ends the browser's subscription too: the person who uses this device next is shown nothing. */
export async function forgetPush(): Promise<void> {
  if (!pushOwner.read()) return;
  localStore.remove(ownerKey);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
