import { errorCode } from "./error-code.ts";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it, unless it is there. Node's own `recursive` never ends below /proc and the like,
 * where no folder can be made in one that is there.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isMade(folder, mode)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder), mode);
  if (!(await isMade(folder, mode))) await mkdir(folder, { mode });
}

/** Not if a folder above it is missing. */
async function isMade(folder: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(folder, { mode });
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return false;
    // A root that can only be read says so before it says that the folder is there.
    if ((await stat(folder).catch(() => undefined))?.isDirectory()) return true;
    throw error;
  }
}
