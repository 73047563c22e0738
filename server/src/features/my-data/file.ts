import type { Language } from "@fc/contract/languages";
import { localeOf } from "@fc/contract/languages";
import { Readable } from "node:stream";
import type { Db } from "../../platform/db.ts";
import { readPicture } from "../../platform/files/uploads.ts";
import type { Deps } from "../../platform/deps.ts";
import { streamedZip, type ZippedFile } from "../../platform/files/zip.ts";
import { ink, Sheet } from "../../platform/pdf/sheet.ts";
import { readable, type DataSection, type Subject } from "./sections.ts";

interface DataFile {
  memberId: number;
  refId: string;
  language: Language;
  now: Date;
  sections: readonly DataSection[];
}

/** The whole file. It is read while it is sent, a part after the other, so that a long history needs no memory. */
export async function dataFile(deps: Deps, file: DataFile): Promise<Readable> {
  const { db, files, secretKey } = deps;
  const subject = { memberId: file.memberId, secretKey };
  const pictures = await db
    .selectFrom("uploads")
    .select("id")
    .where("member_id", "=", file.memberId)
    .where("erased_at", "is", null)
    .execute();
  const name = `my-data-${file.refId}`;
  return streamedZip(db, [
    { name: `${name}.json`, read: (from) => Readable.from(jsonOf(from, subject, file)) },
    { name: `${name}.pdf`, read: (from) => pdfOf(from, subject, file) },
    ...pictures.map(({ id }): ZippedFile => ({
      name: `pictures/${id}.jpg`,
      read: () => Readable.from(pictureOf({ files, secretKey }, id)),
    })),
  ]);
}

async function* pictureOf(stores: Pick<Deps, "files" | "secretKey">, id: string): AsyncGenerator<Buffer> {
  const content = await readPicture(stores, id);
  if (content) yield content;
}

async function* jsonOf(db: Db, subject: Subject, { refId, now, sections }: DataFile): AsyncGenerator<string> {
  yield `{"userId":${JSON.stringify(refId)},"madeAt":${JSON.stringify(now.toISOString())}`;
  for (const { name, rows } of sections) {
    yield `,\n${JSON.stringify(name)}:[`;
    let isFirst = true;
    for await (const row of rows(db, subject)) {
      yield `${isFirst ? "\n" : ",\n"}${JSON.stringify(readable(row))}`;
      isFirst = false;
    }
    yield "]";
  }
  yield "}\n";
}

const left = Sheet.margin;
const right = Sheet.width - Sheet.margin;
/** More rows of one part are in the JSON file only: a PDF of thousands of pages helps nobody. */
const mostRows = 200;

const words = {
  title: { en: "Everything we hold about you", hi: "आपके बारे में हमारे पास जो कुछ है" },
  none: { en: "Nothing", hi: "कुछ नहीं" },
  more: { en: "All other rows are in the JSON file.", hi: "बाकी सभी पंक्तियाँ JSON फ़ाइल में हैं।" },
  page: { en: "Page {page} of", hi: "पृष्ठ {page} /" },
} as const;

function pdfOf(db: Db, subject: Subject, { refId, language, now, sections }: DataFile): Readable {
  const title = words.title[language];
  const sheet = new Sheet(`${title} ${refId}`, (page) => {
    const foot = Sheet.height - 34;
    page.rule(foot - 12);
    page.text(refId, left, foot, { size: 7.5, colour: ink.quiet });
    page.pageNumber(right, foot, (number) => words.page[language].replace("{page}", String(number)));
    if (page.page > 1) page.y = Sheet.margin + 12;
  });
  draw().catch((error: Error) => sheet.stream.destroy(error));
  return sheet.stream;

  async function draw(): Promise<void> {
    sheet.addPage();
    sheet.text("FC Portal", left, 54, { face: "bold", size: 10, colour: ink.brand });
    sheet.text(title, left, 82, { face: "bold", size: 16 });
    sheet.text(
      `${refId} · ${new Intl.DateTimeFormat(localeOf[language], { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Kolkata" }).format(now)}`,
      left,
      100,
      { colour: ink.quiet },
    );
    sheet.y = 124;
    for (const section of sections) {
      sheet.need(46);
      sheet.text(section.title[language], left, sheet.y + 12, { face: "bold", size: 11 });
      sheet.rule(sheet.y + 18);
      sheet.y += 32;
      let count = 0;
      for await (const row of section.rows(db, subject)) {
        if (++count > mostRows) break;
        drawRow(sheet, readable(row));
      }
      if (count === 0) drawLine(sheet, words.none[language]);
      if (count > mostRows) drawLine(sheet, words.more[language]);
      sheet.y += 10;
    }
    sheet.end();
  }
}

/** All that one row says, in as few lines as it takes. */
function drawRow(sheet: Sheet, row: Readonly<Record<string, unknown>>): void {
  const parts = Object.entries(row)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${shown(value)}`);
  for (const line of sheet.wrap(parts.join("  ·  "), right - left)) drawLine(sheet, line);
  sheet.y += 4;
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function drawLine(sheet: Sheet, line: string): void {
  sheet.need(12);
  sheet.text(line, left, sheet.y, { size: 8 });
  sheet.y += 12;
}
