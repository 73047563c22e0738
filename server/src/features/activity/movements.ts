import type { Fc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type { ActivityKind } from "@fc/contract/activity/kinds";
import { momentsOf } from "@fc/contract/period";
import { wallets as allWallets, type Wallet } from "@fc/contract/wallet/kinds";
import { sql, type RawBuilder } from "kysely";
import { memberAccount } from "../../core/ledger/accounts.ts";
import type { EntryKind } from "../../core/ledger/posting.ts";
import { endOfTime } from "../../core/ledger/statement.ts";
import type { ReadDb } from "../../platform/db.ts";
import { entryKindsOf } from "./kinds.ts";
import { searchFor } from "./search.ts";

export interface ActivityFilter {
  memberId: number;
  wallets: readonly Wallet[];
  /** India's days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Empty for all. */
  kinds: readonly ActivityKind[];
  search: string;
  /** Of the ledger, whose words contain the search text. */
  messages: readonly string[];
}

/** All lines of one entry in the chosen wallets. */
export interface MovementRow {
  effective_at: Date;
  entry_id: bigint;
  /** Into the wallets and out of them. */
  credited: bigint;
  debited: bigint;
  /** Of a stake's principal, which is in no wallet. */
  staked: bigint;
  /** What is shown of it: what the wallets gained or lost, else what moved between them, else the principal. */
  amount: bigint;
  /** The chosen wallets among them. */
  account_ids: string[];
  /** The last line of the entry that is the member's. */
  line: number;
  /** What the chosen wallets held together after it. */
  balance: bigint;
  kind: EntryKind;
  key: string;
  message: string;
}

/** Movements before this one are still to be read; the wallets held this balance until it. */
interface Position {
  at: Date;
  entryId: bigint;
  balance: bigint;
}

/**
 * One page of movements, newest first. The newest lines of the wallets are read first, and older ones only if too few of
 * those are wanted. So a long history costs nothing, and only a rare search reads all of it.
 */
export async function movementPage(
  db: ReadDb,
  filter: ActivityFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ rows: MovementRow[]; next: string | undefined }> {
  const rows: MovementRow[] = [];
  let position = parseCursor(cursor) ?? (await startOf(db, filter));
  let lines = isWhole(filter) ? 2 * (limit + 1) : Math.max(2 * (limit + 1), firstLines);
  for (let isAll = false; position && rows.length <= limit && !isAll; lines = Math.min(8 * lines, allLines)) {
    const read = await readOn(db, filter, { position, lines, limit: limit + 1 - rows.length });
    rows.push(...read.rows);
    position = read.end;
    isAll = read.isAll;
  }
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next: last && formatCursor(last) };
}

/** How many lines a search reads at first. */
const firstLines = 1000;
/** One less than the database can count to, because one more is read to know whether there are more. */
const allLines = 2 ** 31 - 2;

interface ReadOn {
  position: Position;
  /** At most. */
  lines: number;
  /** Of wanted rows. */
  limit: number;
}

interface ReadMovements {
  rows: MovementRow[];
  /** Where to read on. */
  end: Position;
  /** Whether there is nothing older. */
  isAll: boolean;
}

/** A row for each wanted movement, or one without a movement if there is none. */
type WindowRow = MovementRow & { end_at: Date | null; end_entry_id: bigint | null; end_balance: bigint };

/**
 * Where there are more lines than were to be read, the entry of the oldest one is the end: others of its lines may be
 * missing. The balances are today's, less everything that came later, whether it is wanted or not.
 */
async function readOn(
  db: ReadDb,
  filter: ActivityFilter,
  { position, lines, limit }: ReadOn,
): Promise<ReadMovements> {
  const { from = new Date(0) } = momentsOf(filter);
  const { rows } = await sql<WindowRow>`
    with read as materialized (${linesBefore(accountsOf(filter), { from, position, limit: lines + 1 })}),
    read_end as materialized (
      select effective_at, entry_id from read order by effective_at desc, entry_id desc offset ${lines} limit 1
    ),
    moved as materialized (
      select effective_at, entry_id, credited, debited, staked, amount, account_ids, line, (${position.balance}::bigint - coalesce(sum(credited - debited)
        over (order by effective_at desc, entry_id desc rows between unbounded preceding and 1 preceding), 0))::bigint as balance
      from (${entriesOf(
        filter,
        sql`read where not exists (
          select from read_end where (read_end.effective_at, read_end.entry_id) >= (read.effective_at, read.entry_id))`,
      )}) each_entry
    )
    select ${columnsOf("wanted")}, wanted.kind, wanted.key, wanted.message, read_end.effective_at as end_at, read_end.entry_id as end_entry_id,
      (${position.balance}::bigint - (select coalesce(sum(credited - debited), 0) from moved))::bigint as end_balance
    from (select) as always left join read_end on true left join (
      select ${columnsOf("moved")}, entry.kind, entry.key, entry.message
      from ${wantedOf(sql`moved`, filter)}
      order by moved.effective_at desc, moved.entry_id desc limit ${limit}
    ) wanted on true
    order by wanted.effective_at desc, wanted.entry_id desc`.execute(db);
  const { end_at, end_entry_id, end_balance } = sure(rows[0]);
  return {
    rows: rows.filter(({ entry_id }) => entry_id !== null),
    // The entry at the end is read again, with all its lines.
    end: end_at && end_entry_id ? { at: end_at, entryId: end_entry_id + 1n, balance: end_balance } : position,
    isAll: end_at === null,
  };
}

/** Of a movement without its entry. They are named, because a statement that takes all columns is never prepared. */
function columnsOf(movement: "moved" | "wanted"): RawBuilder<unknown> {
  const names = [
    "effective_at",
    "entry_id",
    "credited",
    "debited",
    "staked",
    "amount",
    "account_ids",
    "line",
  ];
  return sql.join([...names, "balance"].map((name) => sql.ref(`${movement}.${name}`)));
}

export interface MovementSums {
  count: number;
  inFc: Fc;
  outFc: Fc;
}

/** What moves between two of the wallets is counted, but came neither in nor went out. */
export async function movementSums(db: ReadDb, filter: ActivityFilter): Promise<MovementSums> {
  const { from = new Date(0), to = endOfTime } = momentsOf(filter);
  const read = linesBefore(accountsOf(filter), { from, position: { at: to, entryId: 0n }, limit: allLines });
  const moved = sql`(${entriesOf(filter, sql`(${read}) posting`)})`;
  const { rows } = await sql<MovementSums>`
    select count(*)::int as count, coalesce(sum(greatest(credited - debited, 0)), 0)::bigint as "inFc",
      coalesce(sum(greatest(debited - credited, 0)), 0)::bigint as "outFc"
    from ${isWhole(filter) ? sql`${moved} moved` : wantedOf(moved, filter)}`.execute(db);
  return sure(rows[0]);
}

function isWhole({ kinds, search }: ActivityFilter): boolean {
  return kinds.length === 0 && search === "";
}

/** All wallets together have the stakes' starts and ends between them, which a single wallet knows nothing of. */
function accountsOf({ memberId, wallets }: ActivityFilter): bigint[] {
  const chosen = wallets.map((wallet) => memberAccount(memberId, wallet));
  return chosen.length === allWallets.length ? [...chosen, memberAccount(memberId, "staked")] : chosen;
}

interface LinesBefore {
  from: Date;
  position: Pick<Position, "at" | "entryId">;
  limit: number;
}

function linesBefore(ids: readonly bigint[], { from, position: { at, entryId }, limit }: LinesBefore) {
  return sql`
    select effective_at, entry_id, line, account_id, is_credit, amount
    from ledger_newest_lines(${ids}::bigint[], ${from}, ${at}, ${entryId}, 0, 0, ${limit})`;
}

/** The lines of each entry together. */
function entriesOf({ memberId }: ActivityFilter, lines: RawBuilder<unknown>): RawBuilder<unknown> {
  const isStaked = sql`account_id = ${memberAccount(memberId, "staked")}`;
  const sumWhere = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(amount) filter (where ${condition}), 0)::bigint`;
  return sql`
    select *, case when credited <> debited then abs(credited - debited) when credited > 0 then credited else staked end as amount
    from (
      select effective_at, entry_id, ${sumWhere(sql`is_credit and not ${isStaked}`)} as credited,
        ${sumWhere(sql`not is_credit and not ${isStaked}`)} as debited, ${sumWhere(isStaked)} as staked,
        coalesce(array_agg(account_id::text) filter (where not ${isStaked}), '{}') as account_ids, max(line) as line
      from ${lines} group by effective_at, entry_id
    ) summed`;
}

/** The end of the period, with today's balance less all that counts from then on; undefined if nothing ever moved. */
async function startOf(db: ReadDb, filter: ActivityFilter): Promise<Position | undefined> {
  const ids = accountsOf(filter);
  const staked = memberAccount(filter.memberId, "staked");
  const { to = endOfTime } = momentsOf(filter);
  const later = linesBefore(ids, { from: to, position: { at: endOfTime, entryId: 0n }, limit: allLines });
  const { rows } = await sql<{ balance: bigint }>`
    select (coalesce(sum(balance) filter (where id <> ${staked}), 0) - (
      select coalesce(sum(case when is_credit then amount else -amount end), 0) from (${later}) posting
      where account_id <> ${staked}))::bigint as balance
    from ledger_accounts where id = any (${ids}::bigint[]) having count(*) > 0`.execute(db);
  return rows[0] && { at: to, entryId: 0n, balance: rows[0].balance };
}

/**
 * The wanted ones of all movements, as `moved`, each with its `entry`. Entries are looked up one by one: a plain join
 * may read those of all members.
 */
function wantedOf(movements: RawBuilder<unknown>, filter: ActivityFilter): RawBuilder<unknown> {
  const search = filter.search === "" ? undefined : searchFor(filter);
  return sql`
    ${movements} moved
    cross join lateral (
      select kind, key, case when kind = 'reversal' and moved.staked > 0
        then replace(message, 'REVERSAL/', 'STAKE/UNDONE/') else message end as message
      from ledger_entries where id = moved.entry_id and ${search?.ofMovement ?? sql`true`} offset 0
    ) entry
    where ${search?.ofEntry ?? sql`true`} and ${kindIsOneOf(filter.kinds)}`;
}

/** As `activityKindOf` says it of a row. */
function kindIsOneOf(kinds: ActivityFilter["kinds"]): RawBuilder<unknown> {
  if (kinds.length === 0) return sql`true`;
  return sql`case when entry.kind = 'reversal' and moved.staked > 0 then ${kinds.includes("stakes")}
    else entry.kind = any (${entryKindsOf(kinds)}::ledger_kind[]) end`;
}

function formatCursor({ effective_at, entry_id, balance, credited, debited }: MovementRow): string {
  return [effective_at.getTime(), entry_id, balance - credited + debited].join(".");
}

/** A client can send any text as a cursor. One that we did not make is ignored, and reading starts at the top. */
function parseCursor(text = ""): Position | undefined {
  const [, at, entryId, balance] = /^(\d{1,15})\.(\d{1,18})\.(-?\d{1,18})$/.exec(text) ?? [];
  if (at === undefined || entryId === undefined || balance === undefined) return undefined;
  return { at: new Date(Number(at)), entryId: BigInt(entryId), balance: BigInt(balance) };
}
