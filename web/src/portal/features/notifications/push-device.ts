import { subscribePush, unsubscribePush } from "@fc/contract/notifications/portal";
import { ApiError, call } from "../../../lib/api/api.ts";
import { msg } from "../../../lib/msg.ts";
import { forgetPush, pushOwner } from "../../../lib/push.ts";
import { memberView } from "../../../lib/session/member-view.ts";

/**
 * What this browser allows: `ask` before anybody was asked. `impossible` where it has no push, as on an iPhone before
 * the portal is on its home screen.
 */
export type PushPermission = "impossible" | "ask" | "denied" | "granted";

export function pushPermission(): PushPermission {
  const isAble = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!isAble) return "impossible";
  return Notification.permission === "default" ? "ask" : Notification.permission;
}

/** Only after a press: a browser that is asked without one refuses for good. */
export async function turnPushOn(userId: number, key: string): Promise<PushPermission> {
  if ((await Notification.requestPermission()) !== "granted") return pushPermission();
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // It may have been made for the key of another installation at this address.
  await known?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(() => {
    throw new ApiError({ code: "PUSH", message: serviceAway });
  });
  await send(userId, subscription);
  return "granted";
}

/** The browser asks its maker's service for an address, which is neither ours nor always there. */
const serviceAway = msg("The push service of your browser could not be reached. Please try again later");

export async function turnPushOff(userId: number): Promise<void> {
  await call(unsubscribePush, { body: { userId } });
  await forgetPush();
}

/**
 * A session ends sooner than a subscription: the next one of the same member takes it over. Another member's is ended,
 * so that nobody reads on this device what is for somebody else.
 */
export async function keepPush(userId: number): Promise<void> {
  if (memberView.current() || pushPermission() !== "granted") return;
  const owner = pushOwner.read();
  if (!owner || pushOwner.isThisSession(owner)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager.getSubscription();
  if (owner.userId === userId && known) await send(userId, known);
  else await forgetPush();
}

async function send(userId: number, subscription: PushSubscription): Promise<void> {
  const { keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await call(subscribePush, { body: { userId, endpoint: subscription.endpoint, p256dh, auth } });
  pushOwner.write(userId);
}
