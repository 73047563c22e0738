import type { Feature } from "../../core/feature.ts";
import { securityPortalRoutes } from "./portal-routes.ts";

export const securityFeature: Feature = {
  routes: securityPortalRoutes,
  kept: {
    sessions: {
      title: { en: "Sign-ins", hi: "लॉगिन" },
      columns: ["ip", "user_agent", "created_at", "last_seen_at", "expires_at", "revoked_at"],
      order: "created_at",
    },
    known_devices: {
      title: { en: "Known browsers", hi: "पहचाने गए ब्राउज़र" },
      columns: ["first_used_at", "last_used_at"],
      order: "first_used_at",
    },
    member_events: {
      title: { en: "Sensitive changes", hi: "संवेदनशील बदलाव" },
      columns: ["kind", "detail", "ip", "user_agent", "happened_at"],
      order: "id",
    },
    passkeys: {
      title: { en: "Passkeys", hi: "पासकी" },
      columns: ["name", "added_at", "last_used_at"],
      order: "added_at",
    },
  },
};
