import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rm, type FileHandle } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable, type Stream } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import yazl from "yazl";
import { atOneMoment, type Db, type ReadDb } from "../db.ts";

export interface ZippedFile<Source = Db> {
  name: string;
  /** Begins to read when it is its turn. */
  read: (db: Source) => Readable;
}

/** An archive that is written while it is sent, and no longer read once its reader has gone away. */
export function streamedZip<Source extends ReadDb>(
  db: Source,
  files: readonly ZippedFile<Source>[],
): Readable {
  const zip = new yazl.ZipFile();
  // yazl says that it is any readable stream; it is one of Node's.
  const output = Readable.from(zip.outputStream);
  addFiles(zip, db, { files, reader: output, fail: (error) => output.destroy(error) });
  return output;
}

/**
 * The same of files that all must be of one moment. It is written to the disk and sent from there while it grows, so that
 * a slow download keeps neither a connection nor a snapshot of the database, and a long one does not stand still until
 * all of it is written: its connection would be ended. Both need no more memory than one batch of lines.
 */
export async function zipOfOneMoment(
  db: Db,
  files: readonly ZippedFile[],
  gone: AbortSignal,
): Promise<Readable> {
  const file = path.join(os.tmpdir(), `fc-zip-${randomUUID()}.zip`);
  // Only the server's own user may read it, from the first byte on.
  const reading = await open(file, "wx+", 0o600);
  const writing = atOneMoment(db, writeZip, { file, files, gone });
  const stream = Readable.from(growing(reading, writing));
  const close = async () => {
    await writing.catch(() => undefined);
    await reading.close();
    await rm(file, { force: true });
  };
  stream.once("close", () => void close());
  return stream;
}

/** What a file has by now, again and again, until all of it is written. */
async function* growing(file: FileHandle, writing: Promise<void>): AsyncGenerator<Buffer> {
  let hasEnded = false;
  const ended = writing.finally(() => (hasEnded = true));
  // Read below, perhaps later than it fails.
  ended.catch(() => undefined);
  for (;;) {
    const wasAll = hasEnded;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536));
    if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
    else if (wasAll) break;
    else await Promise.race([ended, sleep(50)]);
  }
  await ended;
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

interface Adding<Source> {
  files: readonly ZippedFile<Source>[];
  /** Once it is closed, nothing more is read. */
  reader: Stream;
  fail: (error: Error) => void;
}

function addFiles<Source>(zip: yazl.ZipFile, db: Source, { files, reader, fail }: Adding<Source>): void {
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
