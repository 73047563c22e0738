import type {
  BankAccount,
  BankLineMatch,
  bankLines,
  BankStatement,
} from "@fc/contract/bank-statements/console";
import { AppError } from "@fc/contract/errors";
import { inrPaiseToWire } from "@fc/contract/money";
import type { QueryOf } from "@fc/contract/route";
import { sql } from "kysely";
import { reversal } from "../../core/bank-statements/reversals.ts";
import type { Db } from "../../platform/db.ts";
import { followRows, inRowOrder, readLongPage } from "../../platform/paging.ts";
import { unmatchedCredits } from "../../core/bank-statements/matches.ts";
import { toLine } from "../../core/bank-statements/shown-line.ts";

export async function accountsOf(db: Db): Promise<BankAccount[]> {
  const accounts = await db
    .selectFrom("bank_accounts")
    .select(["id", "name", "columns"])
    .orderBy("name")
    .execute();
  const last = await statements(db)
    .where(
      "statement.id",
      "in",
      db
        .selectFrom("bank_statements")
        .select(sql<number>`max(id)`.as("id"))
        .groupBy("account_id"),
    )
    .execute();
  return accounts.map((account) => {
    const statement = last.find(({ account_id }) => account_id === account.id);
    return { ...account, lastStatement: statement ? toStatement(statement) : null };
  });
}

/** So many statements are shown. */
const shownStatements = 50;

export async function newestStatements(db: Db): Promise<BankStatement[]> {
  const rows = await statements(db).orderBy("statement.id", "desc").limit(shownStatements).execute();
  return rows.map(toStatement);
}

/** Without the file itself. */
function statements(db: Db) {
  return db
    .selectFrom("bank_statements as statement")
    .innerJoin("operators as operator", "operator.id", "statement.imported_by")
    .select(["statement.id", "statement.account_id", "statement.file", "statement.digest"])
    .select(["statement.imported_at", "statement.line_count", "statement.new_count", "statement.first_day"])
    .select(["statement.last_day", "statement.opening_paise", "statement.closing_paise"])
    .select("operator.name as imported_by");
}

type StatementRow = Awaited<ReturnType<ReturnType<typeof statements>["execute"]>>[number];

const toStatement = (row: StatementRow): BankStatement => ({
  id: row.id,
  accountId: row.account_id,
  file: row.file,
  digest: row.digest,
  importedBy: row.imported_by,
  importedAt: row.imported_at.toISOString(),
  lines: row.line_count,
  newLines: row.new_count,
  firstDay: row.first_day,
  lastDay: row.last_day,
  openingInr: inrPaiseToWire(row.opening_paise),
  closingInr: inrPaiseToWire(row.closing_paise),
});

export async function statementFile(db: Db, id: number): Promise<Buffer> {
  const { content } = await db
    .selectFrom("bank_statements")
    .select("content")
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND"));
  return content;
}

type LineFilter = QueryOf<typeof bankLines>;

const sortColumns = { day: "line.day", amount: "line.amount_paise" } as const;

function orderOf({ sort = "day", order = "desc" }: LineFilter) {
  return { column: sortColumns[sort], order } as const;
}

export async function linesPage(db: Db, query: LineFilter) {
  const found = matching(db, query);
  const { sums, ...page } = await readLongPage(db, query, {
    rows: inRowOrder(withDetails(found), orderOf(query)),
    matching: found,
    show: toLine,
    sums: { paise: sql<bigint>`line.amount_paise` },
  });
  return { ...page, ...(sums && { totals: { amountInr: inrPaiseToWire(sums.paise) } }) };
}

/** All of them for their file, as the screen shows them. */
export function wholeLines(db: Db, query: LineFilter) {
  return followRows({ rows: withDetails(matching(db, query)), by: orderOf(query), show: toLine });
}

/** It pays for a request that was not rejected. */
const isHeld = sql<boolean>`exists (
  select from bank_payments as payment join staking_requests as holder on holder.id = payment.request_id
  where payment.line_id = line.id and holder.status <> 'R')`;
const conditions = {
  unmatched: sql<boolean>`line.id in (${unmatchedCredits})`,
  paid: isHeld,
  aside: sql<boolean>`line.id in (select line_id from bank_payments where set_aside_reason is not null)`,
} as const satisfies Record<BankLineMatch, unknown>;

function matching(db: Db, { from, to, search, match }: LineFilter) {
  let found = db.selectFrom("bank_lines as line");
  if (from) found = found.where("line.day", ">=", from);
  if (to) found = found.where("line.day", "<=", to);
  if (search) found = found.where(searched(search));
  if (match) found = found.where(conditions[match]);
  return found;
}

/** By a UTR as a whole, or by a part of what the bank says. */
function searched(search: string) {
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(line.utrs @> array[${search.toUpperCase()}] or line.words ilike ${part}
    or line.reference ilike ${part} or line.payer ilike ${part})`;
}

function withDetails(lines: ReturnType<typeof matching>) {
  return lines
    .innerJoin("bank_accounts as account", "account.id", "line.account_id")
    .select(["line.id", "line.day", "line.words", "line.reference", "line.payer", "line.amount_paise"])
    .select(["line.balance_paise", "line.statement_id", "line.file_line", "account.name as account"])
    .leftJoin("bank_payments as payment", "payment.line_id", "line.id")
    .leftJoin("staking_requests as request", (join) =>
      join.onRef("request.id", "=", "payment.request_id").on("request.status", "<>", "R"),
    )
    .leftJoin("operators as aside_by", "aside_by.id", "payment.matched_by")
    .select(["request.id as request_id", "payment.set_aside_reason", "aside_by.name as set_aside_by"])
    .select("payment.matched_at as set_aside_at")
    .select(sql<string | null>`(${reversal})`.as("reversed_on"));
}
