import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** A browser's side of an encrypted message, as its PushSubscription has it. */
export interface PushReceiver {
  /** Its public key, an uncompressed point of P-256. */
  p256dh: Buffer;
  /** A secret that its maker does not know. */
  auth: Buffer;
}

/** Given only by a test, to compare with the example of the RFC. */
interface Chosen {
  salt: Buffer;
  privateKey: Buffer;
}

const curve = "prime256v1";
const recordBytes = 4096;
/** Ends the last record; no padding follows. */
const lastRecord = Buffer.of(2);

/**
 * Encrypts a message for one browser as RFC 8291 says (aes128gcm), so that the push service in between reads nothing.
 * Written here, because it is a page of node:crypto, while the package brings five others and an HTTP client.
 */
export function encryptPush(text: string, { p256dh, auth }: PushReceiver, chosen?: Chosen): Buffer {
  const sender = createECDH(curve);
  if (chosen) sender.setPrivateKey(chosen.privateKey);
  else sender.generateKeys();
  const ownPublic = sender.getPublicKey();
  const salt = chosen?.salt ?? randomBytes(16);
  const context = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, ownPublic]);
  const shared = hkdf(sender.computeSecret(p256dh), auth, context, 32);
  const key = hkdf(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const hidden = Buffer.concat([
    cipher.update(Buffer.from(text)),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.of(ownPublic.length), ownPublic, hidden]);
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}

/** Whether somebody's bytes can be a browser's keys: a point that is not on the curve could reveal our own key. */
export function isPushReceiver({ p256dh, auth }: PushReceiver): boolean {
  if (p256dh.length !== 65 || auth.length !== 16) return false;
  try {
    const probe = createECDH(curve);
    probe.generateKeys();
    probe.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}
