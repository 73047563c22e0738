import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { DkimPlace } from "../settings.ts";

/** What signs mails, as nodemailer takes it. */
export interface Dkim {
  domainName: string;
  keySelector: string;
  privateKey: string;
}

/** Reads the key that signs mails. It is tried here: a wrong one would otherwise fail with the first mail. */
export async function loadDkim({ domain, selector, keyFile }: DkimPlace): Promise<Dkim> {
  const privateKey = await readFile(keyFile, "utf8");
  createPrivateKey(privateKey);
  return { domainName: domain, keySelector: selector, privateKey };
}
