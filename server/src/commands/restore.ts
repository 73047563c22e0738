import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  checkFiles,
  endRestore,
  keyMissing,
  openBackup,
  restore,
  shortened,
} from "../core/backup/restore.ts";
import { checkRows } from "../core/backup/check-rows.ts";
import { recordRehearsal } from "../core/backup/backups.ts";
import { problemIn, rehearse } from "../core/backup/rehearse.ts";
import { haltAllWallets } from "../core/chain/wallets.ts";
import { verify as verifyLedger } from "../core/ledger/verify.ts";
import { verify as verifyNetwork } from "../core/network/verify.ts";
import { atomically, createDb, createPool } from "../platform/db.ts";
import { systemClock } from "../platform/clock.ts";
import { fileStoreOf } from "../platform/files/store-of.ts";
import { readSettings, type Settings } from "../platform/settings.ts";
import { sayProblems, secretKeyFor, withDatabase } from "./with-database.ts";

const usage =
  "npm run restore -- --from DIR [--check | --rehearse] [--without-damaged-pictures] [--accept-differences]";

// npm run restore -- --from DIR [--check | --rehearse] [--without-damaged-pictures] [--accept-differences]
export async function restoreCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: "string" },
      check: { type: "boolean", default: false },
      rehearse: { type: "boolean", default: false },
      "without-damaged-pictures": { type: "boolean", default: false },
      "accept-differences": { type: "boolean", default: false },
    },
  });
  if (values.from === undefined || (values.check && values.rehearse)) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const folder = resolve(values.from);

  await sayProblems(async () => {
    const { check, rehearse: isRehearsal } = values;
    const isAccepted = values["accept-differences"];
    const withoutDamagedPictures = values["without-damaged-pictures"];
    const { secretKey, ...backup } = await checkedBackup(env, { folder, check, withoutDamagedPictures });
    if (check || secretKey === undefined) {
      await checkRows(folder, backup.manifest);
      console.log(
        "Every table was read to its end. With --rehearse it is restored on trial, which proves more.",
      );
    } else if (isRehearsal) {
      await withDatabase((ownerUrl) => rehearsed(ownerUrl, { ...backup, secretKey }), env);
    } else {
      const load = (ownerUrl: string, settings: Settings) =>
        restored(ownerUrl, settings, { ...backup, secretKey, isAccepted });
      await withDatabase(load, env, { mayBeEmpty: true });
    }
  });
}

/** Reads the backup before a database is opened: without the key nothing is begun. */
async function checkedBackup(
  env: NodeJS.ProcessEnv,
  {
    folder,
    check,
    withoutDamagedPictures,
  }: { folder: string; check: boolean; withoutDamagedPictures: boolean },
) {
  const givenKey = await keyOf(readSettings(env));
  const { manifest, secretKey } = await openBackup(folder, { givenKey });
  if (secretKey === undefined && !check) throw keyMissing(manifest);
  const withoutPictures = await checkFiles(folder, { manifest, withoutDamagedPictures });
  console.log(
    `${folder}: ${manifest.tables.length} tables and ${manifest.pictures.count} pictures of ${manifest.startedAt}, ${withoutPictures.length === 0 ? "all files as they were written" : `without ${withoutPictures.length} damaged pictures:\n  ${shortened(withoutPictures).join("\n  ")}`}`,
  );
  if (secretKey === undefined) {
    console.log("No key was given, so the signature was not compared: somebody may have changed it all.");
  } else if (givenKey === undefined) {
    console.log("It was compared with the key that it holds itself: who could write there could change it.");
  }
  if (manifest.leftOut.length > 0) sayLeftOut(manifest.leftOut);
  return { folder, manifest, secretKey, withoutPictures };
}

type OpenBackup = Omit<Awaited<ReturnType<typeof checkedBackup>>, "secretKey"> & { secretKey: string };

async function restored(
  ownerUrl: string,
  settings: Settings,
  { secretKey, isAccepted, ...backup }: OpenBackup & { isAccepted: boolean },
): Promise<void> {
  const hasPictures = settings.filesAt === undefined && (await hasFiles(join(settings.dataDir, "files")));
  sayLeftOut(await restore(ownerUrl, { ...backup, files: fileStoreOf(settings), hasPictures }));
  if (settings.secretKey === undefined) {
    await writeFile(join(settings.dataDir, "secret-key"), secretKey, { mode: 0o600 });
  }
  const ledger = await verifyLedger(ownerUrl, { secretKey: await secretKeyFor(ownerUrl, secretKey) });
  const network = await verifyNetwork(ownerUrl, { repair: false });
  const differences = [...ledger.differences, ...network.differences];
  for (const difference of differences.slice(0, 100)) console.log(difference);
  console.log(
    `Ledger: ${ledger.entries} entries, ${ledger.seals} seals, ${ledger.differences.length} differences`,
  );
  console.log(`Network: ${network.members} members, ${network.found} differences`);
  if (differences.length > 0 && !isAccepted) {
    console.log(
      "Because of the differences no server starts on this database. Restore an older backup into an empty place, or look into each difference and run this again with --accept-differences to use the data as it is.",
    );
    process.exitCode = 1;
    return;
  }
  const halted = await haltWallets(ownerUrl);
  await endRestore(ownerUrl);
  if (halted > 0) {
    console.log(
      "The hot wallet is halted, because it may have paid since. Run npm run chain:reconcile before it pays again.",
    );
  }
  console.log(
    `Restored as of ${backup.manifest.startedAt}. What happened later is not in it: compare bank and chain before you pay a withdrawal again.`,
  );
}

function sayLeftOut(names: readonly string[]): void {
  if (names.length > 0)
    console.log(`Left out, because no migration of this release makes it: ${names.join(", ")}`);
}

async function rehearsed(ownerUrl: string, request: Parameters<typeof rehearse>[1]): Promise<void> {
  const rehearsal = await rehearse(ownerUrl, request);
  const { entries, members, found, differences, leftOut } = rehearsal;
  await recordRehearsal(ownerUrl, {
    folder: request.folder,
    at: systemClock(),
    problem: problemIn(rehearsal),
  });
  sayLeftOut(leftOut);
  for (const difference of differences.slice(0, 100)) console.log(difference);
  console.log(
    `Rehearsed: ${entries} entries of the ledger and ${members} members came back, with ${found} differences. The database of the rehearsal is gone again.`,
  );
  if (found > 0) process.exitCode = 1;
}

/** What the hot wallet has paid since the backup is known to the chain only: it would pay it again. */
async function haltWallets(ownerUrl: string): Promise<number> {
  const db = createDb(createPool({ url: ownerUrl, poolSize: 1 }));
  try {
    const reason = "A backup was restored. Run npm run chain:reconcile before it pays";
    return await atomically(db, haltAllWallets, { reason, now: new Date() });
  } finally {
    await db.destroy();
  }
}

/** The key of the settings or of DATA_DIR. */
async function keyOf({ secretKey, dataDir }: Settings): Promise<string | undefined> {
  return secretKey ?? readFile(join(dataDir, "secret-key"), "utf8").catch(() => undefined);
}

async function hasFiles(path: string): Promise<boolean> {
  return (await readdir(path).catch(() => [])).length > 0;
}

if (import.meta.main) await restoreCommand(process.argv.slice(2), process.env);
