/**
 * The parts of pdfkit that its published types leave out. `sheet.ts` uses them because setting text through pdfkit takes
 * fifty times as long. If a version has them no more, the first document that is made fails here and says so.
 */
declare global {
  namespace PDFKit {
    interface PDFDocument {
      _font: PdfFont;
      addContent(operators: string): this;
    }
  }
}

export interface PdfFont {
  id: string;
  ref(): unknown;
  encode(text: string): [glyphs: string[], positions: { advanceWidth: number }[]];
}

/** Loads a font from a file, without drawing with it. */
export function fontOf(document: PDFKit.PDFDocument, file: string): PdfFont {
  document.font(file);
  // oxlint-disable-next-line no-underscore-dangle -- pdfkit has no other name for it
  const font: Partial<PdfFont> | undefined = document._font;
  const { id, ref, encode } = font ?? {};
  const [glyphs, positions] = encode?.call(font, "1") ?? [];
  const isKnown =
    typeof id === "string" &&
    typeof ref === "function" &&
    typeof glyphs?.[0] === "string" &&
    typeof positions?.[0]?.advanceWidth === "number" &&
    typeof document.addContent === "function";
  if (!isKnown)
    throw new Error("This version of pdfkit has other inner parts: see platform/pdf/pdfkit-parts.ts");
  // oxlint-disable-next-line no-underscore-dangle -- pdfkit has no other name for it
  return document._font;
}
