import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable, type Stream } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { atOneMoment, type Db } from "../../platform/db.ts";

export interface ZippedFile {
  name: string;
  /** Begins to read when it is its turn. */
  read: (db: Db) => Readable;
}

/** An archive that is written while it is sent, and no longer read once its reader has gone away. */
export function streamedZip(db: Db, files: readonly ZippedFile[]): Readable {
  const zip = new yazl.ZipFile();
  // yazl says that it is any readable stream; it is one of Node's.
  const output = Readable.from(zip.outputStream);
  addFiles(zip, db, { files, reader: output, fail: (error) => output.destroy(error) });
  return output;
}

/**
 * The same of files that all must be of one moment. It is written to the disk first, so that a slow download keeps
 * neither a connection nor a snapshot of the database. Both need no more memory than one batch of lines.
 */
export async function zipOfOneMoment(
  db: Db,
  files: readonly ZippedFile[],
  gone: AbortSignal,
): Promise<Readable> {
  const file = path.join(os.tmpdir(), `fc-books-${randomUUID()}.zip`);
  try {
    // Only the server's own user may read it, from the first byte on.
    await (await open(file, "wx", 0o600)).close();
    await atOneMoment(db, writeZip, { file, files, gone });
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
  { file, files, gone }: { file: string; files: readonly ZippedFile[]; gone: AbortSignal },
): Promise<void> {
  const zip = new yazl.ZipFile();
  const output = createWriteStream(file);
  const failed = new Promise<never>((_, reject) =>
    addFiles(zip, db, { files, reader: output, fail: reject }),
  );
  await Promise.race([pipeline(zip.outputStream, output, { signal: gone }), failed]);
}

interface Adding {
  files: readonly ZippedFile[];
  /** Once it is closed, nothing more is read. */
  reader: Stream;
  fail: (error: Error) => void;
}

function addFiles(zip: yazl.ZipFile, db: Db, { files, reader, fail }: Adding): void {
  let current: Readable | undefined;
  reader.once("close", () => current?.destroy());
  zip.once("error", fail);
  for (const { name, read } of files) {
    zip.addReadStreamLazy(name, (start) => {
      current = read(db);
      current.once("error", fail);
      start(null, current);
    });
  }
  zip.end();
}
