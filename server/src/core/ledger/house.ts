import { keysOf, recordOf } from "@fc/contract/sure";
import { sql, type RawBuilder } from "kysely";
import type { Db, ReadDb, Tx } from "../../platform/db.ts";
import { accountSql, type HouseAccount, houseCodes } from "./accounts.ts";

export type HouseBalances = Readonly<Record<HouseAccount, bigint>>;

/**
 * Credits less debits of each of the house's accounts, USD in cents. The sealer has summed everything up to the last
 * seal; this adds what came after it, so it reads the postings of seconds and not of years.
 */
export async function houseBalances(db: Db): Promise<HouseBalances> {
  const { rows } = await sql<{ account_id: number; balance: string }>`
    select account_id, sum(balance)::text as balance
    from (
      select account_id, balance from ledger_house_sums
      union all ${changesAfter(sql`coalesce((select max(last_id) from ledger_house_sums), 0)`)}
    ) part
    group by account_id`.execute(db);
  const found = new Map(rows.map((row) => [BigInt(row.account_id), BigInt(row.balance)]));
  return recordOf(keysOf(houseCodes), (name) => found.get(houseCodes[name]) ?? 0n);
}

/** The only account of the house whose balance is stored. */
export async function poolBalance(db: ReadDb): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_accounts where id = ${houseCodes.rewards_pool}`.execute(db);
  return rows[0]?.balance ?? 0n;
}

/** Brings the sums up to an entry. All entries below it must be settled: none may appear later. */
export async function moveHouseSums(tx: Tx, { lastId }: { lastId: bigint }): Promise<void> {
  const before = sql`coalesce((select max(last_id) from ledger_house_sums), 0)`;
  await sql`
    insert into ledger_house_sums as sums (account_id, last_id, balance)
    select account_id, ${lastId}::bigint, sum(balance)
    from (${changesAfter(before, lastId)} union all select code, 0 from ledger_chart where owner = 'house') part
    group by account_id
    on conflict (account_id) do update set last_id = excluded.last_id, balance = sums.balance + excluded.balance`.execute(
    tx,
  );
}

/**
 * Whether a line belongs to an entry after one and, if given, up to another one. There is always an upper bound: without
 * one PostgreSQL expects a third of all lines after an entry that it does not know yet, and reads all of them.
 */
export function isAfter(afterId: RawBuilder<unknown>, upToId?: bigint): RawBuilder<boolean> {
  return sql<boolean>`entry_id > ${afterId} and entry_id <= ${upToId === undefined ? sql`${afterId} + 1000000000000` : upToId}`;
}

function changesAfter(afterId: RawBuilder<unknown>, upToId?: bigint) {
  const range = isAfter(afterId, upToId);
  return sql`
    select debit_id::smallint as account_id, -sum(amount) as balance from ledger_postings
    where ${range} and ${sql.raw(accountSql.isHouses("debit_id"))} group by debit_id
    union all
    select credit_id::smallint, sum(amount) from ledger_postings
    where ${range} and ${sql.raw(accountSql.isHouses("credit_id"))} group by credit_id`;
}
