import { sure } from "@fc/contract/sure";
import { createReadStream } from "node:fs";
import { link, mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore } from "../../platform/files/file-store.ts";
import { sha256 } from "../../platform/secrets.ts";
import { pictureFile, pictureListName } from "./manifest.ts";

/** How many pictures are read at once: a bucket answers each call slowly and many of them quickly. */
const atOnce = 8;

interface CopiedPictures {
  count: number;
  bytes: number;
  /** Without those that are shared with the backup before. */
  newBytes: number;
  missing: string[];
}

interface Copying {
  folder: string;
  previous: string | undefined;
  wanted: string;
  /** Of a picture whose file is not the snapshot's any more. */
  hashNow: (id: string) => Promise<string | undefined>;
}

/**
 * Copies the pictures that the list of the snapshot names, and writes the list of what was copied. A picture never
 * changes, so the file of the backup before is used again as a hard link: it costs no space. It is read first, so that
 * one file that went bad on the disk does not go on into every later backup.
 */
export async function copyPictures(
  files: FileStore,
  { folder, previous, wanted, hashNow }: Copying,
): Promise<CopiedPictures> {
  const copied: CopiedPictures = { count: 0, bytes: 0, newBytes: 0, missing: [] };
  const folders = new Set<string>();
  const list = await open(join(folder, pictureListName), "a", 0o600);
  try {
    await eachOf(linesOf(wanted), async (line) => {
      const [id = "", wantedHash = ""] = line.split("\t");
      let hash = wantedHash;
      const path = join(folder, pictureFile(id));
      if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      folders.add(dirname(path));
      const shared = previous && (await linked(join(previous, pictureFile(id)), path, hash));
      if (shared) copied.bytes += shared;
      else {
        const content = await files.read(id);
        if (content && hexOf(content) !== hash) hash = (await hashNow(id)) ?? hash;
        if (!content || hexOf(content) !== hash) {
          copied.missing.push(id);
          return;
        }
        await writeWhole(path, content);
        copied.bytes += content.length;
        copied.newBytes += content.length;
      }
      copied.count += 1;
      await list.appendFile(`${hash}  ${pictureFile(id)}\n`);
    });
    await list.sync();
  } finally {
    await list.close();
  }
  return copied;
}

/** The file's size if it could be shared; undefined if it is missing or damaged, or the disk cannot share files. */
async function linked(from: string, to: string, hash: string): Promise<number | undefined> {
  try {
    const content = await readFile(from);
    if (hexOf(content) !== hash) return undefined;
    await link(from, to);
    return content.length;
  } catch {
    return undefined;
  }
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Compares every picture with its checksum. Returns the names of those that differ. */
export async function damagedPictures(folder: string): Promise<string[]> {
  const damaged: string[] = [];
  await eachOf(linesOf(join(folder, pictureListName)), async (line) => {
    const [hash, name = ""] = line.split("  ");
    const content = await readFile(join(folder, name)).catch(() => undefined);
    if (!content || hexOf(content) !== hash) damaged.push(name);
  });
  return damaged;
}

/**
 * Puts the pictures into the store, without those that are named. One that is there already is written again, as a
 * repeated restore does.
 */
export async function restorePictures(
  files: FileStore,
  { folder, without }: { folder: string; without: readonly string[] },
): Promise<void> {
  const left = new Set(without);
  await eachOf(linesOf(join(folder, pictureListName)), async (line) => {
    const name = line.split("  ")[1] ?? "";
    if (left.has(name)) return;
    await files.write(name.slice(name.lastIndexOf("/") + 1), await readFile(join(folder, name)));
  });
}

const hexOf = (content: Buffer) => sha256(content).toString("hex");

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  const chunks: AsyncIterable<string> = createReadStream(file, "utf8");
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = sure(lines.pop());
    yield* lines;
  }
}

/** Works on several lines at once. After an error no other line is begun, and those under way are waited for. */
async function eachOf(lines: AsyncIterable<string>, work: (line: string) => Promise<void>): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  for await (const line of lines) {
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (errors.length > 0) break;
    const running: Promise<void> = work(line)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }
  await Promise.all(underWay);
  if (errors.length > 0) throw errors[0];
}
