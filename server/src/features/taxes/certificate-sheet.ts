import { asFc } from "@fc/contract/units";
import { fcFigure, inrText } from "@fc/contract/amount-text";
import type { Language } from "@fc/contract/languages";
import { localeOf } from "@fc/contract/languages";
import { indiaDayOf } from "@fc/contract/period";
import { financialYearDays, financialYearText, quarterOf, quarters } from "@fc/contract/taxes/financial-year";
import { hindiTaxSentences, taxSentenceIn } from "@fc/contract/taxes/sentence";
import type { Readable } from "node:stream";
import { ink, Sheet } from "../../platform/pdf/sheet.ts";
import type { Certificate } from "./certificate.ts";

const left = Sheet.margin;
const right = Sheet.width - Sheet.margin;
const columns = {
  section: left + 70,
  rate: left + 170,
  base: left + 265,
  baseInr: left + 350,
  tax: left + 435,
  inr: right,
} as const;
const rowHeight = 15;

/** Every text of the certificate in Hindi, by its English one. */
const hindi = {
  "Certificate of tax deducted at source": "स्रोत पर काटे गए कर (TDS) का प्रमाणपत्र",
  "Financial year": "वित्तीय वर्ष",
  Member: "सदस्य",
  "User ID": "यूज़र ID",
  PAN: "PAN",
  "not given": "नहीं दिया गया",
  Printed: "छापा गया",
  Date: "तारीख",
  Section: "धारा",
  Rate: "दर",
  "Amount (FC)": "राशि (FC)",
  "Amount (₹)": "राशि (₹)",
  "Tax (FC)": "कर (FC)",
  "Tax (₹)": "कर (₹)",
  "Quarter {quarter}": "तिमाही {quarter}",
  "In all": "कुल",
  "Page {page} of": "पृष्ठ {page} /",
  "Rupees are at the rate of the day on which the tax was taken. Every step is rounded down.":
    "रुपये उस दिन की दर पर हैं जिस दिन कर लिया गया। हर चरण में राशि नीचे की ओर पूर्णांकित होती है।",
} as const;

interface CertificateFile {
  certificate: Certificate;
  member: { refId: string; name: string };
  language: Language;
  now: Date;
}

/** All deductions of a year, by quarters, with their sums. */
export function certificateSheet(file: CertificateFile): Readable {
  const { certificate, member } = file;
  const { words } = textsIn(file.language);
  const year = financialYearText(certificate.year);
  const title = words("Certificate of tax deducted at source");
  const sheet = new Sheet(`${title} ${year}`, (page) => {
    const foot = Sheet.height - 34;
    page.rule(foot - 12);
    page.text(`${member.refId} · ${year}`, left, foot, { size: 7.5, colour: ink.quiet });
    page.pageNumber(right, foot, (number) => words("Page {page} of", { page: String(number) }));
    if (page.page > 1) page.y = Sheet.margin + 12;
  });
  sheet.addPage();
  sheet.text("FC Portal", left, 54, { face: "bold", size: 10, colour: ink.brand });
  sheet.text(title, left, 82, { face: "bold", size: 16 });
  sheet.y = 106;
  drawFacts(sheet, file);
  for (const quarter of quarters) {
    const rows = certificate.deductions.filter(({ day }) => quarterOf(day) === quarter);
    if (rows.length > 0) drawQuarter(sheet, { quarter, rows, language: file.language });
  }
  sheet.y += 16;
  sheet.need(60);
  drawSum(sheet, words("In all"), certificate.deductions);
  sheet.y += 12;
  const note = words(
    "Rupees are at the rate of the day on which the tax was taken. Every step is rounded down.",
  );
  for (const line of sheet.wrap(note, right - left)) {
    sheet.text(line, left, sheet.y, { size: 8, colour: ink.quiet });
    sheet.y += 11;
  }
  sheet.end();
  return sheet.stream;
}

function textsIn(language: Language) {
  const days = new Intl.DateTimeFormat(localeOf[language], { dateStyle: "medium", timeZone: "UTC" });
  return {
    words(text: keyof typeof hindi, values: Readonly<Record<string, string>> = {}): string {
      const worded: string = language === "hi" ? hindi[text] : text;
      return worded.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
    },
    dayText: (day: string) => days.format(new Date(day)),
  };
}

function drawFacts(sheet: Sheet, { certificate, member, language, now }: CertificateFile): void {
  const { words, dayText } = textsIn(language);
  const { from, to } = financialYearDays(certificate.year);
  const facts = [
    [words("Financial year"), `${financialYearText(certificate.year)} (${dayText(from)} – ${dayText(to)})`],
    [words("Member"), member.name],
    [words("User ID"), member.refId],
    [words("PAN"), certificate.pan ?? words("not given")],
    [words("Printed"), dayText(indiaDayOf(now))],
  ] as const;
  for (const [label, value] of facts) {
    sheet.text(label, left, sheet.y, { colour: ink.quiet });
    sheet.text(value, left + 110, sheet.y);
    sheet.y += rowHeight;
  }
}

type Deduction = Certificate["deductions"][number];

interface Quarter {
  quarter: number;
  rows: readonly Deduction[];
  language: Language;
}

function drawQuarter(sheet: Sheet, { quarter, rows, language }: Quarter): void {
  const { words } = textsIn(language);
  const name = words("Quarter {quarter}", { quarter: String(quarter) });
  sheet.y += 16;
  sheet.need(70);
  sheet.text(name, left, sheet.y, { face: "bold", size: 11 });
  sheet.y += 18;
  const head = { face: "bold", size: 8, colour: ink.quiet } as const;
  sheet.text(words("Date"), left, sheet.y, head);
  sheet.text(words("Section"), columns.section, sheet.y, head);
  sheet.text(words("Rate"), columns.rate, sheet.y, { ...head, align: "end" });
  sheet.text(words("Amount (FC)"), columns.base, sheet.y, { ...head, align: "end" });
  sheet.text(words("Amount (₹)"), columns.baseInr, sheet.y, { ...head, align: "end" });
  sheet.text(words("Tax (FC)"), columns.tax, sheet.y, { ...head, align: "end" });
  sheet.text(words("Tax (₹)"), columns.inr, sheet.y, { ...head, align: "end" });
  sheet.rule(sheet.y + 5);
  sheet.y += rowHeight + 2;
  for (const row of rows) drawDeduction(sheet, row, language);
  drawSum(sheet, name, rows);
}

function drawDeduction(sheet: Sheet, row: Deduction, language: Language): void {
  const sentence = taxSentenceIn(row, (text) => (language === "hi" ? hindiTaxSentences[text] : text));
  const lines = sheet.wrap(sentence, right - left, { size: 7.5 });
  sheet.need(rowHeight + lines.length * 10);
  sheet.text(textsIn(language).dayText(row.day), left, sheet.y);
  sheet.text(sheet.wrap(row.section, 80)[0] ?? "", columns.section, sheet.y);
  sheet.text(`${row.ratePercent} %`, columns.rate, sheet.y, { align: "end" });
  sheet.text(fcFigure(row.baseFc), columns.base, sheet.y, { align: "end" });
  sheet.text(inrText(row.basePaise), columns.baseInr, sheet.y, { align: "end" });
  sheet.text(fcFigure(row.taxFc), columns.tax, sheet.y, { align: "end" });
  sheet.text(inrText(row.taxPaise), columns.inr, sheet.y, { align: "end" });
  for (const line of lines) {
    sheet.y += 10;
    sheet.text(line, left, sheet.y, { size: 7.5, colour: ink.quiet });
  }
  sheet.y += rowHeight;
}

function sumOf(rows: readonly Deduction[], column: "baseFc" | "basePaise" | "taxFc" | "taxPaise"): bigint {
  return rows.reduce((sum, row) => sum + row[column], 0n);
}

function drawSum(sheet: Sheet, label: string, rows: readonly Deduction[]): void {
  const style = { face: "bold", align: "end" } as const;
  sheet.need(rowHeight + 8);
  sheet.rule(sheet.y - 9);
  sheet.y += 3;
  sheet.text(label, left, sheet.y, { face: "bold" });
  sheet.text(fcFigure(asFc(sumOf(rows, "baseFc"))), columns.base, sheet.y, style);
  sheet.text(inrText(sumOf(rows, "basePaise")), columns.baseInr, sheet.y, style);
  sheet.text(fcFigure(asFc(sumOf(rows, "taxFc"))), columns.tax, sheet.y, style);
  sheet.text(inrText(sumOf(rows, "taxPaise")), columns.inr, sheet.y, style);
  sheet.y += rowHeight;
}
