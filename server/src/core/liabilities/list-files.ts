import type { Deps } from "../../platform/deps.ts";
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

/** The published list of a day, if it is still kept. */
export async function keptList(
  { db, files }: Pick<Deps, "db" | "files">,
  day: string,
): Promise<KeptList | undefined> {
  const list = await db
    .selectFrom("liabilities")
    .innerJoin("liability_lists", "liability_lists.id", "liabilities.list_id")
    .select(["liability_lists.id", "liability_lists.leaves"])
    .where("liabilities.day", "=", day)
    .executeTakeFirst();
  return list && (await readFile(files, list, 0)) ? list : undefined;
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

/** The whole list, file after file. */
export async function* listPieces(files: FileStore, list: KeptList): AsyncGenerator<Buffer> {
  for (let number = 0; number < fileCount(list); number++) {
    const piece = await readFile(files, list, number);
    if (!piece) throw new Error(`The file ${number} of the list ${list.id} is missing`);
    yield piece;
  }
}

export async function removeList(files: FileStore, list: KeptList): Promise<void> {
  for (let number = 0; number < fileCount(list); number++) await files.remove(fileKey(list, number));
}
