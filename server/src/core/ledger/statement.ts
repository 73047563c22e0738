import { asFc, noFc, plus, minus, type Fc } from "@fc/contract/units";
import { keysOf, sure, recordOf } from "@fc/contract/sure";
import { sql } from "kysely";
import type { Db, ReadDb } from "../../platform/db.ts";
import { accountSql, memberAccount, type MemberAccount, memberAccounts, memberCodes } from "./accounts.ts";
import type { EntryKind } from "./posting.ts";

/** Later than every line. */
export const endOfTime = new Date(8.64e15);

export type Balances = Readonly<Record<MemberAccount, Fc>>;

/** All balances of a member, from one snapshot. */
export async function balancesOf(db: ReadDb, memberId: number): Promise<Balances> {
  const names = keysOf(memberCodes);
  const ids = memberAccounts(memberId);
  const rows = await db
    .selectFrom("ledger_accounts")
    .select(["id", "balance"])
    .where("id", ">=", sure(ids[0]))
    .where("id", "<=", sure(ids.at(-1)))
    .execute();
  const found = new Map(rows.map(({ id, balance }) => [id, balance]));
  return recordOf(names, (name) => asFc(found.get(memberAccount(memberId, name))) ?? noFc);
}

/** All balances of each of several members, from one snapshot. */
export async function balancesOfEach(
  db: ReadDb,
  memberIds: readonly number[],
): Promise<Map<number, Balances>> {
  const ids = memberIds.flatMap((memberId) => memberAccounts(memberId));
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_accounts where id = any (${ids}::bigint[])`.execute(db);
  const found = new Map(rows.map(({ id, balance }) => [id, balance]));
  return new Map(
    memberIds.map((memberId) => [
      memberId,
      recordOf(keysOf(memberCodes), (name) => asFc(found.get(memberAccount(memberId, name))) ?? noFc),
    ]),
  );
}

/** The balance of one account of each of several members, from one snapshot. */
export async function balancesOfMembers(
  db: Db,
  { memberIds, account }: { memberIds: readonly number[]; account: MemberAccount },
): Promise<Map<number, bigint>> {
  const ids = memberIds.map((memberId) => memberAccount(memberId, account));
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_accounts where id = any (${ids}::bigint[])`.execute(db);
  const found = new Map(rows.map(({ id, balance }) => [id, balance]));
  return new Map(memberIds.map((memberId, at) => [memberId, found.get(sure(ids[at])) ?? 0n]));
}

export interface StatementScope {
  memberId: number;
  /** One wallet, or several as if they were one. */
  accounts: readonly MemberAccount[];
  /** From this moment on. */
  from?: Date | undefined;
  /** Up to, and without, this moment. */
  to?: Date | undefined;
}

export interface StatementLine {
  entryId: bigint;
  line: number;
  account: MemberAccount;
  /** Credited or debited. */
  type: "C" | "D";
  amountFc: Fc;
  /** What the wallets of the statement held together after this line. */
  balanceAfterFc: Fc;
  kind: EntryKind;
  /** Of its entry. */
  key: string;
  message: string;
  effectiveAt: Date;
  priceId: number | null;
  /** The account on the other side. */
  otherId: bigint;
}

export interface StatementPage {
  /** Newest first, by when they count. */
  lines: StatementLine[];
  /** For the next page; none after the last one. */
  next: string | undefined;
}

interface PostingRow {
  entry_id: bigint;
  line: number;
  account_id: bigint;
  other_id: bigint;
  is_credit: boolean;
  amount: Fc;
  effective_at: Date;
  kind: EntryKind;
  key: string;
  message: string;
  price_id: number | null;
  start_balance: Fc;
}

/**
 * Costs the same however long the history is: it reads one page from the index of each account, newest first, and
 * continues where the last page ended. There is no stored running balance, because an entry for a past day would make
 * it wrong. Instead the balances are computed backwards: the newest line left today's balance, and the line before it
 * left that balance less what the newest line changed.
 */
export async function statementPage(
  db: ReadDb,
  { limit, cursor, ...scope }: StatementScope & { limit: number; cursor?: string | undefined },
): Promise<StatementPage> {
  const ids = scope.accounts.map((account) => memberAccount(scope.memberId, account));
  const position = cursor === undefined ? undefined : parseCursor(cursor);
  const rows = await newestRows(db, { ids, scope, position, limit: limit + 1 });
  let balance = rows[0]?.start_balance ?? noFc;
  const lines = rows.slice(0, limit).map((row) => {
    const made = toLine(row, balance, scope);
    balance = row.is_credit ? minus(balance, row.amount) : plus(balance, row.amount);
    return made;
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { lines, next: last && formatCursor(last, balance) };
}

interface PageOfRows {
  ids: bigint[];
  scope: StatementScope;
  position: Cursor | undefined;
  limit: number;
}

async function newestRows(db: ReadDb, { ids, scope, position, limit }: PageOfRows): Promise<PostingRow[]> {
  const from = scope.from ?? new Date(0);
  const until = position?.at ?? scope.to ?? endOfTime;
  const entryId = position?.entryId ?? 0n;
  const line = position?.line ?? 0;
  // A posting between two accounts of the statement shows its credit first, then its debit.
  const debitLine = position?.isCredit === true ? line + 1 : line;
  const { rows } = await sql<PostingRow>`
    select posting.entry_id, posting.line, account_id, other_id, is_credit, amount, posting.effective_at, entry.kind,
      entry.key, entry.message, entry.price_id, ${startBalance(ids, position, scope.to)} as start_balance
    from ledger_newest_lines(${ids}::bigint[], ${from}, ${until}, ${entryId}, ${line}, ${debitLine}, ${limit}) posting
    join ledger_entries entry on entry.id = posting.entry_id
    order by posting.effective_at desc, posting.entry_id desc, posting.line desc, is_credit desc`.execute(db);
  return rows;
}

/** The balance after the newest line of the page: from the cursor, or today's balance less all that came later. */
function startBalance(ids: bigint[], position: Cursor | undefined, to: Date | undefined) {
  if (position) return sql`${position.balance}::bigint`;
  // Each id is a value of its own: of an array as one value, PostgreSQL does not know the length, expects a higher cost
  // for a plan that holds for all values, and makes a plan for every first page.
  const each = sql`array[${sql.join(ids)}]::bigint[]`;
  const now = sql`(select coalesce(sum(balance), 0)::bigint from ledger_accounts where id = any (${each}))`;
  return to === undefined ? now : sql`${now} - ${changesBetween(ids, to, undefined)}`;
}

function changesBetween(ids: bigint[], from: Date | undefined, to: Date | undefined) {
  return sql`(${sideSum(ids, "credit_id", from, to)} - ${sideSum(ids, "debit_id", from, to)})`;
}

function sideSum(
  ids: bigint[],
  side: "debit_id" | "credit_id",
  from: Date | undefined,
  to: Date | undefined,
) {
  const column = sql.ref(side);
  return sql`(select coalesce(sum(amount), 0)::bigint from ledger_postings
    where ${column} = any (${ids}::bigint[]) and ${sql.raw(accountSql.isMembers(side))}
      ${from === undefined ? sql`` : sql`and effective_at >= ${from}`}
      ${to === undefined ? sql`` : sql`and effective_at < ${to}`})`;
}

function toLine(row: PostingRow, balanceAfterFc: Fc, scope: StatementScope): StatementLine {
  const account = sure(scope.accounts.find((name) => memberAccount(scope.memberId, name) === row.account_id));
  return {
    entryId: row.entry_id,
    line: row.line,
    account,
    type: row.is_credit ? "C" : "D",
    amountFc: row.amount,
    balanceAfterFc,
    kind: row.kind,
    key: row.key,
    message: row.message,
    effectiveAt: row.effective_at,
    priceId: row.price_id,
    otherId: row.other_id,
  };
}

export interface StatementTotals {
  openingFc: Fc;
  creditedFc: Fc;
  debitedFc: Fc;
  /** opening + credited − debited. */
  closingFc: Fc;
}

/** Opening and closing balance of a period, and what moved in it, from one snapshot. */
export async function statementTotals(db: ReadDb, scope: StatementScope): Promise<StatementTotals> {
  const ids = scope.accounts.map((account) => memberAccount(scope.memberId, account));
  const { rows } = await sql<{ credited: Fc; debited: Fc; closing: Fc }>`
    select ${sideSum(ids, "credit_id", scope.from, scope.to)} as credited,
      ${sideSum(ids, "debit_id", scope.from, scope.to)} as debited,
      ${startBalance(ids, undefined, scope.to)} as closing`.execute(db);
  const { credited, debited, closing } = sure(rows[0]);
  return {
    openingFc: plus(minus(closing, credited), debited),
    creditedFc: credited,
    debitedFc: debited,
    closingFc: closing,
  };
}

interface Cursor {
  at: Date;
  entryId: bigint;
  line: number;
  isCredit: boolean;
  balance: Fc;
}

/** Where a page goes on that ends with this line. */
export function cursorBehind(line: StatementLine): string {
  const { effectiveAt, entryId, type, amountFc, balanceAfterFc } = line;
  const isCredit = type === "C";
  const place = { effective_at: effectiveAt, entry_id: entryId, line: line.line, is_credit: isCredit };
  return formatCursor(place, isCredit ? minus(balanceAfterFc, amountFc) : plus(balanceAfterFc, amountFc));
}

type Place = Pick<PostingRow, "effective_at" | "entry_id" | "line" | "is_credit">;

function formatCursor(row: Place, balance: Fc): string {
  const parts = [row.effective_at.getTime(), row.entry_id, row.line, row.is_credit ? 1 : 0, balance];
  return parts.join(".");
}

/** A client can send any text as a cursor. One that we did not make is ignored, and reading starts at the top. */
function parseCursor(text: string): Cursor | undefined {
  if (!/^\d{1,15}\.\d{1,18}\.\d{1,5}\.[01]\.-?\d{1,18}$/.test(text)) return undefined;
  const [at, entryId, line, isCredit, balance] = text.split(".");
  return {
    at: new Date(Number(at)),
    entryId: BigInt(sure(entryId)),
    line: Number(line),
    isCredit: isCredit === "1",
    balance: asFc(BigInt(sure(balance))),
  };
}
