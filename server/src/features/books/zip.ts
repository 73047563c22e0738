import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { atOneMoment, type Db } from "../../platform/db.ts";

export interface ZippedFile {
  name: string;
  /** Begins to read when it is its turn. */
  read: (db: Db) => Readable;
}

/**
 * An archive of files that all are of one moment. It is written to the disk first, so that a slow download keeps
 * neither a connection nor a snapshot of the database; it needs no more memory than one batch of lines.
 */
export async function zipOf(db: Db, files: readonly ZippedFile[]): Promise<Readable> {
  const file = path.join(os.tmpdir(), `fc-books-${randomUUID()}.zip`);
  try {
    // Only the server's own user may read it, from the first byte on.
    await (await open(file, "wx", 0o600)).close();
    await atOneMoment(db, writeZip, { file, files });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  const stream = createReadStream(file);
  stream.once("close", () => void rm(file, { force: true }));
  return stream;
}

async function writeZip(
  db: Db,
  { file, files }: { file: string; files: readonly ZippedFile[] },
): Promise<void> {
  const zip = new yazl.ZipFile();
  const failed = new Promise<never>((_, reject) => {
    zip.once("error", reject);
    for (const { name, read } of files) {
      zip.addReadStreamLazy(name, (start) => {
        const stream = read(db);
        stream.once("error", reject);
        start(null, stream);
      });
    }
  });
  zip.end();
  await Promise.race([pipeline(zip.outputStream, createWriteStream(file)), failed]);
}
