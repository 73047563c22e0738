import { noFc, plus, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@fc/contract/errors";
import type { Language } from "@fc/contract/languages";
import { indiaDayOf, momentsOf } from "@fc/contract/period";
import { periodInFuture } from "@fc/contract/reports/portal";
import { wallets, type Wallet } from "@fc/contract/wallet/kinds";
import { atOneMoment, type ReadDb } from "../../platform/db.ts";
import { taxesBetween } from "../../core/taxes/records.ts";
import { movedForward } from "../../core/ledger/moved-history.ts";
import { linesForward, totalsOf, type WalletPeriod, type WalletTotals } from "./statement-queries.ts";
import { StatementSheet } from "./statement-sheet.ts";

interface StatementRequest {
  memberId: number;
  refId: string;
  name: string;
  wallet: Wallet | "all";
  /** India's days, both included. */
  from: string;
  to: string;
  now: Date;
  language: Language;
}

/**
 * Fills in what the request leaves open: every wallet, from joining until today. No statement goes beyond today,
 * because a day that has not begun has no opening balance.
 */
export async function periodOf(
  db: ReadDb,
  memberId: number,
  { wallet = "all", from, to }: { [Name in "wallet" | "from" | "to"]?: StatementRequest[Name] | undefined },
  now: Date,
): Promise<Pick<StatementRequest, "wallet" | "from" | "to">> {
  const { joined_at } = await db
    .selectFrom("members")
    .select("joined_at")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const today = indiaDayOf(now);
  const last = earlier(to ?? today, today);
  const first = from ?? earlier(indiaDayOf(joined_at), last);
  if (first > last) throw new AppError("BAD_REQUEST", { fields: { from: periodInFuture } });
  return { wallet, from: first, to: last };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/**
 * A statement as a PDF. It is written to a file first and sent only when it adds up, so that a wrong statement is
 * never sent in part, and a slow download keeps neither a connection nor a snapshot of the database.
 */
export async function statementPdf(db: ReadDb, request: StatementRequest): Promise<Readable> {
  const file = await atOneMoment(db, writeStatement, request);
  const stream = createReadStream(file);
  stream.once("close", () => void rm(file, { force: true }));
  return stream;
}

/** Each try has a file of its own: what a failed one still writes does not reach the next. */
async function writeStatement(db: ReadDb, request: StatementRequest): Promise<string> {
  const file = path.join(os.tmpdir(), `fc-statement-${randomUUID()}.pdf`);
  const sheet = new StatementSheet(request);
  try {
    // Only the server's own user may read it, from the first byte on.
    await (await open(file, "wx", 0o600)).close();
    const written = pipeline(sheet.stream, createWriteStream(file));
    // Awaited below. If drawing fails first, this one fails too, because its stream is destroyed.
    written.catch(() => undefined);
    await draw(db, sheet, request);
    await written;
    return file;
  } catch (error) {
    sheet.stream.destroy();
    await rm(file, { force: true });
    throw error;
  }
}

async function draw(
  db: ReadDb,
  sheet: StatementSheet,
  { memberId, wallet, from, to }: StatementRequest,
): Promise<void> {
  const moments = momentsOf({ from, to });
  const chosen = wallet === "all" ? wallets : [wallet];
  const periods = chosen.map((each) => ({
    memberId,
    wallet: each,
    from: moments.from ?? new Date(0),
    to: moments.to ?? new Date(8.64e15),
  }));
  const summary: { wallet: Wallet; totals: WalletTotals }[] = [];
  for (const period of periods) {
    const totals = await totalsOf(db, period);
    checkTotals(period.wallet, totals);
    summary.push({ wallet: period.wallet, totals });
  }
  sheet.summary(summary);
  const taxes = await taxesBetween(db, { memberId, from: sure(periods[0]).from, to: sure(periods[0]).to });
  if (taxes.length > 0) sheet.tax(taxes);
  await drawWallets(db, sheet, { periods, summary });
  for (const each of chosen) {
    for await (const line of movedForward(db, { memberId, wallets: [each], from, to })) sheet.movedLine(line);
    sheet.endMoved();
  }
  sheet.end();
}

interface DrawnWallets {
  periods: readonly WalletPeriod[];
  summary: readonly { totals: WalletTotals }[];
}

async function drawWallets(
  db: ReadDb,
  sheet: StatementSheet,
  { periods, summary }: DrawnWallets,
): Promise<void> {
  for (const [at, period] of periods.entries()) {
    const { totals } = sure(summary[at]);
    sheet.startWallet(period.wallet, totals.openingFc);
    const printed = { creditedFc: noFc, debitedFc: noFc };
    for await (const line of linesForward(db, period)) {
      const side = line.isCredit ? "creditedFc" : "debitedFc";
      printed[side] = plus(printed[side], line.amountFc);
      sheet.line(line, minus(plus(totals.openingFc, printed.creditedFc), printed.debitedFc));
    }
    checkPrinted(period.wallet, totals, printed);
    sheet.endWallet(totals);
  }
}

/** Opening and closing balance are found independently; what moved in between must lead from one to the other. */
export function checkTotals(wallet: Wallet, totals: WalletTotals): void {
  const { openingFc, creditedFc, debitedFc, closingFc } = totals;
  if (openingFc + creditedFc - debitedFc === closingFc && openingFc >= 0n && closingFc >= 0n) return;
  throw new Error(
    `The ${wallet} wallet does not add up: ${openingFc} + ${creditedFc} - ${debitedFc} is not ${closingFc}`,
  );
}

function checkPrinted(
  wallet: Wallet,
  totals: WalletTotals,
  printed: Pick<WalletTotals, "creditedFc" | "debitedFc">,
): void {
  if (printed.creditedFc === totals.creditedFc && printed.debitedFc === totals.debitedFc) return;
  throw new Error(`The ${wallet} wallet's lines are not its totals`);
}
