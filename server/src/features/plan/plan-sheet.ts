import { buffer } from "node:stream/consumers";
import type { PlanDocument, PlanSection } from "@fc/contract/plan/document";
import type { PlanPaper } from "@fc/contract/plan/portal";
import { ink, papers, Sheet, type TextStyle } from "../../platform/pdf/sheet.ts";

interface Look {
  heading: number;
  body: number;
  leading: number;
  tableWidth: number;
}

const looks = {
  a4: { heading: 12, body: 10, leading: 15, tableWidth: 260 },
  phone: { heading: 14, body: 12, leading: 17.5, tableWidth: 253 },
} as const satisfies Record<PlanPaper, Look>;

/** The document on pages of this paper, as the bytes of a PDF. */
export async function planPdf(document: PlanDocument, paper: PlanPaper): Promise<Buffer> {
  const { title, subtitle, sections } = document;
  const sheet = new Sheet(`${title}, ${subtitle}`, (page) => frame(page, subtitle), papers[paper]);
  const written = buffer(sheet.stream);
  sheet.addPage();
  const { margin: left } = sheet.paper;
  sheet.text("FC Portal", left, left + 14, { face: "bold", size: 10, colour: ink.brand });
  sheet.text(title, left, left + 44, { face: "bold", size: 20 });
  sheet.text(subtitle, left, left + 64, { size: 10, colour: ink.quiet });
  sheet.y = left + 100;
  for (const section of sections) draw(sheet, section, looks[paper]);
  sheet.end();
  return written;
}

function frame(sheet: Sheet, subtitle: string): void {
  const { width, height, margin } = sheet.paper;
  const foot = height - sheet.paper.foot;
  sheet.rule(foot - 12);
  sheet.text(subtitle, margin, foot, { size: 7.5, colour: ink.quiet });
  // Without words, because the document exists in several languages.
  sheet.pageNumber(width - margin, foot, (page) => `${page} /`);
  sheet.y = margin + 12;
}

function draw(sheet: Sheet, { title, paragraphs, table = [] }: PlanSection, look: Look): void {
  const { width, height, margin: left } = sheet.paper;
  const { leading, tableWidth } = look;
  const room = width - 2 * left;
  const [heading, body]: TextStyle[] = [{ face: "bold", size: look.heading }, { size: look.body }];
  const headings = sheet.wrap(title, room, heading);
  const wrapped = paragraphs.map((text) => sheet.wrap(text, room, body));
  const lines = wrapped.reduce((sum, each) => sum + each.length, 0) + table.length;
  // A section stays on one page, unless it is longer than half a page.
  const needed = 24 + lines * leading + paragraphs.length * 5 + table.length * 2;
  sheet.need(Math.min(needed, height / 2));
  for (const line of headings) {
    sheet.text(line, left, sheet.y, heading);
    sheet.y += leading + 5;
  }
  for (const each of wrapped) {
    for (const line of each) {
      sheet.need(0);
      sheet.text(line, left, sheet.y, body);
      sheet.y += leading;
    }
    sheet.y += 5;
  }
  for (const [at, [label, figure]] of table.entries()) {
    sheet.need(leading);
    const style: TextStyle =
      at === 0 ? { face: "bold", size: look.body - 1, colour: ink.quiet } : { size: look.body };
    sheet.text(label, left, sheet.y, style);
    sheet.text(figure, left + tableWidth, sheet.y, { ...style, align: "end" });
    sheet.rule(sheet.y + 4, left, left + tableWidth);
    sheet.y += leading + 2;
  }
  sheet.y += 16;
}
