import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "./db.ts";

/** The key for hashes of values that are short enough to be guessed, such as a six-digit code. */
export async function loadSecretKey(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const file = join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true });
  try {
    // wx: if two servers start for the first time together, one writes the key and both read it.
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
    await chmod(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(file, "utf8");
}

/** What a key is called wherever something was made with it; it tells nothing about the key. */
export function keyIdOf(key: string): string {
  return keyedHash(key, "fingerprint").subarray(0, 8).toString("hex");
}

/** Nodes with different keys would refuse each other's codes, and nobody would know why. */
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

/** A random secret that can be used in headers, cookies and addresses. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

export function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, "0");
}

export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** Good enough for a random secret; a password that a person chose needs a slow hash instead. */
export function sha256(content: string | Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}

export function keyedHash(key: string, ...parts: string[]): Buffer {
  // The length precedes each part, so that two different lists never have the same hash.
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest();
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts what we must read again. Decrypting needs the same purpose, so that one row cannot be used as another. */
export function encrypt(key: string, purpose: string, content: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, keyedHash(key, "encryption"), iv).setAAD(Buffer.from(purpose));
  const hidden = Buffer.concat([encryption.update(content), encryption.final()]);
  return Buffer.concat([iv, encryption.getAuthTag(), hidden]);
}

/** Throws if the content was changed, or was encrypted with another key or for another purpose. */
export function decrypt(key: string, purpose: string, encrypted: Buffer): Buffer {
  const iv = encrypted.subarray(0, ivBytes);
  const tag = encrypted.subarray(ivBytes, ivBytes + tagBytes);
  const decryption = createDecipheriv(cipher, keyedHash(key, "encryption"), iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  return Buffer.concat([decryption.update(encrypted.subarray(ivBytes + tagBytes)), decryption.final()]);
}
