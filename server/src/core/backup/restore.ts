import { sure } from "@fc/contract/sure";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { refuseUnfit } from "../../platform/database-fitness.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { sameBytes, secretKeyFrom } from "../../platform/secrets.ts";
import { migrateLocked, migrationFiles, restoreMark } from "../../platform/migrate.ts";
import { isWhole, type KeptList } from "../liabilities/list-files.ts";
import { backupsIn } from "./folders.ts";
import { load } from "./load.ts";
import { factsOf } from "./make-backup.ts";
import {
  isPlainName,
  keyName,
  pictureListName,
  readManifest,
  signatureOf,
  tableFile,
  type Manifest,
} from "./manifest.ts";
import { damagedPictures, restorePictures } from "./pictures.ts";
import { BackupProblem } from "./problem.ts";
import { withConnection } from "../../platform/one-connection.ts";

interface OpenedBackup {
  manifest: Manifest;
  /** The text of the key that signed it; undefined if none was given, and nothing was compared. */
  secretKey: string | undefined;
}

/** Reads what a backup says about itself, before anything else of it is believed. */
export async function openBackup(
  folder: string,
  { givenKey }: { givenKey: string | undefined },
): Promise<OpenedBackup> {
  const inside = await backupsIn(folder);
  if (inside.length > 0) {
    throw new BackupProblem(
      `${folder} holds several backups. Choose one, the newest first:\n  ${inside.join("\n  ")}`,
    );
  }
  const { manifest, text, signature = "" } = await readManifest(folder);
  const secretKey = givenKey ?? (manifest.key ? await readFile(join(folder, keyName), "utf8") : undefined);
  if (secretKey !== undefined) {
    const key = secretKeyFrom(secretKey);
    if (key.id !== manifest.keyId) throw keyMissing(manifest, `another one (${key.id}) is given`);
    if (!sameBytes(Buffer.from(signature), Buffer.from(signatureOf(key, text)))) {
      throw new BackupProblem(
        `${folder} is not restored: its manifest was changed after it was signed. Take another backup, and find out who could write there.`,
      );
    }
  }
  refuseStrangeIndexes(manifest);
  await refuseNewer(manifest);
  return { manifest, secretKey };
}

export function keyMissing({ keyId }: Manifest, given = "none is given"): BackupProblem {
  return new BackupProblem(
    `The secret key of this backup (${keyId}) is needed, and ${given}. Set SECRET_KEY to it, or put its file into DATA_DIR as secret-key. Nothing was restored.`,
  );
}

/** Compares all files with their checksums, before anything is written anywhere. Returns the pictures to leave out. */
export async function checkFiles(
  folder: string,
  { manifest, withoutDamagedPictures }: { manifest: Manifest; withoutDamagedPictures: boolean },
): Promise<string[]> {
  const named = [
    ...manifest.tables.map((table) => ({ ...table, file: tableFile(table.name) })),
    { ...manifest.pictures.list, file: pictureListName },
    ...(manifest.key ? [{ ...manifest.key, file: keyName }] : []),
  ];
  const damaged: string[] = [];
  for (const { file, bytes, sha256 } of named) {
    const facts = await factsOf(join(folder, file)).catch(() => undefined);
    if (facts?.bytes !== bytes || facts.sha256 !== sha256) damaged.push(file);
  }
  const pictures = damaged.includes(pictureListName) ? [] : await damagedPictures(folder);
  if (damaged.length === 0 && (pictures.length === 0 || withoutDamagedPictures)) return pictures;
  const advice =
    damaged.length > 0
      ? "Take another backup."
      : "All else is whole: with --without-damaged-pictures it is restored without these pictures.";
  throw new BackupProblem(
    `${folder} is damaged and is not restored. Missing or changed:\n  ${shortened([...damaged, ...pictures]).join("\n  ")}\n${advice}`,
  );
}

/** At most so many names are shown, so that a person can read them. */
export function shortened(names: readonly string[], most = 20): string[] {
  return [...names.slice(0, most), ...(names.length > most ? [`and ${names.length - most} more`] : [])];
}

/**
 * A restore runs the statement of each index, with the rights of the owner. The signature guards it, but not in a backup
 * that holds its own key, so each has to be the statement of one index on one of the tables and nothing else.
 */
function refuseStrangeIndexes({ indexes, tables }: Manifest): void {
  for (const { name, definition } of indexes.filter((index) => isPlainName(index.name))) {
    const [, index, table] =
      /^CREATE (?:UNIQUE )?INDEX (\w+) ON public\.(\w+) USING \w+ \([^;]+$/.exec(definition) ?? [];
    if (index !== name || !tables.some((known) => known.name === table)) {
      throw new BackupProblem(
        `The index ${name} of this backup is more than an index. Nothing was restored.`,
      );
    }
  }
}

async function refuseNewer({ migrations, release }: Manifest): Promise<void> {
  const known = new Map((await migrationFiles()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown) {
    throw new BackupProblem(
      `This backup was made by another release (${release}), whose migration ${unknown.name} is not in this one. Restore it with that release or a newer one.`,
    );
  }
}

interface Restoring {
  folder: string;
  manifest: Manifest;
  /** Undefined in a rehearsal: the pictures were compared with their checksums, and are copied nowhere. */
  files: FileStore | undefined;
  /** Whether the store holds pictures already. */
  hasPictures: boolean;
  /** The damaged ones. */
  withoutPictures: readonly string[];
}

/**
 * Fills an empty database and store of pictures. A mark in the database says that it is not finished, so that no node
 * starts there; a restore that was cut off can be repeated. Returns what was left out, in words.
 */
export async function restore(ownerUrl: string, restoring: Restoring): Promise<string[]> {
  return withConnection({ url: ownerUrl, purpose: "restore" }, async (client) => {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      advisoryLocks.migration,
    ]);
    if (!sure(rows[0]).taken)
      throw new BackupProblem("Another restore, or a server that starts, uses this database.");
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await refuseUnfit(client);
    const isLoaded = await begin(client, restoring);
    const leftOut = isLoaded ? [] : await load(client, restoring);
    const { folder, files, withoutPictures } = restoring;
    if (files) await restorePictures(files, { folder, without: withoutPictures });
    await migrateLocked(client);
    // The lines of before are in one part of the ledger; those of the coming months get their own.
    await client.query("select ledger_add_months()");
    if (files) await forgetLostLists(client, files);
    // Without statistics the first queries of a large database are slow.
    await client.query("analyze");
    return leftOut;
  });
}

/** Lists of liabilities are in no backup. Where the store has not kept them, nobody is offered one. */
async function forgetLostLists(client: pg.Client, files: FileStore): Promise<void> {
  const { rows } = await client.query<KeptList>("select id, leaves from liability_lists");
  for (const list of rows) {
    if (await isWhole(files, list)) continue;
    await client.query("delete from liability_lists where id = $1", [list.id]);
  }
}

/** Once everything was verified: from now on a node may start. */
export async function endRestore(ownerUrl: string): Promise<void> {
  await withConnection({ url: ownerUrl, purpose: "restore" }, (client) =>
    client.query(`drop table ${restoreMark}`),
  );
}

/** Marks the database, or finds the mark of a restore that was cut off. Returns whether that one had loaded the rows. */
async function begin(client: pg.Client, { manifest, hasPictures }: Restoring): Promise<boolean> {
  const { rows: found } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  if (!found.some(({ name }) => name === restoreMark)) {
    if (found.length > 0) {
      throw new BackupProblem(
        "The database is not empty, and a restore never overwrites. Set DATABASE_URL to an empty database, or DATA_DIR to an empty folder for the embedded one.",
      );
    }
    if (hasPictures) {
      throw new BackupProblem(
        "DATA_DIR holds pictures already, and a restore never overwrites. Set DATA_DIR to an empty folder.",
      );
    }
    await client.query(
      `create table ${restoreMark} as select $1::timestamptz as backup_started_at, false as is_loaded`,
      [manifest.startedAt],
    );
    return false;
  }
  const { rows } = await client.query<{ backup_started_at: Date; is_loaded: boolean }>(
    `select backup_started_at, is_loaded from ${restoreMark}`,
  );
  const { backup_started_at: startedAt, is_loaded: isLoaded } = sure(rows[0]);
  if (isLoaded && startedAt.toISOString() !== manifest.startedAt) {
    throw new BackupProblem(
      `This database holds the backup of ${startedAt.toISOString()}, whose restore has not finished. Repeat that one, or use an empty database.`,
    );
  }
  return isLoaded;
}
