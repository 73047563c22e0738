import * as contract from "@fc/contract/bulk-mail/portal";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { choose, subscriptionOf } from "./unsubscribe.ts";

/** It has no limit: a token cannot be guessed, and a mail provider unsubscribes many members from one address. */
export function bulkMailPortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.readSubscription, async ({ params }) => ({
      data: await subscriptionOf(db, { ...params, secretKey }),
    })),
    handle(contract.unsubscribe, async ({ params, now }) => ({
      data: await atomically(db, choose, { ...params, secretKey, isSubscribed: false, now }),
    })),
    handle(contract.subscribeAgain, async ({ params, now }) => ({
      data: await atomically(db, choose, { ...params, secretKey, isSubscribed: true, now }),
    })),
  ];
}
