import * as contract from "@fc/contract/receipts/portal";
import { minute } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { receiptData } from "../../core/receipts/facts.ts";
import { receiptOf } from "../../core/receipts/receipts.ts";
import { receiptSheet } from "./sheet.ts";

/** A file takes work to draw, and nobody needs more than this. */
const fileLimit = { name: "receipt", points: 20, windowMs: minute } as const;

export function receiptPortalRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.receipt, async ({ actor, params: { reference }, now }) => ({
      data: receiptData(await receiptOf(db, { actor, reference, now })),
    })),
    handle(contract.receiptPdf, async ({ actor, params: { reference }, query, now }) => {
      const { memberId, refId, name } = actor;
      await limitUse(db, fileLimit, memberId, now);
      const facts = await receiptOf(db, { actor, reference, now });
      const { language = "en" } = query;
      return receiptSheet({ facts, member: { refId, name }, language, publicUrl, now });
    }),
  ];
}
