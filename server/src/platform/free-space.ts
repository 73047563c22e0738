import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** How much can still be written below a folder; of one that is not there yet, below the nearest that is. */
export async function freeBytesAt(folder: string): Promise<number> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = await statfs(at).catch(() => undefined);
    // What is reserved for root does not count, because PostgreSQL cannot write there.
    if (found) return found.bavail * found.bsize;
    if (dirname(at) === at) return Number.POSITIVE_INFINITY;
  }
}
