import { asFc, noFc, plus, type Fc, type UsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { bookDefinitions, type BookCell, type BookName } from "@fc/contract/books/console";
import {
  entryKindWords,
  houseAccountWords,
  memberAccountWords,
  type LedgerEntryKind,
} from "@fc/contract/ledger/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { sql, type RawBuilder } from "kysely";
import { accountKind, accountOf, accountSql, memberAccounts } from "../../core/ledger/accounts.ts";
import { entryNumbers, lineInrPaise, movedBetween } from "../../core/ledger/day-sums.ts";
import { inrPaiseOf, priceAt, pricesInForce } from "../../core/prices/price-sql.ts";
import { csvTime } from "../../platform/csv.ts";
import type { ReadDb } from "../../platform/db.ts";
import { followCursor } from "../../platform/paging.ts";
import { bankLines, stakeInr } from "./bank.ts";
import { poolDays, trialBalance } from "./balances.ts";
import { decimal } from "./decimal.ts";
import type { BookScope } from "./scope.ts";
import { shortfallLines } from "./shortfalls.ts";

/** A line of a book, and where the next page begins after it. */
export interface BookLine {
  cells: BookCell[];
  cursor: string;
}

interface Book {
  /** What its cursors look like: PostgreSQL refuses a number that is too long for its column. */
  cursor: RegExp;
  /** The lines after a cursor, at most so many, in the book's order. */
  lines: (db: ReadDb, scope: BookScope, after: string, limit: number) => Promise<BookLine[]>;
  /** The totals of all lines, by SQL and not from the lines, in the order of the definition's `totals`. */
  totals: (db: ReadDb, scope: BookScope) => Promise<string[]>;
}

const rowNumber = /^\d{1,9}$/;

/** A stake has a line in coins and one in dollars. Only coins are worth rupees here, or the stake would count twice. */
const isUsd = sql`(debit_id between 14 and 16)`;

/** The entries of a month are between two numbers, by which the primary key of the lines is read. */
async function journalRange(db: ReadDb, { from, to, days, memberId }: BookScope) {
  const { first, last } = (await entryNumbers(db, days)) ?? { first: 0n, last: 0n };
  const isInMonth = sql`effective_at >= ${from} and effective_at < ${to}
    and entry_id between ${first} and ${last} ${ofMember(memberId)}`;
  return { first, isInMonth };
}

function ofMember(memberId: number | null | undefined): RawBuilder<unknown> {
  if (memberId === undefined) return sql``;
  if (memberId === null) return sql`and false`;
  const own = memberAccounts(memberId);
  return sql`and (debit_id = any (${own}::bigint[]) or credit_id = any (${own}::bigint[]))`;
}

interface JournalRow {
  entry_id: bigint;
  line: number;
  effective_at: Date;
  kind: LedgerEntryKind;
  debit_id: bigint;
  credit_id: bigint;
  debit_ref: string | null;
  credit_ref: string | null;
  amount: bigint;
  is_usd: boolean;
  inr: bigint | null;
}

function accountName(id: bigint): string {
  const account = accountOf(id);
  return account.owner === "house" ? houseAccountWords[account.account] : memberAccountWords[account.account];
}

const journal: Book = {
  cursor: /^\d{1,18}-\d{1,4}$/,
  async lines(db, scope, after, limit) {
    const { first, isInMonth } = await journalRange(db, scope);
    // PostgreSQL begins to read at the cursor, so the first one stands at the month's first entry.
    const [entryId, line] = (after === "" ? `${first}-0` : after).split("-");
    const { rows } = await sql<JournalRow>`
      select posting.entry_id, posting.line, posting.effective_at, entry.kind, debit_id, credit_id,
        debited.ref_id as debit_ref, credited.ref_id as credit_ref, amount, ${isUsd} as is_usd, inr
      from (
        select *, ${lineInrPaise} as inr from ledger_postings cross join ${pricesInForce}
        where ${isInMonth} and (entry_id, line) > (${BigInt(sure(entryId))}::bigint, ${Number(line)}::smallint)
        order by entry_id, line limit ${limit}
      ) posting join ledger_entries entry on entry.id = posting.entry_id
        left join members debited on debit_id > 16 and debited.id = ${sql.raw(accountSql.memberId("debit_id"))}
        left join members credited on credit_id > 16 and credited.id = ${sql.raw(accountSql.memberId("credit_id"))}
      order by posting.entry_id, posting.line`.execute(db);
    return rows.map((row) => ({
      cursor: `${row.entry_id}-${row.line}`,
      cells: [
        `${row.entry_id}-${row.line}`,
        csvTime(row.effective_at.toISOString()),
        entryKindWords[row.kind],
        accountName(row.debit_id),
        row.debit_ref,
        accountName(row.credit_id),
        row.credit_ref,
        row.is_usd ? null : decimal(row.amount, 4),
        row.is_usd ? decimal(row.amount, 2) : null,
        row.inr === null || row.is_usd ? null : decimal(row.inr, 2),
      ],
    }));
  },
  async totals(db, scope) {
    const sums =
      scope.memberId === undefined ? await journalSums(db, scope) : await journalSumsOfMember(db, scope);
    return [decimal(sums.fc, 4), decimal(sums.usd, 2), decimal(sums.inr, 2)];
  },
};

interface JournalSums {
  fc: Fc;
  usd: bigint;
  inr: bigint;
}

async function journalSums(db: ReadDb, { days }: BookScope): Promise<JournalSums> {
  const sums = { fc: noFc, usd: 0n, inr: 0n };
  for (const { debitKind, amount, inrPaise } of await movedBetween(db, days)) {
    const isInUsd =
      debitKind === accountKind.house("usd_paid") || debitKind === accountKind.house("usd_received");
    if (isInUsd) {
      sums.usd += amount;
      continue;
    }
    sums.fc = plus(sums.fc, asFc(amount));
    sums.inr += inrPaise;
  }
  return sums;
}

async function journalSumsOfMember(db: ReadDb, scope: BookScope): Promise<JournalSums> {
  const { isInMonth } = await journalRange(db, scope);
  const { rows } = await sql<Record<keyof JournalSums, string>>`
    select coalesce(sum(amount) filter (where not ${isUsd}), 0)::text as fc,
      coalesce(sum(amount) filter (where ${isUsd}), 0)::text as usd, coalesce(sum(${lineInrPaise}) filter (where not ${isUsd}), 0)::text as inr
    from ledger_postings cross join ${pricesInForce} where ${isInMonth}`.execute(db);
  const { fc, usd, inr } = sure(rows[0]);
  return { fc: asFc(BigInt(fc)), usd: BigInt(usd), inr: BigInt(inr) };
}

const paidFc = sql`(amount_fc - fee_fc - tax_fc - coalesce(deduction_fc, 0))`;
const payoutRows = ({ from, to, memberId }: BookScope) => sql`
  from withdrawals cross join ${pricesInForce}
  where status = 'A' and currency_type = any (${withdrawTypesWhere("isPayout", true)}::text[])
    and decided_at >= ${from} and decided_at < ${to}
    ${memberId === undefined ? sql`` : sql`and member_id = ${memberId}`}`;

const payouts: Book = {
  cursor: /^\d{1,14}-\d{1,9}$/,
  async lines(db, scope, after, limit) {
    const [at = "0", id = "0"] = after.split("-");
    const { rows } = await sql<
      Record<"amount_fc" | "fee_fc" | "tax_fc" | "deduction_fc" | "paid_fc", Fc> & {
        id: number;
        decided_at: Date;
        ref_id: string;
        name: string;
        inr: bigint | null;
        transaction_id: string | null;
      }
    >`
      select paid.*, members.ref_id, members.name from (
        select id, member_id, decided_at, amount_fc, fee_fc, tax_fc, coalesce(deduction_fc, 0) as deduction_fc,
          ${paidFc} as paid_fc, ${inrPaiseOf(paidFc, priceAt(sql`decided_at`))} as inr, transaction_id
        ${payoutRows(scope)} and decided_at >= ${new Date(Number(at))} and (date_trunc('milliseconds', decided_at), id) > (${new Date(Number(at))}, ${Number(id)})
        order by decided_at, id limit ${limit}
      ) paid join members on members.id = paid.member_id order by decided_at, paid.id`.execute(db);
    return rows.map((row) => ({
      cursor: `${row.decided_at.getTime()}-${row.id}`,
      cells: [
        referenceOf("withdrawal", row.id),
        csvTime(row.decided_at.toISOString()),
        row.ref_id,
        row.name,
        decimal(row.amount_fc, 4),
        decimal(row.fee_fc, 4),
        decimal(row.tax_fc, 4),
        decimal(row.deduction_fc, 4),
        decimal(row.paid_fc, 4),
        row.inr === null ? null : decimal(row.inr, 2),
        row.transaction_id,
      ],
    }));
  },
  async totals(db, scope) {
    const sums = ["amount_fc", "fee_fc", "tax_fc", "coalesce(deduction_fc, 0)"].map((each) => sql.raw(each));
    const { rows } = await sql<{ sums: string[] }>`
      select array[${sql.join([...sums, paidFc, inrPaiseOf(paidFc, priceAt(sql`decided_at`))].map((each) => sql`coalesce(sum(${each}), 0)::text`))}] as sums
      ${payoutRows(scope)}`.execute(db);
    return sure(rows[0]).sums.map((sum, at) => decimal(BigInt(sum), at === 5 ? 2 : 4));
  },
};

const stakeRows = ({ from, to, days, memberId }: BookScope) => sql`
  from stakes join prices price on price.id = stakes.price_id
  -- What came from another system was bought there.
  where not exists (select from moved_stakes where stake_id = stakes.id)
    and started_at >= ${from} and started_at < ${to} and started_on between ${days.from}::date and ${days.to}::date
    ${memberId === undefined ? sql`` : sql`and member_id = ${memberId}`}`;

const stakes: Book = {
  cursor: rowNumber,
  async lines(db, scope, after, limit) {
    const { rows } = await sql<{
      id: number;
      started_at: Date;
      ref_id: string;
      name: string;
      is_from_transfer: boolean;
      principal_usd_cents: UsdCents;
      principal_fc: Fc;
      inr: bigint;
    }>`
      select begun.*, members.ref_id, members.name from (
        select stakes.id, member_id, started_at, request_id is null as is_from_transfer, principal_usd_cents,
          principal_fc, ${stakeInr} as inr
        ${stakeRows(scope)} and stakes.id > ${Number(after)} order by stakes.id limit ${limit}
      ) begun join members on members.id = begun.member_id order by begun.id`.execute(db);
    return rows.map((row) => ({
      cursor: String(row.id),
      cells: [
        String(row.id),
        csvTime(row.started_at.toISOString()),
        row.ref_id,
        row.name,
        row.is_from_transfer ? "Transfer wallet" : "Outside",
        decimal(row.principal_usd_cents, 2),
        decimal(row.principal_fc, 4),
        decimal(row.inr, 2),
      ],
    }));
  },
  async totals(db, scope) {
    const { rows } = await sql<{ usd: string; fc: string; inr: string }>`
      select coalesce(sum(principal_usd_cents), 0)::text as usd, coalesce(sum(principal_fc), 0)::text as fc,
        coalesce(sum(${stakeInr}), 0)::text as inr ${stakeRows(scope)}`.execute(db);
    const { usd, fc, inr } = sure(rows[0]);
    return [decimal(BigInt(usd), 2), decimal(BigInt(fc), 4), decimal(BigInt(inr), 2)];
  },
};

/** Of each account: what it holds now, and what moved in the month and after it, off the index of its lines. */
const memberSums = ({ from, to }: BookScope) => {
  const side = (own: "debit_id" | "credit_id") => sql`
    select coalesce(sum(amount) filter (where effective_at < ${to}), 0) as during,
      coalesce(sum(amount) filter (where effective_at >= ${to}), 0) as later
    from ledger_postings where ${sql.ref(own)} = account.id and ${sql.raw(accountSql.isMembers(own))}
      and effective_at >= ${from}`;
  return sql`
    select ${sql.raw(accountSql.memberId("account.id"))} as member_id, sum(account.balance) as balance,
      sum(credited.during) as credited, sum(credited.later) as credited_later, sum(debited.during) as debited,
      sum(debited.later) as debited_later
    from ledger_accounts account cross join lateral (${side("credit_id")}) credited
      cross join lateral (${side("debit_id")}) debited`;
};

const membersBook: Book = {
  cursor: rowNumber,
  async lines(db, scope, after, limit) {
    const { memberId } = scope;
    const { rows } = await sql<{
      member_id: number;
      ref_id: string;
      name: string;
      closing: string;
      credited: string;
      debited: string;
    }>`
      select members.id as member_id, ref_id, name, credited::text, debited::text,
        (balance - credited_later + debited_later)::text as closing
      from (
        select id, ref_id, name from members
        where id > ${Number(after)} and joined_at < ${scope.to} ${memberId === undefined ? sql`` : sql`and id = ${memberId}`}
        order by id limit ${limit}
      ) members join lateral (
        select coalesce(sum(balance), 0) as balance, coalesce(sum(credited), 0) as credited,
          coalesce(sum(credited_later), 0) as credited_later, coalesce(sum(debited), 0) as debited,
          coalesce(sum(debited_later), 0) as debited_later
        from (${memberSums(scope)} where account.id > members.id::bigint * 16 and account.id < members.id::bigint * 16 + 16
          group by 1) own
      ) sums on true
      order by members.id`.execute(db);
    return rows.map((row) => {
      const [closing, credited, debited] = [BigInt(row.closing), BigInt(row.credited), BigInt(row.debited)];
      return {
        cursor: String(row.member_id),
        cells: [
          row.ref_id,
          row.name,
          decimal(closing - credited + debited, 4),
          decimal(credited, 4),
          decimal(debited, 4),
          decimal(closing, 4),
        ],
      };
    });
  },
  async totals(db, scope) {
    const { closing, credited, debited } =
      scope.memberId === undefined ? await allMembersSums(db, scope) : await oneMembersSums(db, scope);
    return [closing - credited + debited, credited, debited, closing].map((sum) => decimal(sum, 4));
  },
};

async function allMembersSums(db: ReadDb, { days }: BookScope) {
  const sums = { closing: 0n, credited: 0n, debited: 0n };
  for (const { debitKind, creditKind, before, amount } of await movedBetween(db, days)) {
    if (accountKind.isMembers(creditKind)) {
      sums.credited += amount;
      sums.closing += before + amount;
    }
    if (accountKind.isMembers(debitKind)) {
      sums.debited += amount;
      sums.closing -= before + amount;
    }
  }
  return sums;
}

async function oneMembersSums(db: ReadDb, scope: BookScope) {
  const { rows } = await sql<Record<"closing" | "credited" | "debited", string>>`
    select coalesce(sum(balance - credited_later + debited_later), 0)::text as closing,
      coalesce(sum(credited), 0)::text as credited, coalesce(sum(debited), 0)::text as debited
    from (${memberSums(scope)} where account.id = any (${scope.memberId ? memberAccounts(scope.memberId) : []}::bigint[]) group by 1) own`.execute(
    db,
  );
  const { closing, credited, debited } = sure(rows[0]);
  return { closing: BigInt(closing), credited: BigInt(credited), debited: BigInt(debited) };
}

/** A book of few lines, all of which are read at once. */
function shortBook(
  read: (db: ReadDb, scope: BookScope) => Promise<{ lines: BookCell[][]; totals: string[] }>,
): Book {
  return {
    cursor: rowNumber,
    async lines(db, scope, after, limit) {
      const first = Number(after);
      const { lines } = await read(db, scope);
      return lines
        .slice(first, first + limit)
        .map((cells, at) => ({ cells, cursor: String(first + at + 1) }));
    },
    totals: async (db, scope) => (await read(db, scope)).totals,
  };
}

const books: Record<BookName, Book> = {
  journal,
  "trial-balance": shortBook(trialBalance),
  payouts,
  stakes,
  members: membersBook,
  pool: shortBook(poolDays),
  shortfalls: shortBook(shortfallLines),
  bank: shortBook(bankLines),
};

/** The totals under their columns. */
export async function bookTotals(db: ReadDb, name: BookName, scope: BookScope): Promise<BookCell[]> {
  const sums = await books[name].totals(db, scope);
  const { columns, totals } = bookDefinitions[name];
  const at: readonly number[] = totals;
  return columns.map((_, column) => (at.includes(column) ? (sums[at.indexOf(column)] ?? null) : null));
}

export async function bookPage(
  db: ReadDb,
  name: BookName,
  { scope, cursor = "", size }: { scope: BookScope; cursor?: string | undefined; size: number },
) {
  // A cursor comes back from a client: one that we did not make reads from the start.
  const after = books[name].cursor.test(cursor) ? cursor : "";
  const lines = await books[name].lines(db, scope, after, size + 1);
  const shown = lines.slice(0, size);
  return {
    data: shown.map(({ cells }) => cells),
    next: lines.length > size ? (shown.at(-1)?.cursor ?? null) : null,
  };
}

/** All lines and then the totals, as the file has them. */
export async function* wholeBook(db: ReadDb, name: BookName, scope: BookScope): AsyncGenerator<BookCell[]> {
  yield* followCursor((cursor: string | undefined, size) => bookPage(db, name, { scope, cursor, size }));
  const totals = await bookTotals(db, name, scope);
  yield ["In all", ...totals.slice(1)];
}
