import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { unnested } from "../../platform/unnested.ts";
import { exactApproved } from "./matches.ts";

/** A request that was rejected gives its line away. */
export const isOfRejected = sql<boolean>`exists (
  select from staking_requests as holder where holder.id = bank_payments.request_id and holder.status = 'R')`;

/** The line was set aside, and is free again since its reason was taken away. */
export const isBroughtBack = sql<boolean>`(
  bank_payments.request_id is null and bank_payments.set_aside_reason is null)`;

/** The lines of requests that were approved by hand before their statement came, so that they pay for no other request. */
export async function takeLinesOfApproved(tx: Tx, now: Date): Promise<void> {
  await takeLines(tx, { pairs: await exactApproved(tx), now });
}

interface TakenLines {
  pairs: readonly { lineId: number; requestId: number }[];
  now: Date;
}

/** The lines pay for their requests from now on. One that pays for another request, or is set aside, stays so. */
export async function takeLines(tx: Tx, { pairs, now }: TakenLines): Promise<void> {
  const rows = pairs.map(({ lineId, requestId }) => ({ line_id: lineId, request_id: requestId }));
  await sql`
    insert into bank_payments (line_id, request_id, matched_at)
    select line_id, request_id, ${now} from ${unnested(rows, { line_id: "int", request_id: "int" })}
    on conflict (line_id) do update
    set request_id = excluded.request_id, matched_by = null, matched_at = excluded.matched_at
    where ${isOfRejected} or ${isBroughtBack}`.execute(tx);
}
