/**
 * Where private files are kept. A folder by default, an S3 service by setting; nothing else of the product knows
 * which it is.
 */
export interface FileStore {
  /** Whole or not at all; a file of that key is replaced. */
  write(key: string, content: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Well also where there is none. */
  remove(key: string): Promise<void>;
}

/** Our own names only: none that leads out of a folder or into another file's address. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9-]{16,64}$/.test(key)) throw new Error("not a key of the file store");
  return key;
}
