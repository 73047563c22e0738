import { sure } from "@fc/contract/sure";
import type { Today, WaitingRequests } from "@fc/contract/today/console";
import { sql, type RawBuilder } from "kysely";
import { after, hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { businessSettings } from "../business-settings/business-settings.ts";

/** What waits for an operator, with its age against the promise of the settings. */
export async function queuesAt(db: Db, now: Date): Promise<Today["queues"]> {
  const promised = await businessSettings(db, ["staking", "withdrawal", "support", "kyc"]);
  const waits = (since: RawBuilder<unknown>, promisedHours: number | null) =>
    waiting(db, { since, promisedHours, now });
  const [staking, withdrawals, support, kyc, proposals, frozen, adjustments, corrections, funding] =
    await Promise.all([
      waits(sql`select requested_at as at from staking_requests where status = 'P'`, promised.staking.hours),
      waits(sql`select requested_at as at from withdrawals where status = 'P'`, promised.withdrawal.hours),
      waits(
        sql`select waiting_since as at from support_records where status = 'open'`,
        promised.support.answerHours,
      ),
      waits(sql`select submitted_at as at from kyc_cases where state = 'submitted'`, promised.kyc.hours),
      waits(sql`select proposed_at as at from proposals where status = 'P' and expires_at > ${now}`, null),
      waits(
        sql`select max(happened_at) as at from members
        join member_events on member_id = members.id and kind in ('frozen', 'frozen-by-staff')
        where status = 'frozen' group by members.id`,
        promised.support.answerHours,
      ),
      waits(sql`select proposed_at as at from adjustments where status = 'P'`, null),
      waits(sql`select proposed_at as at from corrections where status = 'P'`, null),
      waits(sql`select proposed_at as at from pool_fundings where status = 'P'`, null),
    ]);
  return { staking, withdrawals, support, kyc, proposals, frozen, adjustments, corrections, funding };
}

interface WaitingQuery {
  /** Selects for each thing that waits the moment since when it does. */
  since: RawBuilder<unknown>;
  promisedHours: number | null;
  now: Date;
}

async function waiting(db: Db, { since, promisedHours, now }: WaitingQuery): Promise<WaitingRequests> {
  const lateBefore = promisedHours === null ? null : after(now, -promisedHours * hour);
  const { rows } = await sql<{ count: number; late: number; oldest: Date | null }>`
    select count(*)::int as count, (count(*) filter (where at < ${lateBefore}))::int as late, min(at) as oldest
    from (${since}) waiting`.execute(db);
  const { count, late, oldest } = sure(rows[0]);
  return { count, late, oldestAt: oldest?.toISOString() ?? null, promisedHours };
}
