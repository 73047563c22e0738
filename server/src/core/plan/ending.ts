import { type Fc, noUsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { accountSql, houseAccount, memberCodes } from "../ledger/accounts.ts";
import { postSelected } from "../ledger/bulk.ts";
import { recordTeamEvents } from "../network/place.ts";
import { rosTerms, type Day } from "./dues.ts";

/** Stakes in one transaction, which keeps their members locked until it ends. */
const batch = 5000;

/**
 * Ends stakes whose last day this was: from the day's end on, their principal is off the books, and a member without
 * another stake is no longer active. Returns whether there may be more.
 */
export async function endStakes(tx: Tx, { day, cut, versions }: Day): Promise<boolean> {
  const { rows: stakesToEnd } = await sql<{ id: number; member_id: number }>`
    select stakes.id, stakes.member_id from stakes join ${rosTerms(versions)} on terms.version = stakes.plan_version
    -- By the day, which has an index.
    where stakes.ended_at is null and stakes.started_on <= ${day}::date - terms.days
    order by stakes.id limit ${batch}`.execute(tx);
  if (stakesToEnd.length === 0) return false;
  const stakeIds = stakesToEnd.map(({ id }) => id);
  // Everything that starts or ends stakes locks the members first, so that it sees whether they have another stake.
  await sql`select from members where id = any (${stakesToEnd.map(({ member_id }) => member_id)}::int[])
    order by id for no key update`.execute(tx);
  const { rows: ended } = await sql<{ id: number; member_id: number; principal_fc: Fc }>`
    update stakes set ended_at = ${cut} where id = any (${stakeIds}::int[]) and ended_at is null
    returning id, member_id, principal_fc`.execute(tx);
  if (ended.length > 0) {
    const at = new Date(cut.getTime() - 1);
    await releasePrincipals(tx, { key: `stake_ended/${day}/${sure(stakeIds[0])}`, at, ended });
    await endActivity(
      tx,
      ended.map(({ member_id }) => member_id),
      cut,
    );
  }
  await tx
    .updateTable("closings")
    .set((eb) => ({ ended_stakes: eb("ended_stakes", "+", ended.length) }))
    .where("day", "=", day)
    .execute();
  return true;
}

/**
 * Ends all stakes of a member whose account is closed, as the plan does at the end of their days. The caller has locked
 * the member.
 */
export async function endStakesOf(tx: Tx, { memberId, now }: { memberId: number; now: Date }): Promise<void> {
  const ended = await tx
    .updateTable("stakes")
    .set({ ended_at: now })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .returning(["member_id", "principal_fc"])
    .execute();
  if (ended.length === 0) return;
  await releasePrincipals(tx, { key: `stake_ended/closure/${memberId}`, at: now, ended });
  await endActivity(tx, [memberId], now);
}

interface EndedStakes {
  /** Names the batch. */
  key: string;
  at: Date;
  ended: readonly { member_id: number; principal_fc: Fc }[];
}

async function releasePrincipals(tx: Tx, { key, at, ended }: EndedStakes): Promise<void> {
  await postSelected(
    tx,
    sql`select 'stake_ended' as kind, ${key} as key,
        ${at}::timestamptz as effective_at, 'STAKE/ENDED' as message, null::int as price_id,
        null::int as plan_version, null::jsonb as metadata,
        ${sql.raw(accountSql.ofMember("member_id", memberCodes.staked))} as debit_id, ${houseAccount("stakes_ended")}::bigint as credit_id,
        sum(principal_fc)::bigint as amount
      from unnest(${ended.map(({ member_id }) => member_id)}::int[],
        ${ended.map(({ principal_fc }) => principal_fc)}::bigint[]) as ended (member_id, principal_fc)
      group by member_id`,
  );
}

async function endActivity(tx: Tx, memberIds: readonly number[], at: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct member.id from unnest(${memberIds}::int[]) as member (id)
    where not exists (select from stakes where member_id = member.id and ended_at is null) order by member.id`.execute(
    tx,
  );
  const events = rows.map(
    ({ id }) => ({ memberId: id, activeUsers: -1, businessUsdCents: noUsdCents }) as const,
  );
  await recordTeamEvents(tx, events, at);
}
