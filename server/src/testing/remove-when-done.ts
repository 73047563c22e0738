import { once } from "node:events";
import { rm } from "node:fs/promises";
import { removeEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";

// Started by global-setup.ts with a data folder: waits until the test run ends, then removes the folder.
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("Usage: remove-when-done.ts <data folder>");
await once(process.stdin.resume(), "close");
await removeEmbeddedPostgres(dataDir);
await rm(dataDir, { recursive: true, force: true });
