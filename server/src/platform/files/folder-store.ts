import { errorCode } from "../error-code.ts";
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkedKey, type FileStore } from "./file-store.ts";

/** Keeps files in a folder. Several servers must share this folder as they share the database. */
export function folderStore(folder: string): FileStore {
  /** The first two letters choose a subfolder, so that no folder grows to a million files. */
  const pathOf = (key: string) => join(folder, checkedKey(key).slice(0, 2), key);
  return {
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}.tmp`;
      try {
        const file = await open(draft, "wx", 0o600);
        try {
          await file.writeFile(content);
          // The content reaches the disk before the file gets its name: after a power cut it is complete or absent.
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (errorCode(error) === "ENOENT") return undefined;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
