import * as contract from "@fc/contract/browser-errors/portal";
import { hour } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import { deviceOf } from "../../platform/format.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { countUse, networkOf } from "../../platform/rate-limit.ts";
import { sha256 } from "../../platform/secrets.ts";

const browserLimit = { name: "browser-errors-browser", points: 10, windowMs: hour };
/** Thousands of phones share one address in India's mobile networks. */
const addressLimit = { name: "browser-errors-address", points: 60, windowMs: hour };
/** A release that breaks every page must not fill the disk with what one line says. */
const allLimit = { name: "browser-errors-all", points: 1000, windowMs: hour };

/** What is above a limit is dropped without an error: the page could do nothing about it. */
export function browserErrorPortalRoutes({ db, log }: Deps): BoundRoute[] {
  return [
    handle(contract.browserError, async ({ body, client, cookies, now }) => {
      const deviceId = cookies.get("fc_device") ?? cookies.get("fc_operator_device");
      // The address comes first: a sender may name another device in every request, but cannot change the address.
      const counts = [
        [addressLimit, networkOf(client.ip)] as const,
        ...(deviceId === undefined ? [] : [[browserLimit, sha256(deviceId).toString("base64url")] as const]),
        [allLimit, ""] as const,
      ];
      for (const [limit, subject] of counts) {
        const { waitMs } = await countUse(db, limit, subject, now);
        if (waitMs !== undefined) return {};
      }
      log.warn({ browserError: { ...body, ...deviceOf(client.userAgent) } }, "error in a browser");
      return {};
    }),
  ];
}
