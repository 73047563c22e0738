import type { PdfFont } from "./pdfkit-parts.ts";
import { fontOf } from "./pdfkit-parts.ts";
import { sure, recordOf, keysOf } from "@fc/contract/sure";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";
import Pdf from "pdfkit";

/** Latin, Devanagari and ₹ in one font, with digits of equal width. Licence: OFL. */
const family = "@expo-google-fonts/noto-sans-devanagari";
const require = createRequire(import.meta.url);
const faces = {
  regular: require.resolve(`${family}/400Regular/NotoSansDevanagari_400Regular.ttf`),
  bold: require.resolve(`${family}/600SemiBold/NotoSansDevanagari_600SemiBold.ttf`),
} as const;

export interface TextStyle {
  face?: keyof typeof faces;
  size?: number;
  colour?: string;
  /** Whether x is the start or the end of the text. */
  align?: "start" | "end";
}

/** One glyph, or several in a row. */
interface Glyph {
  codes: string;
  /** In thousandths of the font size. */
  width: number;
}

export const ink = { text: "#1e1a29", quiet: "#5b5669", line: "#d9d5e3", brand: "#58309d" } as const;

interface Paper {
  width: number;
  height: number;
  margin: number;
  /** The baseline of the line at the foot of a page, from its lower edge. */
  foot: number;
}

/** In points. The page for phones fills a narrow screen, so that its text is as large there as the page's own. */
export const papers = {
  a4: { width: 595.28, height: 841.89, margin: 40, foot: 34 },
  phone: { width: 285, height: 410, margin: 16, foot: 16 },
} as const satisfies Record<string, Paper>;

/**
 * Pages that are sent while they are drawn, so that many pages need no more memory than one. Plain text is set
 * glyph by glyph from a small table; pdfkit shapes every word, which takes fifty times as long, so that is done only
 * for scripts that need it.
 */
export class Sheet {
  static readonly width = papers.a4.width;
  static readonly height = papers.a4.height;
  static readonly margin = papers.a4.margin;

  readonly paper: Paper;
  readonly #document: PDFKit.PDFDocument;
  readonly #glyphs = { regular: new Map<string, Glyph>(), bold: new Map<string, Glyph>() };
  readonly #fonts: Record<keyof typeof faces, PdfFont>;
  readonly #onPage: (sheet: Sheet) => void;
  /** The number of pages: each page shows it, and it is drawn at the very end. */
  readonly #pageCount: PDFKit.PDFKitReference;
  #pages = 0;
  /** Drawing operators that pdfkit has not received yet. */
  #operators = "";
  #colour: string | undefined;
  /** How far down the page is filled. */
  y = 0;

  constructor(title: string, onPage: (sheet: Sheet) => void, paper: Paper = papers.a4) {
    this.paper = paper;
    this.#document = new Pdf({
      size: [paper.width, paper.height],
      margin: 0,
      autoFirstPage: false,
      // The cache would keep every word of the document in memory.
      fontLayoutCache: false,
      info: { Title: title, Creator: "FC Portal", Producer: "FC Portal" },
    });
    this.#fonts = recordOf(keysOf(faces), (face) => fontOf(this.#document, faces[face]));
    this.#onPage = onPage;
    this.#pageCount = this.#document.ref({});
  }

  /** The file as a stream. */
  get stream(): Readable {
    return this.#document;
  }

  get page(): number {
    return this.#pages;
  }

  addPage(): void {
    this.#flush();
    this.#document.addPage();
    this.#colour = undefined;
    for (const font of Object.values(this.#fonts)) this.#document.page.fonts[font.id] = font.ref();
    this.#pages++;
    this.y = this.paper.margin;
    this.#onPage(this);
  }

  /** Starts a new page unless this one has enough room. */
  need(height: number): void {
    const bottom = this.paper.height - this.paper.foot - 26;
    if (this.#pages === 0 || this.y + height > bottom) this.addPage();
  }

  /** One line; y is its baseline. */
  text(text: string, x: number, y: number, style: TextStyle = {}): void {
    const { face = "regular", size = 8.5, colour = ink.text, align = "start" } = style;
    const plain = this.#plain(text, face);
    const width = align === "start" ? 0 : plain ? (plain.width * size) / 1000 : this.widthOf(text, style);
    if (!plain) {
      this.#flush();
      this.#document.font(faces[face]).fontSize(size).fillColor(colour);
      this.#document.text(text, x - width, y, { lineBreak: false, baseline: "alphabetic" });
      this.#colour = colour;
      return;
    }
    if (colour !== this.#colour) {
      this.#flush();
      this.#document.fillColor(colour);
      this.#colour = colour;
    }
    const { id } = this.#fonts[face];
    // pdfkit's y axis points down, so letters must be flipped.
    this.#operators += `BT /${id} ${size} Tf 1 0 0 -1 ${fixed(x - width)} ${fixed(y)} Tm <${plain.codes}> Tj ET\n`;
  }

  widthOf(text: string, { face = "regular", size = 8.5 }: TextStyle = {}): number {
    const plain = this.#plain(text, face);
    if (plain) return (plain.width * size) / 1000;
    return this.#document.font(faces[face]).fontSize(size).widthOfString(text);
  }

  /** Breaks text into lines that fit; a single word that is too long is broken too. */
  wrap(text: string, width: number, style: TextStyle = {}): string[] {
    const lines: string[] = [];
    const space = this.widthOf(" ", style);
    let line = "";
    let used = 0;
    // Measured word by word: shaping the whole line again for each word would take seconds.
    for (const word of text.split(/\s+/).flatMap((each) => this.#broken(each, width, style))) {
      const needed = this.widthOf(word, style);
      if (line !== "" && used + space + needed > width) {
        lines.push(line);
        [line, used] = [word, needed];
      } else [line, used] = line === "" ? [word, needed] : [`${line} ${word}`, used + space + needed];
    }
    return [...lines, line];
  }

  rule(y: number, from = this.paper.margin, to = this.paper.width - this.paper.margin): void {
    this.#flush();
    this.#document.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor(ink.line).stroke();
  }

  /** "Page 3 of 57" at the end of a line. */
  pageNumber(x: number, y: number, words = (page: number) => `Page ${page} of`): void {
    const style: TextStyle = { size: 7.5, colour: ink.quiet };
    const room = this.widthOf("00000", style);
    this.text(words(this.#pages), x - room - 3, y, { ...style, align: "end" });
    this.#document.page.xobjects["PageCount"] = this.#pageCount;
    this.#operators += `q 1 0 0 -1 ${fixed(x - room)} ${fixed(y)} cm /PageCount Do Q\n`;
  }

  end(): void {
    this.#flush();
    const { regular } = this.#fonts;
    Object.assign(this.#pageCount.data, {
      Type: "XObject",
      Subtype: "Form",
      BBox: [0, -10, 60, 20],
      Resources: { Font: { [regular.id]: regular.ref() } },
    });
    const count = sure(this.#plain(String(this.#pages), "regular"));
    this.#pageCount.end(Buffer.from(`BT 0.36 0.34 0.41 rg /${regular.id} 7.5 Tf <${count.codes}> Tj ET`));
    this.#document.end();
  }

  #broken(word: string, width: number, style: TextStyle): string[] {
    if (this.widthOf(word, style) <= width) return [word];
    const parts = [""];
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      if (this.widthOf(parts.at(-1) + segment, style) > width) parts.push("");
      parts[parts.length - 1] += segment;
    }
    return parts;
  }

  /** The glyphs of text in which each letter is one glyph; undefined for text that needs shaping. */
  #plain(text: string, face: keyof typeof faces): Glyph | undefined {
    if (!/^[\x20-\x7e₹·–−]*$/.test(text)) return undefined;
    const known = this.#glyphs[face];
    const set: Glyph = { codes: "", width: 0 };
    for (const letter of text) {
      let glyph = known.get(letter);
      if (!glyph) {
        const [[codes = ""], [position]] = this.#fonts[face].encode(letter);
        known.set(letter, (glyph = { codes, width: position?.advanceWidth ?? 0 }));
      }
      set.codes += glyph.codes;
      set.width += glyph.width;
    }
    return set;
  }

  /** Passes many operators at once, because each call of pdfkit is expensive. */
  #flush(): void {
    if (this.#operators === "") return;
    this.#document.addContent(this.#operators);
    this.#operators = "";
  }
}

function fixed(value: number): string {
  return value.toFixed(2);
}
