import type { Language } from "@fc/contract/languages";
import { keyedHash, keyedHashes, sameBytes, type SecretKey } from "../secrets.ts";
import type { MailContent } from "./content.ts";

/** What a link "This was not me" names: the member, and when the mail was written. */
export interface NotMe {
  refId: string;
  at: Date;
}

interface LinkMaker {
  secretKey: SecretKey;
  publicUrl: string;
}

const label = { en: "This was not me", hi: "यह मैंने नहीं किया" } as const satisfies Record<Language, string>;

/** Adds the link when the mail leaves, so that nobody who reads the database can freeze an account. */
export function withNotMeLink(content: MailContent, maker: LinkMaker): MailContent {
  const { notMe, language = "en", blocks } = content;
  if (!notMe) return content;
  const url = `${maker.publicUrl}/not-me/${tokenOf(maker.secretKey, notMe)}`;
  return { ...content, blocks: [...blocks, { kind: "button", label: label[language], url }] };
}

function tokenOf(secretKey: SecretKey, { refId, at }: { refId: string; at: string }): string {
  const written = Date.parse(at).toString(36);
  // Without a dot: an address with one is taken for a file's.
  return `${refId}-${written}-${keyedHash(secretKey, "not-me", refId, written).toString("base64url")}`;
}

/** Undefined for a token that we did not make. One of before the key was replaced is good as well. */
export function notMeOf(secretKey: SecretKey, token: string): NotMe | undefined {
  const [, refId = "", written = "", signature = ""] = /^(\w+)-(\w+)-([\w-]+)$/.exec(token) ?? [];
  const given = Buffer.from(signature, "base64url");
  const isOurs = keyedHashes(secretKey, "not-me", refId, written).some((mac) => sameBytes(mac, given));
  return isOurs ? { refId, at: new Date(Number.parseInt(written, 36)) } : undefined;
}
