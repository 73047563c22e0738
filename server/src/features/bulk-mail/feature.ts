import type { Feature } from "../../core/feature.ts";
import { collectTask } from "./collect.ts";
import { bulkMailConsoleRoutes } from "./console-routes.ts";
import { feedTask } from "./feed.ts";
import { mountOneClick } from "./one-click.ts";
import { bulkMailPortalRoutes } from "./portal-routes.ts";
import { bulkMailAct } from "./send.ts";

export const bulkMailFeature: Feature = {
  routes: (deps) => [...bulkMailPortalRoutes(deps), ...bulkMailConsoleRoutes(deps)],
  tasks: (deps) => [collectTask(deps), feedTask(deps)],
  acts: [bulkMailAct],
  mount: mountOneClick,
  kept: {
    bulk_mail_recipients: {
      title: { en: "News mails", hi: "समाचार मेल" },
      columns: ["bulk_mail_id", "result", "at", "unsubscribed_at"],
      order: "bulk_mail_id",
    },
  },
};
