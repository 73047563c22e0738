import type { Feature } from "../../core/feature.ts";
import { closingConsoleRoutes } from "./console-routes.ts";

export const closingsFeature: Feature = {
  routes: closingConsoleRoutes,
  kept: {
    closing_pairs: {
      title: { en: "Pair matching of each day", hi: "हर दिन की पेयर मैचिंग" },
      columns: [
        "day",
        "left_usd_cents",
        "right_usd_cents",
        "matched_usd_cents",
        "flushed_usd_cents",
        "bonus_usd_cents",
      ],
      order: "day",
    },
    pair_memory: {
      title: { en: "Business matched so far", hi: "अब तक मैच हुआ बिज़नेस" },
      columns: ["consumed_usd_cents", "matched_usd_cents"],
      order: "member_id",
    },
    top_legs: {
      title: { en: "Days among the strongest legs", hi: "सबसे मज़बूत लेग वाले दिन" },
      columns: ["day", "place", "left_users", "right_users", "left_usd_cents", "right_usd_cents"],
      order: "day",
    },
  },
};
