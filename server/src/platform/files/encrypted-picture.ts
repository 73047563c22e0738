import { decrypt, encryptAlike, sha256, type SecretKey } from "../secrets.ts";

/** Before each encrypted picture. A picture from before this form begins with the first bytes of a JPEG. */
const head = Buffer.from("fc-picture/1\n");
const keyIdBytes = 8;

interface StoredPicture {
  content: Buffer;
  /** What the row of the picture says of it. */
  columns: { stored_sha256: Buffer; stored_key: string };
}

/**
 * Encrypted for exactly this picture: in place of another one it cannot be read. Of two requests that store the same
 * picture at once, one writes the row and the other may write the file. Both write the same bytes, so the two agree.
 */
export function encryptedPicture(secretKey: SecretKey, id: string, jpeg: Uint8Array): StoredPicture {
  const content = Buffer.concat([head, encryptAlike(secretKey, purposeOf(id), jpeg)]);
  return storedAs(content, secretKey.id);
}

/** The picture of a stored file, which may be from before pictures were encrypted. */
export function pictureIn(secretKey: SecretKey, id: string, stored: Buffer): Buffer {
  return isEncrypted(stored) ? decrypt(secretKey, purposeOf(id), stored.subarray(head.length)) : stored;
}

/** The same picture by the newest key. */
export function encryptedAgain(secretKey: SecretKey, id: string, stored: Buffer): StoredPicture {
  const key = isEncrypted(stored)
    ? stored.subarray(head.length, head.length + keyIdBytes).toString("hex")
    : undefined;
  return key === secretKey.id
    ? storedAs(stored, key)
    : encryptedPicture(secretKey, id, pictureIn(secretKey, id, stored));
}

function isEncrypted(stored: Buffer): boolean {
  return stored.subarray(0, head.length).equals(head);
}

function storedAs(content: Buffer, key: string): StoredPicture {
  return { content, columns: { stored_sha256: sha256(content), stored_key: key } };
}

const purposeOf = (id: string) => `picture:${id}`;
