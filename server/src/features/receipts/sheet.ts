import { type Fc, noUsdCents } from "@fc/contract/units";
import type { Readable } from "node:stream";
import { fcText, inrText, usdText } from "@fc/contract/amount-text";
import { cancelledByYou, receiptKinds } from "@fc/contract/receipts/kinds";
import type { Language } from "@fc/contract/languages";
import { addressLabel, nextTexts, receiptNext, receiptSteps, stepTitles } from "@fc/contract/receipts/steps";
import { taxSentenceIn } from "@fc/contract/taxes/sentence";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { ink, Sheet } from "../../platform/pdf/sheet.ts";
import { receiptData, type ReceiptFacts } from "../../core/receipts/facts.ts";
import { dayIn, timeIn, wordsIn, type ReceiptText } from "./words.ts";

const left = Sheet.margin;
const right = Sheet.width - Sheet.margin;
const valueAt = left + 150;
const leading = 13;

interface ReceiptFile {
  facts: ReceiptFacts;
  member: { refId: string; name: string };
  language: Language;
  /** Where members reach the portal. */
  publicUrl: string;
  now: Date;
}

/** A receipt on one page, in the member's language. */
export function receiptSheet({ facts, member, language, publicUrl, now }: ReceiptFile): Readable {
  const words = wordsIn(language);
  const { reference, kind } = facts;
  const address = `${publicUrl}/receipt/${reference}`;
  const sheet = new Sheet(`${words("Receipt")} ${reference}`, (page) => {
    const foot = Sheet.height - 34;
    page.rule(foot - 12);
    page.text(`${reference} · ${address}`, left, foot, { size: 7.5, colour: ink.quiet });
    page.pageNumber(right, foot, (number) => words("Page {page} of", { page: String(number) }));
    if (page.page > 1) page.y = Sheet.margin + 12;
  });
  sheet.addPage();
  sheet.text("FC Portal", left, 54, { face: "bold", size: 10, colour: ink.brand });
  sheet.text(words("Receipt"), right, 54, { size: 10, colour: ink.quiet, align: "end" });
  sheet.text(words(receiptKinds[kind].label), left, 92, { face: "bold", size: 13 });
  sheet.text(headAmount(facts), left, 122, { face: "bold", size: 24 });
  sheet.y = 142;
  const also = alsoWorth(facts);
  if (also !== undefined) {
    sheet.text(also, left, sheet.y, { size: 11 });
    sheet.text(words(valuations[facts.valuedAt]), left, sheet.y + 16, { size: 9, colour: ink.quiet });
    sheet.y += 38;
  }
  sheet.y += 8;
  for (const [label, value] of rowsOf({ facts, member, language, now })) drawRow(sheet, words(label), value);
  sheet.rule(sheet.y - 8);
  sheet.y += 18;
  drawSteps(sheet, { facts, language });
  const data = receiptData(facts);
  const next = words(nextTexts[receiptNext(data, now)], {
    time: facts.dueAt === null ? "" : timeIn(language, facts.dueAt),
    first: facts.stakeEarns === null ? "" : dayIn(language, facts.stakeEarns.first),
    last: facts.stakeEarns === null ? "" : dayIn(language, facts.stakeEarns.last),
  });
  sheet.y += 8;
  drawWrapped(sheet, next, left, { size: 10, width: right - left });
  sheet.end();
  return sheet.stream;
}

/** What the member entered: dollars for a stake, coins for everything else. */
function headAmount({ kind, amountFc, amountUsdCents }: ReceiptFacts): string {
  const isInDollars = kind === "staking-request" || kind === "top-up" || amountFc === null;
  return isInDollars ? usdText(amountUsdCents ?? noUsdCents) : fcText(amountFc);
}

const valuations = {
  made: "At the price when it was made",
  approved: "At the price when it was approved",
  today: "At today's price",
} as const satisfies Record<ReceiptFacts["valuedAt"], ReceiptText>;

function alsoWorth(facts: ReceiptFacts): string | undefined {
  const { amountFc, amountUsdCents, amountInrPaise } = facts;
  const head = headAmount(facts);
  const amounts = [
    ...(amountFc === null ? [] : [fcText(amountFc)]),
    ...(amountUsdCents === null ? [] : [usdText(amountUsdCents)]),
    ...(amountInrPaise === null ? [] : [inrText(amountInrPaise)]),
  ].filter((amount) => amount !== head);
  return amounts.length === 0 ? undefined : amounts.join(" · ");
}

function netText({ netUsdCents, netInrPaise }: ReceiptFacts, netFc: Fc): string {
  return [
    fcText(netFc),
    ...(netUsdCents === null ? [] : [usdText(netUsdCents)]),
    ...(netInrPaise === null ? [] : [inrText(netInrPaise)]),
  ].join(" · ");
}

type Row = readonly [label: ReceiptText, value: string];

const topUpLabels = { own: "Stake for", received: "Paid by" } as const;
const transferLabels = { own: "Receiver", received: "Sender" } as const;

/** An operator's reason stays as it was written. */
function reasonText(reason: string, language: Language): string {
  return reason === cancelledByYou ? wordsIn(language)(cancelledByYou) : reason;
}

function rowsOf({ facts, member, language, now }: Omit<ReceiptFile, "publicUrl">): Row[] {
  const words = wordsIn(language);
  const { kind, side, counterpart, address, feeFc, deductionFc, netFc, drawn, status } = facts;
  const other = counterpart && `${counterpart.name}, ${counterpart.refId}`;
  const otherLabels = kind === "top-up" ? topUpLabels : transferLabels;
  const hasNet = (kind === "withdrawal" || kind === "stake-return") && netFc !== null;
  const rows: (Row | false | null)[] = [
    ["Reference", facts.reference],
    ["Member", `${member.name}, ${member.refId}`],
    ["When", timeIn(language, facts.requestedAt)],
    other !== null && [otherLabels[side], other],
    address !== null && [addressLabel(receiptData(facts)), `${address} (${facts.network})`],
    drawn && [
      status === "R" ? "Returned to" : "Taken from",
      drawn
        .map(({ wallet, amountFc }) => `${words(walletKinds[wallet].label)} ${fcText(amountFc)}`)
        .join(", "),
    ],
    status !== "R" && side === "own" && ["Fee", feeFc === 0n ? words("None") : fcText(feeFc)],
    status !== "R" &&
      facts.taxParts !== null && [
        "Tax deducted at source",
        `${fcText(facts.taxFc)}: ${taxSentenceIn(facts.taxParts, (text) => words(text))}`,
      ],
    status !== "R" &&
      deductionFc !== null &&
      deductionFc > 0n && [kind === "stake-return" ? "Already paid on it" : "Deduction", fcText(deductionFc)],
    hasNet && [status === "A" ? "Paid" : "You receive", netText(facts, netFc)],
    facts.transactionId !== null && ["Transaction ID", facts.transactionId],
    facts.reason !== null && ["Reason", reasonText(facts.reason, language)],
    ["Printed", timeIn(language, now)],
  ];
  return rows.filter((row): row is Row => Boolean(row));
}

function drawRow(sheet: Sheet, label: string, value: string): void {
  sheet.need(40);
  sheet.rule(sheet.y - 8);
  sheet.y += 8;
  sheet.text(label, left, sheet.y, { size: 10, colour: ink.quiet });
  drawWrapped(sheet, value, valueAt, { size: 10, width: right - valueAt });
  sheet.y += 8;
}

function drawWrapped(
  sheet: Sheet,
  text: string,
  x: number,
  { size, width }: { size: number; width: number },
): void {
  for (const line of sheet.wrap(text, width, { size })) {
    sheet.need(leading);
    sheet.text(line, x, sheet.y, { size });
    sheet.y += leading;
  }
}

function drawSteps(sheet: Sheet, { facts, language }: Pick<ReceiptFile, "facts" | "language">): void {
  const words = wordsIn(language);
  sheet.text(words("What happened"), left, sheet.y, { face: "bold", size: 11 });
  sheet.y += 20;
  for (const { name, at } of receiptSteps(receiptData(facts))) {
    sheet.need(leading + 4);
    sheet.text(words(stepTitles[name]), left, sheet.y, { size: 10 });
    sheet.text(at === null ? "–" : timeIn(language, new Date(at)), valueAt, sheet.y, { size: 10 });
    sheet.y += leading + 4;
  }
}
