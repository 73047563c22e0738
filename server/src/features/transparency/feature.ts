import type { Feature } from "../../core/feature.ts";
import { measureNetResultsTask } from "./measure.ts";
import { transparencyPortalRoutes } from "./portal-routes.ts";

export const transparencyFeature: Feature = {
  routes: transparencyPortalRoutes,
  tasks: (deps) => [measureNetResultsTask(deps)],
  kept: {
    moved_lifetimes: {
      title: { en: "Paid in and out before the move", hi: "सिस्टम बदलने से पहले जमा और निकाली गई राशि" },
      columns: ["put_usd_cents", "put_fc", "took_fc"],
      order: "member_id",
    },
  },
};
