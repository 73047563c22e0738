import type { PlanDocument, PlanSection } from "@fc/contract/plan/document";
import { ink, Sheet, type TextStyle } from "../../platform/pdf/sheet.ts";

const left = Sheet.margin;
const right = Sheet.width - Sheet.margin;
const leading = 15;
const body: TextStyle = { size: 10 };

/** The document on A4 pages, as the bytes of a PDF. */
export async function planPdf(document: PlanDocument): Promise<Buffer> {
  const { title, subtitle, sections } = document;
  const sheet = new Sheet(`${title}, ${subtitle}`, (page) => frame(page, subtitle));
  const chunks: Buffer[] = [];
  const written = (async () => {
    for await (const chunk of sheet.stream) chunks.push(chunk as Buffer);
  })();
  sheet.addPage();
  sheet.text("FC Portal", left, 54, { face: "bold", size: 10, colour: ink.brand });
  sheet.text(title, left, 84, { face: "bold", size: 20 });
  sheet.text(subtitle, left, 104, { size: 10, colour: ink.quiet });
  sheet.y = 140;
  for (const section of sections) draw(sheet, section);
  sheet.end();
  await written;
  return Buffer.concat(chunks);
}

function frame(sheet: Sheet, subtitle: string): void {
  const foot = Sheet.height - 34;
  sheet.rule(foot - 12);
  sheet.text(subtitle, left, foot, { size: 7.5, colour: ink.quiet });
  // Without words, because the document exists in several languages.
  sheet.pageNumber(right, foot, (page) => `${page} /`);
  sheet.y = Sheet.margin + 12;
}

function draw(sheet: Sheet, { title, paragraphs, table = [] }: PlanSection): void {
  const wrapped = paragraphs.map((text) => sheet.wrap(text, right - left, body));
  const lines = wrapped.reduce((sum, each) => sum + each.length, 0) + table.length;
  // A section stays on one page, unless it is longer than half a page.
  const height = 24 + lines * leading + paragraphs.length * 5 + table.length * 2;
  sheet.need(Math.min(height, Sheet.height / 2));
  sheet.text(title, left, sheet.y, { face: "bold", size: 12 });
  sheet.y += 20;
  for (const each of wrapped) {
    for (const line of each) {
      sheet.text(line, left, sheet.y, body);
      sheet.y += leading;
    }
    sheet.y += 5;
  }
  for (const [at, [label, figure]] of table.entries()) {
    sheet.need(leading);
    const style: TextStyle = at === 0 ? { face: "bold", size: 9, colour: ink.quiet } : body;
    sheet.text(label, left, sheet.y, style);
    sheet.text(figure, left + 260, sheet.y, { ...style, align: "end" });
    sheet.rule(sheet.y + 4, left, left + 260);
    sheet.y += leading + 2;
  }
  sheet.y += 16;
}
