import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/**
 * The requests that were sent with the same picture or the same UTR as `request` with its `upload`. Each half uses an
 * index of its own. A member who took a request back may send its proof again; anybody else who sends it is reported.
 */
export const sameProofs = sql<{ id: number; same: "picture" | "UTR" }>`
  select id, min(same) as same from (
    select other.id, other.is_cancelled, other.member_id, 'picture' as same
    from uploads as other_upload join staking_requests as other on other.upload_id = other_upload.id
    where other_upload.sha256 = upload.sha256 and other_upload.id <> upload.id
    union all
    select other.id, other.is_cancelled, other.member_id, 'UTR' from staking_requests as other
    where other.utr = request.utr and other.id <> request.id
  ) as found
  where not (found.is_cancelled and found.member_id = request.member_id)
  group by id`;

/** How many other requests were sent with the same picture or the same UTR. */
export async function sameProofsOf(db: Db, requestId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from (${sameProofs}) as same) as count
    from staking_requests as request join uploads as upload on upload.id = request.upload_id
    where request.id = ${requestId}`.execute(db);
  return rows[0]?.count ?? 0;
}
