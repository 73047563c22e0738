import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { DkimPlace } from "../settings.ts";

/** What signs mails, as nodemailer takes it. */
export interface Dkim {
  domainName: string;
  keySelector: string;
  privateKey: string;
  headerFieldNames: string;
}

/**
 * What is signed. A mail app takes the one-click headers only if they are signed too (RFC 8058), and the library's own
 * list lacks one of them.
 */
const signedHeaders =
  "From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:" +
  "Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post";

/** Reads the key that signs mails. It is tried here: a wrong one would otherwise fail with the first mail. */
export async function loadDkim({ domain, selector, keyFile }: DkimPlace): Promise<Dkim> {
  const privateKey = await readFile(keyFile, "utf8");
  createPrivateKey(privateKey);
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders };
}
