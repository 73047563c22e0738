import type { ActivityKind } from "@fc/contract/activity/kinds";
import { momentsOf } from "@fc/contract/period";
import type { Wallet } from "@fc/contract/wallet/kinds";
import { sql, type RawBuilder } from "kysely";
import { accountSql, memberAccount } from "../../core/ledger/accounts.ts";
import type { EntryKind } from "../../core/ledger/posting.ts";
import { beginnings, endOfTime, spanColumns, spanOf, type Span } from "../../core/ledger/span.ts";
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
  credited: bigint;
  debited: bigint;
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
 * One page of movements, newest first. The newest lines of each wallet are read from its index, and all others only if
 * too few of those are wanted. So a long history costs nothing, and only a rare search reads all of it.
 */
export async function movementPage(
  db: ReadDb,
  filter: ActivityFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ rows: MovementRow[]; next: string | undefined }> {
  const rows: MovementRow[] = [];
  const start = await startOf(db, filter, parseCursor(cursor));
  let position = start?.position;
  let lines = isWhole(filter) ? limit + 1 : Math.max(limit + 1, firstLines);
  for (const from of start ? beginnings(start.span) : []) {
    let read: ReadMovements | undefined;
    while (position && rows.length <= limit && !read?.isAll) {
      read = await readOn(db, filter, { position, from, lines, limit: limit + 1 - rows.length });
      rows.push(...read.rows);
      position = read.end;
      if (!read.isAll) lines = allLines;
    }
  }
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next: last && formatCursor(last) };
}

/** How many lines of each wallet a search reads at first. */
const firstLines = 500;
const allLines = 2 ** 31 - 2;

interface ReadOn {
  position: Position;
  from: Date;
  /** At most, of each side of each wallet. */
  lines: number;
  /** Of wanted rows. */
  limit: number;
}

interface ReadMovements {
  rows: MovementRow[];
  /** Where to read on. */
  end: Position;
  /** Whether everything since the given moment was read. */
  isAll: boolean;
}

/** A row for each wanted movement, or one without a movement if there is none. */
type WindowRow = MovementRow & { end_at: Date | null; end_entry_id: bigint | null; end_balance: bigint };

/**
 * Where a side has more lines than were read, the oldest one read is the end: what is older than that is missing lines
 * of that side. The balances are today's, less everything that came later, whether it is wanted or not.
 */
async function readOn(
  db: ReadDb,
  filter: ActivityFilter,
  { position, from, lines, limit }: ReadOn,
): Promise<ReadMovements> {
  const sides = sidesOf(accountsOf(filter), from, position).map(
    (side) => sql`
      (select *, row_number() over (order by effective_at desc, entry_id desc, line desc) as number from (
        ${side} order by effective_at desc, entry_id desc, line desc limit ${lines + 1}) side)`,
  );
  const { rows } = await sql<WindowRow>`
    with read as materialized (${sql.join(sides, sql` union all `)}),
    read_end as materialized (
      select effective_at, entry_id from read where number = ${lines + 1}
      order by effective_at desc, entry_id desc limit 1
    ),
    moved as materialized (
      select *, (${position.balance}::bigint - coalesce(sum(credited - debited)
        over (order by effective_at desc, entry_id desc rows between unbounded preceding and 1 preceding), 0))::bigint as balance
      from (
        select effective_at, entry_id, sum(credited)::bigint as credited, sum(debited)::bigint as debited,
          array_agg(account_id::text) as account_ids, max(line) as line
        from read
        where not exists (
          select from read_end where (read_end.effective_at, read_end.entry_id) >= (read.effective_at, read.entry_id))
        group by effective_at, entry_id
      ) each_entry
    )
    select wanted.*, read_end.effective_at as end_at, read_end.entry_id as end_entry_id,
      (${position.balance}::bigint - (select coalesce(sum(credited - debited), 0) from moved))::bigint as end_balance
    from (select) as always left join read_end on true left join (
      select moved.*, entry.kind, entry.key, entry.message
      from ${wantedOf(sql`moved`, filter)}
      order by moved.effective_at desc, moved.entry_id desc limit ${limit}
    ) wanted on true
    order by wanted.effective_at desc, wanted.entry_id desc`.execute(db);
  const { end_at, end_entry_id, end_balance } = rows[0]!;
  return {
    rows: rows.filter(({ entry_id }) => (entry_id as bigint | null) !== null),
    // The entry at the end is read again, with all its lines.
    end:
      end_at && end_entry_id
        ? { at: end_at, entryId: end_entry_id + 1n, balance: end_balance }
        : { at: from, entryId: 0n, balance: end_balance },
    isAll: end_at === null,
  };
}

export interface MovementSums {
  count: number;
  inFc: bigint;
  outFc: bigint;
}

/** What moves between two of the wallets is counted, but came neither in nor went out. */
export async function movementSums(db: ReadDb, filter: ActivityFilter): Promise<MovementSums> {
  const { from, to } = momentsOf(filter);
  const within = { from: from ?? new Date(0), until: to ?? endOfTime };
  const span = (await spanOf(db, accountsOf(filter), within)) ?? within;
  const sides = sidesOf(accountsOf(filter), span.from, { at: span.until, entryId: 0n });
  const moved = sql`(
    select entry_id, sum(credited)::bigint as credited, sum(debited)::bigint as debited
    from (${sql.join(sides, sql` union all `)}) posting group by entry_id)`;
  const { rows } = await sql<MovementSums>`
    select count(*)::int as count, coalesce(sum(greatest(credited - debited, 0)), 0)::bigint as "inFc",
      coalesce(sum(greatest(debited - credited, 0)), 0)::bigint as "outFc"
    from ${isWhole(filter) ? sql`${moved} moved` : wantedOf(moved, filter)}`.execute(db);
  return rows[0]!;
}

function isWhole({ kinds, search }: ActivityFilter): boolean {
  return kinds.length === 0 && search === "";
}

function accountsOf({ memberId, wallets }: ActivityFilter): bigint[] {
  return wallets.map((wallet) => memberAccount(memberId, wallet));
}

/** The lines of each account on each side. Order and condition are those of the indexes, which have all columns. */
function sidesOf(ids: readonly bigint[], from: Date, until: Pick<Position, "at" | "entryId">) {
  const onSide = (id: bigint, side: "credit_id" | "debit_id") => sql`
    select effective_at, entry_id, line, ${sql.ref(side)} as account_id,
      ${side === "credit_id" ? sql`amount` : sql`0::bigint`} as credited,
      ${side === "credit_id" ? sql`0::bigint` : sql`amount`} as debited
    from ledger_postings
    where ${sql.ref(side)} = ${id} and ${sql.raw(accountSql.isMembers(side))} and effective_at >= ${from} and effective_at <= ${until.at}
      and (effective_at, entry_id) < (${until.at}::timestamptz, ${until.entryId}::bigint)`;
  return ids.flatMap((id) => [onSide(id, "credit_id"), onSide(id, "debit_id")]);
}

/**
 * Where to begin, and between which moments there are lines at all. Without a cursor it is the end of the period, with
 * today's balance less all that counts from then on.
 */
async function startOf(
  db: ReadDb,
  filter: ActivityFilter,
  position: Position | undefined,
): Promise<{ position: Position; span: Span } | undefined> {
  const ids = accountsOf(filter);
  const { from = new Date(0), to = endOfTime } = momentsOf(filter);
  if (position) {
    const span = await spanOf(db, ids, { from, until: position.at });
    return span && { position, span };
  }
  const later = (side: "credit_id" | "debit_id") => sql`
    (select coalesce(sum(amount), 0) from ledger_postings where ${sql.ref(side)} = any (${ids}::bigint[])
      and ${sql.raw(accountSql.isMembers(side))} and effective_at >= ${to})`;
  const { rows } = await sql<{ balance: bigint | null; span_from: Date; span_until: Date }>`
    select (sum(balance) - ${later("credit_id")} + ${later("debit_id")})::bigint as balance,
      ${spanColumns({ from, until: to })}
    from ledger_accounts where id = any (${ids}::bigint[])`.execute(db);
  const { balance, span_from, span_until } = rows[0]!;
  if (balance === null) return undefined;
  const span = { from: span_from, until: span_until };
  return { position: { at: span.until, entryId: 0n, balance }, span };
}

/**
 * The wanted ones of all movements, as `moved`, each with its `entry`. Entries are looked up one by one: a plain join
 * may read those of all members.
 */
function wantedOf(movements: RawBuilder<unknown>, filter: ActivityFilter): RawBuilder<unknown> {
  const search = filter.search === "" ? undefined : searchFor(filter);
  const kinds = filter.kinds.length === 0 ? undefined : entryKindsOf(filter.kinds);
  return sql`
    (select * from ${movements} moved where ${search?.ofMovement ?? sql`true`} offset 0) moved
    cross join lateral (select kind, key, message from ledger_entries where id = moved.entry_id offset 0) entry
    where ${search?.ofEntry ?? sql`true`} and ${kinds ? sql`entry.kind = any (${kinds}::ledger_kind[])` : sql`true`}`;
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
