import type { Feature } from "../../core/feature.ts";
import { stakingConsoleRoutes } from "./console-routes.ts";
import { stakingPortalRoutes } from "./portal-routes.ts";
import { shortfallAct } from "./settle-shortfall.ts";
import { undoAct } from "./undo.ts";

export const stakingFeature: Feature = {
  routes: (deps) => [...stakingPortalRoutes(deps), ...stakingConsoleRoutes(deps)],
  acts: [undoAct, shortfallAct],
  kept: {
    moved_stakes: {
      title: { en: "Stakes from the system before", hi: "पिछले सिस्टम के स्टेक" },
      columns: [
        "principal_usd_cents",
        "principal_fc",
        "approved_at",
        "earned_fc",
        "paid_fc",
        "ended_at",
        "end_reason",
      ],
      order: "id",
    },
    staking_requests: {
      title: { en: "Staking requests", hi: "स्टेकिंग अनुरोध" },
      columns: [
        "id",
        "amount_usd_cents",
        "utr",
        "status",
        "requested_at",
        "decided_at",
        "reason",
        "is_cancelled",
        "tx_hash",
      ],
      order: "id",
    },
    stakes: {
      title: { en: "Stakes", hi: "स्टेक" },
      columns: ["id", "principal_usd_cents", "principal_fc", "plan_version", "started_at", "ended_at"],
      order: "id",
    },
  },
};
