import * as contract from "@fc/contract/notifications/portal";
import { publicPushKey } from "../../core/notifications/push-keys.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { choicesOf, choose } from "./choices.ts";
import { feedPage, unreadCount } from "./feed.ts";
import { markAllRead, markRead } from "./marks.ts";
import { isSubscribed, subscribe, unsubscribe } from "./subscriptions.ts";

export function notificationPortalRoutes({ db, pushHosts }: Deps): BoundRoute[] {
  return [
    handle(contract.notifications, ({ actor: { memberId }, query, now }) =>
      feedPage(db, { memberId, now, before: query.before }),
    ),
    handle(contract.unreadNotifications, async ({ actor: { memberId }, now }) => ({
      data: { unread: await unreadCount(db, { memberId, now }) },
    })),
    handle(contract.readNotification, async ({ actor: { memberId }, body, now }) => {
      await atomically(db, markRead, { memberId, item: body.id, now });
      return {};
    }),
    handle(contract.readAllNotifications, async ({ actor: { memberId }, body, now }) => {
      await atomically(db, markAllRead, { memberId, upTo: new Date(body.upTo), now });
      return {};
    }),
    handle(contract.notificationChoices, async ({ actor: { memberId, sessionId } }) => ({
      data: {
        choices: await choicesOf(db, memberId),
        push: { key: await publicPushKey(db), isOn: await isSubscribed(db, sessionId) },
      },
    })),
    handle(contract.chooseNotifications, async ({ actor: { memberId }, body }) => {
      const { topic, channel, isOn } = body;
      await atomically(db, choose, { memberId, topic, channel, isOn });
      return {};
    }),
    handle(contract.subscribePush, async ({ actor, body, now }) => {
      const { endpoint, p256dh, auth } = body;
      await atomically(db, subscribe, { actor, endpoint, p256dh, auth, pushHosts, now });
      return {};
    }),
    handle(contract.unsubscribePush, async ({ actor }) => {
      await atomically(db, unsubscribe, actor);
      return {};
    }),
  ];
}
