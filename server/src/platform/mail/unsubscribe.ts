import { keyedHash, keyedHashes, sameBytes, type SecretKey } from "../secrets.ts";
import type { MailContent } from "./content.ts";

/** What the link to unsubscribe names: the member, and the bulk mail that has it. */
export interface Unsubscription {
  refId: string;
  bulkMail: number;
}

/** Stands for the member in the link of a mail that an operator tries out: it is nobody's. */
export const testRefId = "test";

/** Stands for the member in the link of a daily mail with the seal chain's head; the number beside it is the subscriber's. */
export const anchorsRefId = "anchors";

interface LinkMaker {
  secretKey: SecretKey;
  publicUrl: string;
}

/** Made when the mail leaves, so that nobody who reads the database can unsubscribe others. It has no end. */
export function unsubscribeUrlOf({ unsubscribe }: MailContent, maker: LinkMaker): string | undefined {
  return unsubscribe && `${maker.publicUrl}/unsubscribe/${tokenOf(maker.secretKey, unsubscribe)}`;
}

function tokenOf(secretKey: SecretKey, { refId, bulkMail }: Unsubscription): string {
  // Without a dot: an address with one is taken for a file's.
  const mac = keyedHash(secretKey, "unsubscribe", refId, String(bulkMail));
  return `${refId}-${bulkMail}-${mac.toString("base64url")}`;
}

/** Undefined for a token that we did not make. One of before the key was replaced is good as well. */
export function unsubscriptionOf(secretKey: SecretKey, token: string): Unsubscription | undefined {
  const [, refId = "", bulkMail = "", signature = ""] = /^(\w+)-(\d{1,10})-([\w-]+)$/.exec(token) ?? [];
  const given = Buffer.from(signature, "base64url");
  const isOurs = keyedHashes(secretKey, "unsubscribe", refId, bulkMail).some((mac) => sameBytes(mac, given));
  return isOurs ? { refId, bulkMail: Number(bulkMail) } : undefined;
}
