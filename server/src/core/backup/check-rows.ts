import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { tableFile, type Manifest } from "./manifest.ts";
import { BackupProblem } from "./problem.ts";

const [lineEnd, tab] = Buffer.from("\n\t");

/** Reads each table to its end as a restore does: its rows, and the columns of all of them, are what the manifest says. */
export async function checkRows(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, columns, rows } of tables) {
    const found = await countIn(join(folder, tableFile(name)));
    if (found.rows !== rows || found.tabs !== rows * (columns.length - 1)) {
      throw new BackupProblem(
        `${folder} cannot be restored: ${name} holds ${found.rows} rows with ${found.tabs + found.rows} values, and its manifest says ${rows} with ${rows * columns.length}. Take another backup.`,
      );
    }
  }
}

/** In the text that COPY writes, line ends and tabs within a value are escaped. */
async function countIn(file: string): Promise<{ rows: number; tabs: number }> {
  const found = { rows: 0, tabs: 0 };
  const counting = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) {
        if (byte === lineEnd) found.rows += 1;
        else if (byte === tab) found.tabs += 1;
      }
      done();
    },
  });
  await pipeline(createReadStream(file), createZstdDecompress(), counting);
  return found;
}
