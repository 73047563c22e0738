import { type Fc, minus } from "@fc/contract/units";
import { sql, type RawBuilder } from "kysely";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { Db, ReadDb } from "../../platform/db.ts";

/**
 * What two operators approved with less than it cost. The ledger has the whole stake and the wallet only what arrived, so
 * the rest is a difference by name. It ends when the coins arrive after all and are matched with the request, when the
 * stake is undone by operators, or when two of them settle it with a reason.
 */
export interface Shortfall {
  requestId: number;
  reference: string;
  owedFc: Fc;
  arrivedFc: Fc;
  shortfallFc: Fc;
}

/** Rows with the shortfalls as they were at a moment: `request_id`, `owed_fc` and `arrived_fc`. */
export function openShortfallsAt(at: Date): RawBuilder<unknown> {
  return sql`
    select request.id as request_id, request.member_id, request.decided_at, request.decided_by, request.confirmed_by,
      request.confirmed_reason, request.owed_fc, coalesce(arrived.fc, 0)::bigint as arrived_fc
    from staking_requests as request
    left join lateral (select sum(amount_fc) as fc from chain_transfers as transfer
      where transfer.request_id = request.id and transfer.matched_at < ${at}) as arrived on true
    where request.owed_fc is not null and request.decided_at < ${at}
      and (request.shortfall_settled_at is null or request.shortfall_settled_at >= ${at})
      and coalesce(arrived.fc, 0) < request.owed_fc
      and not exists (select from stakes as stake where stake.request_id = request.id and stake.ended_at < ${at}
        and stake.reversal_entry_id is not null and not stake.is_undone)`;
}

/** All that are open now, the newest first; or the one of a request. */
export async function openShortfalls(
  db: Db | ReadDb,
  { now, requestId }: { now: Date; requestId?: number },
): Promise<Shortfall[]> {
  // Something that happened in this very moment counts.
  const open = openShortfallsAt(new Date(now.getTime() + 1));
  const { rows } = await sql<{ request_id: number; owed_fc: Fc; arrived_fc: Fc }>`
    select request_id, owed_fc, arrived_fc from (${open}) as open
    ${requestId === undefined ? sql`` : sql`where request_id = ${requestId}`}
    order by request_id desc`.execute(db);
  return rows.map(({ request_id, owed_fc, arrived_fc }) => ({
    requestId: request_id,
    reference: referenceOf("staking-request", request_id),
    owedFc: owed_fc,
    arrivedFc: arrived_fc,
    shortfallFc: minus(owed_fc, arrived_fc),
  }));
}
