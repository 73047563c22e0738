import type { Language } from "@fc/contract/languages";

/**
 * Whom a mail goes to: a `stranger` may have no account, because somebody typed the address. `news` and `service` are
 * for many members at once, and a `subscriber` gets each day's head of the seal chain.
 */
export type MailAudience = "member" | "operator" | "stranger" | "news" | "service" | "subscriber";

/** The content of a mail without its layout. Any string may come from a user: the template cleans and escapes it. */
export interface MailContent {
  /** English where it is missing. */
  language?: Language;
  /** A member where it is missing. The footer says to each why they get the mail. */
  audience?: MailAudience;
  subject: string;
  /** The line that mail apps show beside the subject. The default is the first paragraph. */
  preheader?: string;
  heading: string;
  blocks: MailBlock[];
  /** For a mail with the link "This was not me": whom it is about, and when it was written. */
  notMe?: { refId: string; at: string };
  /** The member whose phrase stands in the mail, if it goes to that member's present address. */
  phraseOf?: string;
  /** For a mail with a link to unsubscribe: who does, and from which bulk mail. */
  unsubscribe?: { refId: string; bulkMail: number };
}

/** A mail in more than one language has another type of text until one of them is chosen. */
export type MailBlock<Text = string> =
  | { kind: "paragraph"; text: Text }
  /** A one-time code or a temporary password. Label and code form one sentence, which autofill recognises. */
  | { kind: "code"; label?: Text; code: string; hint?: string }
  | { kind: "facts"; rows: { label: Text; value: Text }[] }
  | { kind: "button"; label: Text; url: string }
  /** What to do if the reader did not cause this. */
  | { kind: "note"; title?: Text; text: Text };

/** Control characters, and those that change the reading direction and so can disguise an address. */
const invisible = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

/** Removes line breaks: with one, a value could look like the next row or like a header. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").replace(invisible, "").trim();
}

export function severalLines(text: string): string {
  return text.replace(/\r\n?/gu, "\n").replace(invisible, "").trim();
}

/** Allows only web addresses, because mail apps may act on links of other kinds. */
export function webAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw new Error("the button of a mail must lead to a web address");
  return href;
}
