import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { isMailAddress } from "../../platform/mail/address.ts";

/** A person's key, as the worker's own file names it. A person may have several lines. */
export interface Approver {
  person: string;
  email: string;
  credentialId: Buffer;
  publicKey: Buffer;
}

/** Why there are no approvers to rely on, in words for the one who keeps the file. */
export type Approvers = { problem: string } | { people: readonly Approver[]; digest: string };

const lineShape = /^([a-z][a-z0-9-]{1,39}) (\S+) ([\w-]{16,1364}) ([\w-]{40,2000})$/;

export function approverLine({ person, email, credentialId, publicKey }: Approver): string {
  return `${person} ${email} ${credentialId.toString("base64url")} ${publicKey.toString("base64url")}`;
}

/** What an operator reads out, so that nobody in between can put another key into the file. */
export function fingerprintOf({ credentialId, publicKey }: Pick<Approver, "credentialId" | "publicKey">) {
  const hash = createHash("sha256").update("fc-approver/1\n").update(credentialId).update(publicKey);
  return (hash.digest("hex").slice(0, 32).match(/.{4}/g) ?? []).join(" ");
}

/**
 * The approvers of a file on this machine. A broken line, or a file that others may write, counts as no file: whoever
 * can change it decides what is paid.
 */
export async function readApprovers(file: string | undefined): Promise<Approvers> {
  if (file === undefined) return { problem: "PAYOUT_APPROVERS_FILE is not set" };
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    return { problem: `PAYOUT_APPROVERS_FILE: there is no file ${file} that can be read` };
  const own = process.getuid?.();
  if (own !== undefined && found.uid !== own && found.uid !== 0) {
    return { problem: `PAYOUT_APPROVERS_FILE: ${file} belongs to another user than root or the server's` };
  }
  if (process.platform !== "win32" && (found.mode & 0o022) !== 0) {
    return {
      problem: `PAYOUT_APPROVERS_FILE: other users of this machine may write ${file}. Say: chmod go-w ${file}`,
    };
  }
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined
    ? { problem: `PAYOUT_APPROVERS_FILE: ${file} cannot be read` }
    : approversIn(text);
}

export function approversIn(text: string): Approvers {
  const people: Approver[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, person, email, credentialId, publicKey] = lineShape.exec(line.trim()) ?? [];
    if (person === undefined || email === undefined || credentialId === undefined || publicKey === undefined)
      return { problem: `PAYOUT_APPROVERS_FILE: line ${at + 1} is not a line of npm run approver:line` };
    if (!isMailAddress(email))
      return { problem: `PAYOUT_APPROVERS_FILE: line ${at + 1} has no e-mail address` };
    people.push({
      person,
      email,
      credentialId: Buffer.from(credentialId, "base64url"),
      publicKey: Buffer.from(publicKey, "base64url"),
    });
  }
  const ids = new Set(people.map(({ credentialId }) => credentialId.toString("base64url")));
  if (ids.size < people.length) return { problem: "PAYOUT_APPROVERS_FILE: two lines have the same key" };
  if (people.length === 0) return { problem: "PAYOUT_APPROVERS_FILE names nobody" };
  return { people, digest: createHash("sha256").update(text).digest("hex") };
}
