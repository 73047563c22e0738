// Deletes the local data: the embedded database, caught mails and secrets. The next start makes new ones.
import "./check-node.mjs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";

const { removeEmbeddedPostgres } =
  await import("../server/src/development/embedded-postgres/embedded-postgres.ts");
if (process.env.NODE_ENV === "production" || process.env.DATABASE_URL) {
  console.error("db:reset is for the embedded database of a development machine only.");
  process.exit(1);
}
const dataDir = resolve(process.env.DATA_DIR ?? ".data");
await removeEmbeddedPostgres(dataDir);
await rm(dataDir, { recursive: true, force: true });
console.log(`Removed ${dataDir}`);
