import { errorCode } from "./error-code.ts";
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./folders.ts";

/** The text of the key: the given one, or one that the first start generates in DATA_DIR. */
export async function loadSecretKey(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const file = join(dataDir, "secret-key");
  await makeFolder(dataDir);
  try {
    // wx: if two servers start for the first time together, one writes the key and both read it.
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
    await chmod(file, 0o600);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return readFile(file, "utf8");
}

/**
 * The key of this installation. Everything that is hashed, signed or encrypted with it goes through this module. Nobody
 * else looks at its text, so that it can be replaced (secret-keys.ts).
 */
export interface SecretKey {
  /** What the key is called wherever something was made with it; it tells nothing about the key. */
  readonly id: string;
  readonly text: string;
  /** The keys that it replaced, the newest first: what they made is still read and verified, nothing new is made. */
  readonly earlier: readonly SecretKey[];
}

const idBytes = 8;

export function secretKeyFrom(text: string): SecretKey {
  const id = hmac(text, ["fingerprint"]).subarray(0, idBytes).toString("hex");
  return { id, text, earlier: [] };
}

/** The key of this id, if it is this one or an earlier one. */
export function keyNamed(secretKey: SecretKey, id: string): SecretKey | undefined {
  return [secretKey, ...secretKey.earlier].find((key) => key.id === id);
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
  return hash("sha256", content, "buffer");
}

export function keyedHash(secretKey: SecretKey, ...parts: string[]): Buffer {
  return hmac(secretKey.text, parts);
}

/** The same by this key and by every earlier one, for what cannot be hashed again when the key is replaced. */
export function keyedHashes(secretKey: SecretKey, ...parts: string[]): Buffer[] {
  return [secretKey, ...secretKey.earlier].map(({ text }) => hmac(text, parts));
}

function hmac(text: string, parts: readonly string[]): Buffer {
  // The length precedes each part, so that two different lists never have the same hash.
  const mac = createHmac("sha256", text);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest();
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what we must read again. The id of the key comes first. Decrypting needs the same purpose, so that one row
 * cannot be used as another.
 */
export function encrypt(secretKey: SecretKey, purpose: string, content: Uint8Array): Buffer {
  return encryptWith(randomBytes(ivBytes), secretKey, purpose, content);
}

/** As encrypt, but the same content for the same purpose always becomes the same bytes. */
export function encryptAlike(secretKey: SecretKey, purpose: string, content: Uint8Array): Buffer {
  const iv = keyedHash(secretKey, "encrypted alike", purpose, sha256(content).toString("hex"));
  return encryptWith(iv.subarray(0, ivBytes), secretKey, purpose, content);
}

function encryptWith(iv: Buffer, secretKey: SecretKey, purpose: string, content: Uint8Array): Buffer {
  const encryption = createCipheriv(cipher, keyedHash(secretKey, "encryption"), iv).setAAD(
    Buffer.from(purpose),
  );
  const hidden = Buffer.concat([encryption.update(content), encryption.final()]);
  return Buffer.concat([Buffer.from(secretKey.id, "hex"), iv, encryption.getAuthTag(), hidden]);
}

/** Throws if the content was changed, or was encrypted with an unknown key or for another purpose. */
export function decrypt(secretKey: SecretKey, purpose: string, encrypted: Buffer): Buffer {
  const id = encrypted.subarray(0, idBytes).toString("hex");
  const key = keyNamed(secretKey, id);
  if (!key) throw new Error(`This is encrypted with the key ${id}, which this server does not have`);
  const rest = encrypted.subarray(idBytes);
  const iv = rest.subarray(0, ivBytes);
  const tag = rest.subarray(ivBytes, ivBytes + tagBytes);
  const decryption = createDecipheriv(cipher, keyedHash(key, "encryption"), iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  return Buffer.concat([decryption.update(rest.subarray(ivBytes + tagBytes)), decryption.final()]);
}
