import { join } from "node:path";
import type { Settings } from "../settings.ts";
import type { FileStore } from "./file-store.ts";
import { folderStore } from "./folder-store.ts";
import { s3Store } from "./s3-store.ts";

/** The store of the settings: a bucket, or a folder in DATA_DIR. */
export function fileStoreOf({ dataDir, filesAt }: Pick<Settings, "dataDir" | "filesAt">): FileStore {
  return filesAt === undefined ? folderStore(join(dataDir, "files")) : s3Store(filesAt);
}
