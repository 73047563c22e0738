import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "./db.ts";

/** The key for what is short enough to be guessed from its plain hash, such as a six-digit code. */
export async function loadSecretKey(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const file = join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true });
  try {
    // wx: of two first starts at once, one writes and both read the same.
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
    await chmod(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(file, "utf8");
}

/** Two nodes with different keys would refuse each other's codes without anybody knowing why. */
export async function isSharedSecretKey(db: Db, key: string): Promise<boolean> {
  const fingerprint = keyedHash(key, "fingerprint");
  await db
    .insertInto("secret_key_fingerprint")
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const first = await db.selectFrom("secret_key_fingerprint").select("fingerprint").executeTakeFirstOrThrow();
  return sameBytes(first.fingerprint, fingerprint);
}

/** A secret that cannot be guessed, safe in headers, cookies and addresses. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

export function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, "0");
}

export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** Enough for a random secret; a password that a person chose needs a slow hash instead. */
export function sha256(content: string | Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}

export function keyedHash(key: string, ...parts: string[]): Buffer {
  // Length before each part, so that no two lists of parts are hashed alike.
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest();
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
