import { asFc, asUsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type {
  LedgerAccount,
  LedgerEntry,
  LedgerEntryKind,
  ledgerEntries,
  ledgerEntriesCsv,
  LedgerPosting,
} from "@fc/contract/ledger/console";
import { entryKinds } from "@fc/contract/ledger/console";
import { AppError } from "@fc/contract/errors";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { sql, type RawBuilder } from "kysely";
import { accountOf, accountSql, currencyOf, memberAccounts } from "../../core/ledger/accounts.ts";
import type { ReadDb } from "../../platform/db.ts";
import { followCursor } from "../../platform/paging.ts";

type EntryFilter = QueryOf<typeof ledgerEntries>;

/** Lines of an entry that are counted and summed for a list; a closing's entries have thousands. */
const mostLines = 1000;
const linesPerPage = 200;

interface EntryRow {
  id: bigint;
  kind: LedgerEntryKind;
  message: string;
  effective_at: Date;
  recorded_at: Date;
  lines: number;
  amount: bigint;
}

/**
 * Newest first unless turned round, from where the last page ended. Reads an end of the index of each kind or, for a member, of the
 * indexes of its accounts, so a page costs the same however long the ledger is.
 */
export async function entriesPage(db: ReadDb, query: EntryFilter) {
  const { size = defaultPageSize } = query;
  const found = await foundIds(db, query, size + 1);
  const rows = await withLines(
    db,
    found.slice(0, size).map(({ id }) => id),
    query.order,
  );
  const last = found.length > size ? found[size - 1] : undefined;
  return { data: rows.map(toEntry), next: last ? `${last.effective_at.getTime()}.${last.id}` : null };
}

export function allEntries(db: ReadDb, query: QueryOf<typeof ledgerEntriesCsv>) {
  return followCursor((cursor: string | undefined, size) => entriesPage(db, { ...query, size, cursor }));
}

interface Place {
  id: bigint;
  effective_at: Date;
}

async function foundIds(db: ReadDb, query: EntryFilter, limit: number): Promise<Place[]> {
  const { search = "", kind } = query;
  const period = momentsOf(query);
  const after = cursorOf(query.cursor);
  const from = period.from ?? new Date(0);
  const to = period.to ?? new Date(8.64e15);
  const { order = "desc" } = query;
  // Entries of the same moment follow by number.
  const within = (moment: string, id: string) =>
    order === "desc"
      ? sql`${sql.ref(moment)} >= ${from}
          and (${sql.ref(moment)}, ${sql.ref(id)}) < (${after?.effective_at ?? to}::timestamptz, ${after?.id ?? 0n}::bigint)`
      : sql`${sql.ref(moment)} < ${to}
          and (${sql.ref(moment)}, ${sql.ref(id)}) > (${after?.effective_at ?? from}::timestamptz, ${after?.id ?? 0n}::bigint)`;
  const direction = sql.raw(order);
  if (/^\d{1,18}$/.test(search)) {
    const { rows } = await sql<Place>`
      select id, effective_at from ledger_entries where id = ${BigInt(search)}
        and ${within("effective_at", "id")} ${kind ? sql`and kind = ${kind}` : sql``}`.execute(db);
    return rows;
  }
  if (search !== "") return ofMember(db, { search, kind, within, direction, limit });
  const kinds = kind ? [kind] : entryKinds;
  const { rows } = await sql<Place>`
    select entry.* from unnest(${kinds}::ledger_kind[]) as each (kind) cross join lateral (
      select id, effective_at from ledger_entries
      where ledger_entries.kind = each.kind and ${within("effective_at", "id")}
      order by effective_at ${direction}, id ${direction} limit ${limit}
    ) entry
    order by effective_at ${direction}, id ${direction} limit ${limit}`.execute(db);
  return rows;
}

interface OfMember {
  search: string;
  kind: LedgerEntryKind | undefined;
  within: (moment: string, id: string) => RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  limit: number;
}

/** A member's entries of one kind are searched among this many of the first lines of each account. */
const mostOfMember = 2000;

async function ofMember(db: ReadDb, { search, kind, within, direction, limit }: OfMember): Promise<Place[]> {
  const member = await db
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", normaliseRefId(search))
    .executeTakeFirst();
  if (!member) return [];
  const most = kind ? mostOfMember : limit;
  const side = (own: "debit_id" | "credit_id") => sql`
    (select entry_id, effective_at from ledger_postings
    where ${sql.ref(own)} = account.id and ${sql.raw(accountSql.isMembers(own))}
      and ${within("effective_at", "entry_id")}
    order by effective_at ${direction}, entry_id ${direction}, line ${direction} limit ${most})`;
  const { rows } = await sql<Place>`
    select entry.id, entry.effective_at
    from (
      select distinct line.entry_id
      from unnest(${memberAccounts(member.id)}::bigint[]) as account (id)
      cross join lateral (${side("debit_id")} union all ${side("credit_id")}) line
    ) found join ledger_entries entry on entry.id = found.entry_id
    where ${kind ? sql`entry.kind = ${kind}` : sql`true`}
    order by entry.effective_at ${direction}, entry.id ${direction} limit ${limit}`.execute(db);
  return rows;
}

/** A cursor comes back from a client: one that we did not make reads from the start. */
function cursorOf(text: string | undefined): Place | undefined {
  const [, at, id] = /^(\d{1,15})\.(\d{1,18})$/.exec(text ?? "") ?? [];
  return at === undefined || id === undefined
    ? undefined
    : { effective_at: new Date(Number(at)), id: BigInt(id) };
}

async function withLines(
  db: ReadDb,
  ids: readonly bigint[],
  order: EntryFilter["order"] = "desc",
): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select entry.id, entry.kind, entry.message, entry.effective_at, entry.recorded_at, counted.lines, counted.amount
    from ledger_entries entry cross join lateral (
      select count(*)::int as lines, coalesce(sum(amount) filter (where debit_id not in (14, 15)), 0)::bigint as amount
      from (select amount, debit_id from ledger_postings 
        where entry_id = entry.id and effective_at = entry.effective_at limit ${mostLines + 1}) line
    ) counted
    where entry.id = any (${ids}::bigint[])
    order by entry.effective_at ${sql.raw(order)}, entry.id ${sql.raw(order)}`.execute(db);
  return rows;
}

function toEntry(row: EntryRow): LedgerEntry {
  const isLong = row.lines > mostLines;
  return {
    id: Number(row.id),
    kind: row.kind,
    message: row.message,
    effectiveAt: row.effective_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    lines: isLong ? null : row.lines,
    amount: isLong ? null : fcToWire(asFc(row.amount)),
  };
}

/** One entry with its postings, after a given line. */
export async function entryOf(db: ReadDb, { id, after = 0 }: { id: number; after?: number | undefined }) {
  const [row] = await withLines(db, [BigInt(id)]);
  if (!row) throw new AppError("NOT_FOUND");
  const [more, lines] = await Promise.all([
    sql<MoreRow>`
      select key, plan_version, price_id, reversal_of, metadata,
        (select other.id from ledger_entries other where other.reversal_of = entry.id) as reversed_by,
        entry.id <= coalesce((select max(last_id) from ledger_seals), 0) as is_sealed
      from ledger_entries entry where id = ${id}`.execute(db),
    db
      .selectFrom("ledger_postings")
      .select(["line", "debit_id", "credit_id", "amount"])
      .where("entry_id", "=", BigInt(id))
      .where("effective_at", "=", row.effective_at)
      .where("line", ">", after)
      .orderBy("line")
      .limit(linesPerPage + 1)
      .execute(),
  ]);
  const found = sure(more.rows[0]);
  const shown = lines.slice(0, linesPerPage);
  const named = await accountsOf(db, [...new Set(shown.flatMap((line) => [line.debit_id, line.credit_id]))]);
  const postings = shown.map(({ line, debit_id, credit_id, amount }): LedgerPosting => {
    const currency = currencyOf(debit_id);
    return {
      line,
      from: sure(named.get(debit_id)),
      to: sure(named.get(credit_id)),
      amount: currency === "FC" ? fcToWire(asFc(amount)) : usdCentsToWire(asUsdCents(amount)),
      currency,
    };
  });
  return {
    ...toEntry(row),
    key: found.key,
    planVersion: found.plan_version,
    priceId: found.price_id,
    reversalOf: found.reversal_of === null ? null : Number(found.reversal_of),
    reversedBy: found.reversed_by === null ? null : Number(found.reversed_by),
    isSealed: found.is_sealed,
    facts: found.metadata ?? {},
    postings,
    next: lines.length > linesPerPage ? sure(shown.at(-1)).line : null,
  };
}

interface MoreRow {
  key: string;
  plan_version: number | null;
  price_id: number | null;
  reversal_of: bigint | null;
  reversed_by: bigint | null;
  is_sealed: boolean;
  metadata: Record<string, string | number | boolean> | null;
}

async function accountsOf(db: ReadDb, ids: readonly bigint[]): Promise<Map<bigint, LedgerAccount>> {
  const accounts = ids.map((id) => [id, accountOf(id)] as const);
  const memberIds = accounts.flatMap(([, account]) => (account.owner === "member" ? [account.memberId] : []));
  const members = await db
    .selectFrom("members")
    .select(["id", "ref_id as refId", "name"])
    .where("id", "in", memberIds.concat(0))
    .execute();
  const byId = new Map(members.map((member) => [member.id, member]));
  return new Map(
    accounts.map(([id, account]) => [
      id,
      {
        name: account.account,
        member: account.owner === "member" ? (byId.get(account.memberId) ?? null) : null,
      },
    ]),
  );
}
