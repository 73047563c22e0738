import { type Fc, noFc, plus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type { Readable } from "node:stream";
import { fcFigure, fcText } from "@fc/contract/amount-text";
import type { Language } from "@fc/contract/languages";
import { taxSentenceIn } from "@fc/contract/taxes/sentence";
import { walletKinds, type Wallet } from "@fc/contract/wallet/kinds";
import { ink, Sheet, type TextStyle } from "../../platform/pdf/sheet.ts";
import type { TaxTaken } from "../../core/taxes/records.ts";
import type { MovedLine } from "../../core/ledger/moved-history.ts";
import type { ForwardLine, WalletTotals } from "./statement-queries.ts";
import { statementWords, type StatementWords } from "./statement-words.ts";

const left = Sheet.margin;
const right = Sheet.width - Sheet.margin;
/** Where columns end, and the message's start and width. */
const columns = {
  // Behind the widest of dates, "30 Sept 2026, 11:59 pm".
  message: left + 108,
  messageWidth: 152,
  credited: 362,
  debited: 440,
  balance: right,
} as const;
const rowHeight = 15;
const leading = 10.5;

type PrintedLine = Omit<ForwardLine, "entryId" | "line">;

interface StatementHeading {
  refId: string;
  name: string;
  from: string;
  to: string;
  now: Date;
  language: Language;
}

/** Always with four decimals, so that the decimal points of a column are aligned. */
function figure(amountFc: Fc): string {
  const [whole, fraction = ""] = fcFigure(amountFc).split(".");
  return `${whole}.${fraction.padEnd(4, "0")}`;
}

/** The pages of a statement: a summary of the wallets, then each with its lines between two balances. */
export class StatementSheet {
  readonly #sheet: Sheet;
  readonly #words: StatementWords;
  /** The section whose lines continue on the next page. */
  #running: string | undefined;

  constructor(heading: StatementHeading) {
    this.#words = statementWords(heading.language);
    const { text } = this.#words;
    this.#sheet = new Sheet(`${text("Statement")} ${heading.refId}`, (sheet) => {
      this.#frame(sheet, heading);
      if (!this.#running) return;
      this.#head(text("{wallet}, continued", { wallet: this.#running }));
    });
  }

  get stream(): Readable {
    return this.#sheet.stream;
  }

  summary(rows: readonly { wallet: Wallet; totals: WalletTotals }[]): void {
    const sheet = this.#sheet;
    sheet.addPage();
    const ends = [262, 350, 438, right];
    const style = { face: "bold", size: 8, colour: ink.quiet, align: "end" } as const;
    const { text } = this.#words;
    sheet.text(text("Wallet"), left, sheet.y, { ...style, align: "start" });
    const titles = ["Opening (FC)", "Credited (FC)", "Debited (FC)", "Closing (FC)"] as const;
    for (const [at, title] of titles.entries()) {
      sheet.text(text(title), sure(ends[at]), sheet.y, style);
    }
    sheet.rule(sheet.y + 5);
    for (const { wallet, totals } of rows) {
      sheet.y += rowHeight;
      sheet.text(text(walletKinds[wallet].label), left, sheet.y);
      const { openingFc, creditedFc, debitedFc, closingFc } = totals;
      for (const [at, amountFc] of [openingFc, creditedFc, debitedFc, closingFc].entries()) {
        sheet.text(figure(amountFc), sure(ends[at]), sheet.y, {
          align: "end",
          face: at === 3 ? "bold" : "regular",
        });
      }
    }
    sheet.y += 30;
  }

  /** At credits and at withdrawals; the latter is no line of a wallet, because it leaves the hold. */
  tax(taxes: readonly TaxTaken[]): void {
    const sheet = this.#sheet;
    const taxFc = taxes.reduce((sum, tax) => plus(sum, tax.taxFc), noFc);
    sheet.y -= 12;
    sheet.text(this.#words.text("Tax deducted at source in this period (FC)"), left, sheet.y, {
      face: "bold",
    });
    sheet.text(figure(taxFc), right, sheet.y, { align: "end", face: "bold" });
    sheet.y += rowHeight;
    for (const tax of taxes) this.#tax(tax);
    sheet.y += 18;
  }

  /** What it follows from, so that the reader can multiply it out. */
  #tax(tax: TaxTaken): void {
    const sheet = this.#sheet;
    const sentence = `${fcText(tax.baseFc)} · ${taxSentenceIn(tax, (text) => this.#words.text(text))}`;
    const lines = sheet.wrap(sentence, columns.credited - columns.message);
    sheet.need(rowHeight + (lines.length - 1) * leading);
    sheet.text(this.#words.day(tax.day), left, sheet.y);
    sheet.text(figure(tax.taxFc), right, sheet.y, { align: "end" });
    for (const [at, text] of lines.entries()) sheet.text(text, columns.message, sheet.y + at * leading);
    sheet.y += rowHeight + (lines.length - 1) * leading;
  }

  startWallet(wallet: Wallet, openingFc: Fc): void {
    this.#running = undefined;
    // Not at the foot of a page, with its lines on the next.
    this.#sheet.need(90);
    this.#head(this.#words.text(walletKinds[wallet].label));
    this.#balance(this.#words.text("Opening balance"), openingFc);
    this.#running = this.#words.text(walletKinds[wallet].label);
  }

  line(line: ForwardLine, balanceFc: Fc): void {
    this.#row(line, balanceFc);
  }

  #row({ effectiveAt, message, isCredit, amountFc }: PrintedLine, balanceFc?: Fc): void {
    const sheet = this.#sheet;
    const words = sheet.wrap(this.#words.message(message), columns.messageWidth);
    sheet.need(rowHeight + (words.length - 1) * leading);
    sheet.text(this.#words.moment(effectiveAt), left, sheet.y);
    sheet.text(figure(amountFc), isCredit ? columns.credited : columns.debited, sheet.y, { align: "end" });
    if (balanceFc !== undefined) sheet.text(figure(balanceFc), columns.balance, sheet.y, { align: "end" });
    for (const [at, text] of words.entries()) sheet.text(text, columns.message, sheet.y + at * leading);
    sheet.y += rowHeight + (words.length - 1) * leading;
  }

  endWallet({ creditedFc, debitedFc, closingFc }: WalletTotals): void {
    const sheet = this.#sheet;
    sheet.need(2 * rowHeight + 8);
    sheet.rule(sheet.y - 9);
    sheet.y += 3;
    const style = { face: "bold", align: "end" } as const;
    sheet.text(this.#words.text("Total"), left, sheet.y, { face: "bold" });
    sheet.text(figure(creditedFc), columns.credited, sheet.y, style);
    sheet.text(figure(debitedFc), columns.debited, sheet.y, style);
    sheet.y += rowHeight;
    this.#balance(this.#words.text("Closing balance"), closingFc);
    this.#running = undefined;
    sheet.y += 18;
  }

  /** From the system before, below all wallets: the opening entry has what these lines came to. */
  movedLine({ wallet, at, message, type, amount_fc: amountFc }: MovedLine): void {
    const { text } = this.#words;
    const title = text("{wallet}, before the move: counted in no balance", {
      wallet: text(walletKinds[wallet].label),
    });
    if (this.#running !== title) {
      this.#running = undefined;
      this.#sheet.need(90);
      this.#head(title);
      this.#running = title;
    }
    this.#row({ effectiveAt: at, message, isCredit: type === "C", amountFc });
  }

  endMoved(): void {
    if (this.#running === undefined) return;
    this.#running = undefined;
    this.#sheet.y += 18;
  }

  end(): void {
    this.#sheet.end();
  }

  #frame(sheet: Sheet, { refId, name, from, to, now }: StatementHeading): void {
    const { text, day, moment } = this.#words;
    const period = text("{from} to {to}", { from: day(from), to: day(to) });
    const quiet: TextStyle = { size: 7.5, colour: ink.quiet };
    const foot = Sheet.height - 34;
    sheet.rule(foot - 12);
    sheet.text(`${refId} · ${period}`, left, foot, quiet);
    sheet.pageNumber(right, foot, (page) => text("Page {page} of", { page: String(page) }));
    if (sheet.page > 1) return void (sheet.y = Sheet.margin + 12);

    sheet.text("FC Portal", left, 54, { face: "bold", size: 10, colour: ink.brand });
    sheet.text(text("Wallet Statement"), left, 82, { face: "bold", size: 18 });
    const details = [
      [text("Member"), name],
      [text("User ID"), refId],
      [text("Period"), text("{period}, India's days", { period })],
      [text("Made"), `${moment(now)} IST`],
    ] as const;
    sheet.y = 106;
    for (const [label, value] of details) {
      sheet.text(label, left, sheet.y, { colour: ink.quiet });
      for (const line of sheet.wrap(value, right - left - 60)) {
        sheet.text(line, left + 60, sheet.y);
        sheet.y += 14;
      }
    }
    sheet.y += 18;
  }

  #head(title: string): void {
    const sheet = this.#sheet;
    const { text } = this.#words;
    sheet.text(title, left, sheet.y, { face: "bold", size: 11 });
    sheet.y += 20;
    const style = { face: "bold", size: 8, colour: ink.quiet } as const;
    sheet.text(text("Date/Time"), left, sheet.y, style);
    sheet.text(text("Message"), columns.message, sheet.y, style);
    sheet.text(text("Credited (FC)"), columns.credited, sheet.y, { ...style, align: "end" });
    sheet.text(text("Debited (FC)"), columns.debited, sheet.y, { ...style, align: "end" });
    sheet.text(text("Balance (FC)"), columns.balance, sheet.y, { ...style, align: "end" });
    sheet.rule(sheet.y + 5);
    sheet.y += rowHeight + 2;
  }

  #balance(label: string, amountFc: Fc): void {
    const sheet = this.#sheet;
    sheet.text(label, left, sheet.y, { face: "bold" });
    sheet.text(figure(amountFc), columns.balance, sheet.y, { face: "bold", align: "end" });
    sheet.y += rowHeight;
  }
}
