import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import { indiaDayOf } from "@fc/contract/period";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { takeLinesOfApproved } from "../../core/bank-statements/taking.ts";
import { logAction } from "../../core/operators/log.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { unnested } from "../../platform/unnested.ts";
import { inOrder, openingOf, overlapWith, rupees, type KnownLine } from "./continuity.ts";
import { linesIn, type StatementLine } from "./read-file.ts";
import { refused } from "./refused.ts";

interface SentFile {
  accountId: number;
  file: string;
  bytes: Buffer;
  operating: Operating;
}

interface Imported {
  lines: number;
  newLines: number;
}

export async function importStatement(db: Db, sent: SentFile): Promise<Imported> {
  const account = await db
    .selectFrom("bank_accounts")
    .select("columns")
    .where("id", "=", sent.accountId)
    .executeTakeFirst();
  if (!account) throw new AppError("NOT_FOUND");
  const lines = inOrder(linesIn(sent.bytes, account.columns));
  refuseFuture(lines, indiaDayOf(sent.operating.now));
  return atomically(db, keep, { ...sent, lines });
}

/** Behind a line of a day to come no honest statement would fit for years, and no line can be taken back. */
function refuseFuture(lines: readonly StatementLine[], today: string): void {
  const future = lines.find(({ day }) => day > today);
  if (future === undefined) return;
  throw refused(
    `Row ${future.fileLine}: ${future.day} has not come yet. Look at the file, and at the order of day and month in the columns of the account`,
  );
}

interface ReadFile extends SentFile {
  lines: StatementLine[];
}

/** Of two operators who import at once, the second finds the lines of the first. */
async function keep(tx: Tx, { accountId, file, bytes, operating, lines }: ReadFile): Promise<Imported> {
  const { name } = await tx
    .selectFrom("bank_accounts")
    .select("name")
    .where("id", "=", accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { known, number } = await knownOf(tx, accountId, lines);
  const added = lines.slice(known);
  if (added.length === 0) return { lines: lines.length, newLines: 0 };
  const [first, last] = [sure(lines[0]), sure(lines.at(-1))];
  const { id } = await tx
    .insertInto("bank_statements")
    .values({
      account_id: accountId,
      file,
      content: bytes,
      digest: createHash("sha256").update(bytes).digest("hex"),
      imported_by: operating.operatorId,
      imported_at: operating.now,
      line_count: lines.length,
      new_count: added.length,
      first_day: first.day,
      last_day: last.day,
      opening_paise: openingOf(first),
      closing_paise: last.balancePaise,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertLines(tx, { accountId, statementId: id, lines: added, number });
  await takeLinesOfApproved(tx, operating.now);
  const details = { account: name, file, lines: added.length, closing: rupees(last.balancePaise) };
  await logAction(tx, { ...operating, action: "bank-statement/import", details });
  return { lines: lines.length, newLines: added.length };
}

/** How many of the lines are known, and the number of the account's newest line. */
async function knownOf(
  tx: Tx,
  accountId: number,
  lines: readonly StatementLine[],
): Promise<{ known: number; number: number }> {
  const newest = await tx
    .selectFrom("bank_lines")
    .select(["number", "day", "balance_paise"])
    .where("account_id", "=", accountId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest) return { known: 0, number: 0 };
  const { number } = newest;
  const first = sure(lines[0]);
  // From the earliest place, because a statement begins with the first line of its first day.
  for (const place of await placesOf(tx, accountId, first)) {
    const known = overlapWith(await linesFrom(tx, { accountId, place, most: lines.length }), lines);
    if (known !== undefined) return { known, number };
  }
  if (openingOf(first) === newest.balance_paise && first.day >= newest.day) return { known: 0, number };
  throw refused(
    `Row ${first.fileLine}: the file begins on ${first.day} with ${rupees(openingOf(first))}, but the lines of this account end on ${newest.day} with ${rupees(newest.balance_paise)}. Import what lies between first`,
  );
}

/** Where the file may begin among the known lines. Few lines agree in day, amount and balance. */
async function placesOf(tx: Tx, accountId: number, first: StatementLine): Promise<number[]> {
  const rows = await tx
    .selectFrom("bank_lines")
    .select("number")
    .where("account_id", "=", accountId)
    .where("day", "=", first.day)
    .where("amount_paise", "=", first.amountPaise)
    .where("balance_paise", "=", first.balancePaise)
    .orderBy("number")
    .limit(20)
    .execute();
  return rows.map(({ number }) => number);
}

interface Stretch {
  accountId: number;
  place: number;
  most: number;
}

async function linesFrom(tx: Tx, { accountId, place, most }: Stretch): Promise<KnownLine[]> {
  return tx
    .selectFrom("bank_lines")
    .select(["day", "words", "reference", "payer"])
    .select(["amount_paise as amountPaise", "balance_paise as balancePaise"])
    .where("account_id", "=", accountId)
    .where("number", ">=", place)
    .orderBy("number")
    .limit(most)
    .execute();
}

interface NewLines {
  accountId: number;
  statementId: number;
  lines: readonly StatementLine[];
  /** Of the newest line before them. */
  number: number;
}

const lineTypes = {
  number: "int",
  file_line: "int",
  day: "date",
  words: "text",
  reference: "text",
  payer: "text",
  amount_paise: "bigint",
  balance_paise: "bigint",
  // An array of arrays would be taken apart.
  utrs: "text",
} as const;

async function insertLines(tx: Tx, { accountId, statementId, lines, number }: NewLines): Promise<void> {
  const rows = lines.map((line, at) => ({
    number: number + at + 1,
    file_line: line.fileLine,
    day: line.day,
    words: line.words,
    reference: line.reference,
    payer: line.payer,
    amount_paise: line.amountPaise,
    balance_paise: line.balancePaise,
    utrs: line.utrs.join(" "),
  }));
  await sql`
    insert into bank_lines (account_id, statement_id, number, file_line, day, words, reference, payer, amount_paise,
      balance_paise, utrs)
    select ${accountId}, ${statementId}, number, file_line, day, words, reference, payer, amount_paise,
      balance_paise, string_to_array(utrs, ' ')
    from ${unnested(rows, lineTypes)}`.execute(tx);
}
