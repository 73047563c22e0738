import type { Feature } from "../../core/feature.ts";
import { notificationPortalRoutes } from "./portal-routes.ts";

export const notificationsFeature: Feature = {
  routes: notificationPortalRoutes,
  kept: {
    notifications: {
      title: { en: "Notifications", hi: "सूचनाएँ" },
      columns: ["kind", "about", "data", "happened_at"],
      order: "id",
    },
    notification_marks: {
      title: { en: "Notifications read until", hi: "सूचनाएँ यहाँ तक पढ़ीं" },
      columns: ["read_until"],
      order: "member_id",
    },
    notification_reads: {
      title: { en: "Notifications read one by one", hi: "एक-एक कर पढ़ी सूचनाएँ" },
      columns: ["item", "happened_at"],
      order: "happened_at",
    },
    notification_choices: {
      title: { en: "How you want to be told", hi: "आप कैसे सूचना चाहते हैं" },
      columns: ["topic", "channel", "is_on"],
      order: "topic",
    },
    push_subscriptions: {
      title: { en: "Browsers that get messages", hi: "संदेश पाने वाले ब्राउज़र" },
      columns: ["endpoint", "created_at"],
      order: "created_at",
    },
  },
};
