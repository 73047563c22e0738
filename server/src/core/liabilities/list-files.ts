import type { FileStore } from "../../platform/files/file-store.ts";

/**
 * A list is kept as files of this many leaves. Each is a whole branch of the tree, so that a member's path needs three
 * of them and not the list. It must stay a power of two, and the same for every list that is kept.
 */
export const leavesPerFile = 8192;

export interface KeptList {
  id: string;
  leaves: number;
}

export function fileCount({ leaves }: Pick<KeptList, "leaves">): number {
  return Math.ceil(leaves / leavesPerFile);
}

export function fileKey({ id }: Pick<KeptList, "id">, number: number): string {
  return `${id}-${number}`;
}

/** The leaves of one file; undefined if it is not there, as in a restored backup, which has no lists. */
export async function readFile(
  files: FileStore,
  list: KeptList,
  number: number,
): Promise<Buffer | undefined> {
  return files.read(fileKey(list, number));
}

/** Whether no file of the list is missing. */
export async function isWhole(files: FileStore, list: KeptList): Promise<boolean> {
  for (let number = 0; number < fileCount(list); number++) {
    if (!(await readFile(files, list, number))) return false;
  }
  return true;
}

export async function removeList(files: FileStore, list: KeptList): Promise<void> {
  for (let number = 0; number < fileCount(list); number++) await files.remove(fileKey(list, number));
}
