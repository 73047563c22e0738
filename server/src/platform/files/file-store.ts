/**
 * Where private files are kept: in a folder by default, in an S3 service if the settings name one. Callers do not
 * know which of the two it is.
 */
export interface FileStore {
  /** Writes the whole file or nothing. A file with the same key is replaced. */
  write(key: string, content: Uint8Array): Promise<void>;
  /** Returns undefined if there is no such file. */
  read(key: string): Promise<Buffer | undefined>;
  /** Succeeds also if there is no such file. */
  remove(key: string): Promise<void>;
}

/**
 * Accepts only names that we made, so that a key cannot lead out of the folder or into the address of another file.
 */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9-]{16,64}$/.test(key))
    throw new Error("invalid key of the file store: expected 16 to 64 characters of a-z, 0-9 and -");
  return key;
}
