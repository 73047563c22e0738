import * as contract from "@fc/contract/anchors/portal";
import { defaultPageSize } from "@fc/contract/table";
import { anchorHistory } from "../../core/anchors/history.ts";
import { askToSubscribe, confirmSubscription } from "../../core/anchors/subscribers.ts";
import { day, hour } from "../../platform/clock.ts";
import { csvFile } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse, networkOf } from "../../platform/rate-limit.ts";

/** Each mails a link to an address that somebody typed. */
const networkLimit = { name: "anchors-address", points: 10, windowMs: hour } as const;
const mailboxLimit = { name: "anchors-mailbox", points: 3, windowMs: day } as const;

export function anchorPortalRoutes({ db, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    reading(
      contract.anchors,
      async ({ reads, query: { page = 1, size = defaultPageSize, order = "desc" } }) => {
        const history = await anchorHistory(reads);
        const sorted = order === "desc" ? history.toReversed() : history;
        return { data: sorted.slice((page - 1) * size, page * size), total: history.length };
      },
    ),
    reading(contract.anchorsCsv, async ({ reads }) =>
      csvFile(contract.anchorColumns, await anchorHistory(reads), (anchor) => ({
        ...anchor,
        rootDay: anchor.rootDay ?? "-",
        root: anchor.root ?? "-",
      })),
    ),
    handle(contract.subscribeToAnchors, async ({ body: { email }, client, now }) => {
      await limitUse(db, networkLimit, networkOf(client.ip), now);
      await limitUse(db, mailboxLimit, email.toLowerCase(), now);
      const { language } = client;
      await atomically(db, askToSubscribe, { email, language, secretKey, publicUrl, now });
      return {};
    }),
    handle(contract.confirmAnchors, async ({ params: { token }, now }) => ({
      data: { email: await atomically(db, confirmSubscription, { token, secretKey, now }) },
    })),
  ];
}
