import type { Fc, UsdCents } from "@fc/contract/units";
import { sql } from "kysely";
import pg from "pg";
import { accountSql, memberCodes } from "../../core/ledger/accounts.ts";
import { postSelected } from "../../core/ledger/bulk.ts";
import { recordTeamEvents } from "../../core/network/place.ts";
import type { Tx } from "../../platform/db.ts";

/** $15 buy 15,000 coins. */
const fcPerUsdCent = 100_000n;

/** Gives everybody of a generated network a stake, and fills the pool. */
export async function stakeForEverybody(ownerUrl: string, { poolFc }: { poolFc: Fc }): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  for (const statement of everybodysStakes(poolFc).split(";")) await owner.query(statement);
  await owner.end();
}

const everybodysStakes = (poolFc: Fc) => `
  insert into prices (fc_for_15_usd, inr_per_usd, effective_from, created_at)
    values (${1500n * fcPerUsdCent}, 830000, '2020-01-01', '2020-01-01');
  begin;
  create temp table made on commit drop as
    with entry as (
      insert into ledger_entries (kind, key, effective_at, message, price_id)
      select 'stake_approved', 'stake/request/' || member_id, recorded_at, 'STAKE', 1 from team_events
      returning id, split_part(key, '/', 3)::int as member_id, effective_at
    )
    select entry.*, business_usd_cents from entry join team_events using (member_id);
  insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
    select id, 1, 2, ${accountSql.ofMember("member_id", memberCodes.staked)}, business_usd_cents * ${fcPerUsdCent}, effective_at from made;
  insert into stakes (member_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at, plan_version)
    select member_id, business_usd_cents, business_usd_cents * ${fcPerUsdCent}, 1, id,
      greatest(effective_at, '2025-12-01'), 1
    from made order by member_id;
  insert into ledger_entries (kind, key, effective_at, message) values ('pool_funded', 'pool', '2020-01-01', 'POOL');
  insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
    select id, 1, 7, 1, ${poolFc}, effective_at from ledger_entries where key = 'pool';
  commit;
  vacuum analyze stakes, ledger_entries, ledger_postings, ledger_accounts`;

/** Members all over the network stake again, all at one moment. */
export async function stakeAgain(
  tx: Tx,
  { memberIds, usdCents, at }: { memberIds: readonly number[]; usdCents: UsdCents; at: Date },
): Promise<void> {
  await postSelected(
    tx,
    sql`select 'stake_approved' as kind, 'again/' || id || ${at.toISOString()} as key, ${at}::timestamptz as effective_at,
      'STAKE' as message, 1 as price_id, null::int as plan_version, null::jsonb as metadata, 2::bigint as debit_id,
      ${sql.raw(accountSql.ofMember("id", memberCodes.staked))} as credit_id, ${usdCents * fcPerUsdCent}::bigint as amount
    from unnest(${memberIds}::int[]) as member (id)`,
  );
  await sql`
    insert into stakes (member_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at, plan_version)
    select ${sql.raw(accountSql.memberId("credit_id"))}, ${usdCents}, amount, 1, entry_id, effective_at, 1
    from ledger_postings where effective_at = ${at} and debit_id = 2`.execute(tx);
  await sql`
    insert into direct_bonuses_due (stake_id, sponsor_id, due_at)
    select stakes.id, sponsor_id, started_at from stakes join placements using (member_id)
    where started_at = ${at} and sponsor_id is not null`.execute(tx);
  const events = memberIds.map(
    (memberId) => ({ memberId, activeUsers: 0, businessUsdCents: usdCents }) as const,
  );
  await recordTeamEvents(tx, events, at);
}
