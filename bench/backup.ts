import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { sizeText } from "@fc/contract/size-text";
import { tablesOf } from "../server/src/core/backup/catalogue.ts";
import { makeBackup } from "../server/src/core/backup/make-backup.ts";
import { checkFiles, openBackup, restore } from "../server/src/core/backup/restore.ts";
import { folderStore } from "../server/src/platform/files/folder-store.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import { buildStaked } from "./closing-network.ts";
import type { Options } from "./lib/options.ts";
import { report, say } from "./lib/report.ts";
import { timeMs } from "./lib/timing.ts";

const secretKey = secretKeyFrom("a key of thirty-two characters ok");

/** A backup and a restore of a database without pictures, against what the machine needs at least. */
export async function run({ members, durable }: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fc-portal-backup-"));
  try {
    await withCluster(durable, async (cluster) => {
      const { database, size, close } = await buildStaked(cluster, "source", members);
      await close();
      await measure(database.ownerUrl, size, folder);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(ownerUrl: string, size: string, folder: string): Promise<void> {
  const files = folderStore(join(folder, "files"));
  const request = {
    ownerUrl,
    files,
    to: join(folder, "backups"),
    keep: undefined,
    secretKey,
    withKey: false,
  };
  // Once before, so that the backup does not find in memory what its peer had to fetch from the disk.
  await copyToNowhere(ownerUrl);
  const bare = await timeMs(() => copyToNowhere(ownerUrl));
  const startedAt = performance.now();
  const made = await makeBackup({ ...request, now: new Date() });
  const backup = performance.now() - startedAt;
  const memory = process.memoryUsage().rss;
  say(
    `${made.rows.toLocaleString("en-US")} rows in ${sizeText(made.bytes)}; this process uses ${sizeText(memory)}`,
  );
  report({
    name: `a backup of ${size} members, against COPY of all tables to /dev/null by the server`,
    unit: "ms",
    ours: backup,
    peer: bare,
    promise: null,
  });
  const copied = await timeMs(() =>
    administer(ownerUrl, "create database copied template source strategy file_copy"),
  );
  await administer(ownerUrl, "create database restored");
  const restoredUrl = new URL(ownerUrl);
  restoredUrl.pathname = "/restored";
  const restored = await timeMs(async () => {
    const { folder: from } = made;
    const { manifest } = await openBackup(from, { givenKey: secretKey.text });
    const withoutPictures = await checkFiles(from, { manifest, withoutDamagedPictures: false });
    await restore(restoredUrl.href, { folder: from, manifest, files, hasPictures: false, withoutPictures });
  });
  report({
    name: `its restore with all checksums, before ledger and network are verified, against a copy of the database's files`,
    unit: "ms",
    ours: restored,
    peer: copied,
    promise: null,
  });
}

async function copyToNowhere(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (const { name, columns } of await tablesOf(client)) {
    await client.query(
      `copy "${name}" (${columns.map((column) => `"${column}"`).join(", ")}) to '/dev/null'`,
    );
  }
  await client.end();
}

async function administer(ownerUrl: string, statement: string): Promise<void> {
  const url = new URL(ownerUrl);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}
