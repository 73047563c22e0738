/** What a mail says, without how it looks. Every string may come from a user: the template cleans and escapes it. */
export interface MailContent {
  subject: string;
  /** The line a mail app shows beside the subject. The first paragraph where it is missing. */
  preheader?: string;
  heading: string;
  blocks: MailBlock[];
}

export type MailBlock =
  | { kind: "paragraph"; text: string }
  /** A one-time code or a temporary password. The label and the code make one sentence: autofill looks for it. */
  | { kind: "code"; label?: string; code: string; hint?: string }
  | { kind: "facts"; rows: { label: string; value: string }[] }
  | { kind: "button"; label: string; url: string }
  /** How to react, if it was not the reader. */
  | { kind: "note"; title?: string; text: string };

export const defaultCodeLabel = "Your FC Portal code is";

/** Control characters, and those that turn the reading direction: with them an address can read as another. */
const invisible = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

/** One line: a line break in a value would let it pass for the next row, or for a header. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").replace(invisible, "").trim();
}

export function severalLines(text: string): string {
  return text.replace(/\r\n?/gu, "\n").replace(invisible, "").trim();
}

/** Only web addresses: what else a mail app would do with a link is not ours to find out. */
export function webAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw new Error("a mail's button leads to a web address");
  return href;
}
