import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BackupProblem } from "../core/backup/problem.ts";
import type { Manifest } from "../core/backup/manifest.ts";
import { checkedBackup, endRestore, keyIn, restore } from "../core/backup/restore.ts";
import { verify as verifyLedger } from "../core/ledger/verify.ts";
import { verify as verifyNetwork } from "../core/network/verify.ts";
import { fileStoreOf } from "../platform/files/store-of.ts";
import { secretKeyFrom } from "../platform/secrets.ts";
import { readSettings, type Settings } from "../platform/settings.ts";
import { sayProblems, secretKeyFor, withDatabase } from "./with-database.ts";

// npm run restore -- --from DIR [--check]
const { values } = parseArgs({
  options: { from: { type: "string" }, check: { type: "boolean", default: false } },
});
if (values.from === undefined) {
  console.error("npm run restore -- --from DIR [--check]");
  process.exit(2);
}
const folder = resolve(values.from);

await sayProblems(async () => {
  const manifest = await checkedBackup(folder);
  console.log(
    `${folder}: ${manifest.tables.length} tables and ${manifest.pictures.count} pictures of ${manifest.startedAt}, all files as they were written`,
  );
  if (values.check) return;
  // Before the database is opened: without the key nothing is begun.
  const secretKey = await keyOf(readSettings(process.env), manifest);
  await withDatabase(async (ownerUrl, settings) => {
    const hasPictures = settings.filesAt === undefined && (await hasFiles(join(settings.dataDir, "files")));
    await restore(ownerUrl, { folder, manifest, files: fileStoreOf(settings), hasPictures });
    if (settings.secretKey === undefined && secretKey !== undefined) {
      await writeFile(join(settings.dataDir, "secret-key"), secretKey, { mode: 0o600 });
    }
    const ledger = await verifyLedger(ownerUrl, {
      secretKey: secretKey === undefined ? undefined : await secretKeyFor(ownerUrl, secretKey),
    });
    const network = await verifyNetwork(ownerUrl, { repair: false });
    await endRestore(ownerUrl);
    for (const difference of [...ledger.differences, ...network.differences].slice(0, 100)) {
      console.log(difference);
    }
    const { entries, seals, differences } = ledger;
    console.log(`Ledger: ${entries} entries, ${seals} seals, ${differences.length} differences`);
    console.log(`Network: ${network.members} members, ${network.differences.length} differences`);
    console.log(
      `Restored as of ${manifest.startedAt}. What happened later is not in it: compare bank and chain before you pay a withdrawal again.`,
    );
    process.exitCode = differences.length + network.differences.length > 0 ? 1 : 0;
  });
});

/** The key of the settings, of DATA_DIR or of the backup, if it is the one that the rows were written with. */
async function keyOf(settings: Settings, manifest: Manifest): Promise<string | undefined> {
  const inPlace = () => readFile(join(settings.dataDir, "secret-key"), "utf8").catch(() => undefined);
  const key = settings.secretKey ?? (await inPlace()) ?? (await keyIn(folder, manifest));
  if (manifest.keyId === null) return key;
  if (key !== undefined && secretKeyFrom(key).id === manifest.keyId) return key;
  throw new BackupProblem(
    `The secret key of this backup (${manifest.keyId}) is needed, and ${key === undefined ? "none is given" : `another one (${secretKeyFrom(key).id}) is`}. Set SECRET_KEY to it, or put its file into DATA_DIR as secret-key. Nothing was restored.`,
  );
}

async function hasFiles(path: string): Promise<boolean> {
  return (await readdir(path).catch(() => [])).length > 0;
}
