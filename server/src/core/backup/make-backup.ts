import { sure } from "@fc/contract/sure";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import pg from "pg";
import packageJson from "../../../../package.json" with { type: "json" };
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { CopyOut } from "../../platform/copy-stream.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { recordBegin, recordEnd, recordFailure, recordMissing } from "./backups.ts";
import { migrationFiles } from "../../platform/migrate.ts";
import { indexesOf, quoted, sequencesOf, wordsOf, tablesOf, type Table } from "./catalogue.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { backupsIn, laterThan, nameOf, openUnfinished, removeOld } from "./folders.ts";
import {
  keyName,
  manifestName,
  pictureListName,
  signatureName,
  signatureOf,
  tableFile,
  type FileFacts,
  type Manifest,
} from "./manifest.ts";
import { copyPictures } from "./pictures.ts";
import { BackupProblem, diskProblem } from "./problem.ts";

export interface BackupRequest {
  ownerUrl: string;
  files: FileStore;
  /** The folder that holds this installation's backups. */
  to: string;
  /** How many complete ones stay; undefined keeps all. */
  keep: number | undefined;
  /** It signs the backup. */
  secretKey: SecretKey;
  /** Whether the backup shall hold the key. */
  withKey: boolean;
  now: Date;
}

export interface MadeBackup {
  folder: string;
  rows: number;
  pictures: number;
  bytes: number;
  keyId: string;
  /** The names of tables that are not the product's. */
  leftOut: readonly string[];
  /** What it lacks or what a person should look at, in words. */
  problem: string | null;
}

/**
 * Writes the database of one moment and its pictures into a new folder, while the product runs. Nobody waits for it but
 * a node that wants to migrate. The decision is docs/decisions/0030.
 */
export async function makeBackup(request: BackupRequest): Promise<MadeBackup> {
  const { ownerUrl, now: startedAt } = request;
  const to = resolve(request.to);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "fc-portal backup" });
  // A lost connection fails the statement that uses it; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const lock = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      advisoryLocks.backup,
    ]);
    if (!sure(lock.rows[0]).taken) throw new BackupProblem("Another backup of this database is under way.");
    const id = await recordBegin(client, {
      startedAt,
      host: hostname(),
      folder: join(to, nameOf(startedAt)),
    });
    try {
      const made = await write(client, { ...request, to }, id);
      const { bytes, problem } = made;
      const end = { id, state: "done", finishedAt: new Date(), bytes, problem } as const;
      if (!(await recordEnd(client, end))) {
        made.problem = [problem, recordMissing].filter((said) => said !== null).join("\n");
      }
      if (request.keep !== undefined) await removeOld(to, { keep: request.keep, made: made.folder });
      return made;
    } catch (error) {
      const said = diskProblem(error, to);
      await recordFailure(ownerUrl, id, said);
      throw said;
    }
  } finally {
    await client.end();
  }
}

async function write(client: pg.Client, request: BackupRequest, id: number): Promise<MadeBackup> {
  const { to, now: startedAt, files, secretKey, withKey } = request;
  const previous = (await backupsIn(to))[0];
  const folder = await openUnfinished(to, startedAt);
  try {
    const wanted = join(folder, "pictures-wanted");
    const data = await writeSnapshot(client, { folder, wanted, secretKey });
    const { newBytes, ...pictures } = await copyPictures(files, {
      folder,
      previous,
      wanted,
      hashNow: (picture) => hashNow(client, picture),
    });
    await rm(wanted);
    const missing = await stillWanted(client, pictures.missing);
    const key = withKey ? await writeKey(folder, secretKey.text) : null;
    const list = await factsOf(join(folder, pictureListName));
    const manifest: Manifest = {
      format: 1,
      release: packageJson.version,
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      host: hostname(),
      ...data,
      key,
      pictures: { ...pictures, list },
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeDurably(join(folder, signatureName), `${signatureOf(secretKey, text)}\n`);
    await writeDurably(join(folder, manifestName), text);
    const final = join(to, nameOf(startedAt));
    await rename(folder, final);
    await syncFolder(to);
    const problems = [
      ...(missing === 0 ? [] : [`${missing} pictures are missing or damaged in the store of pictures.`]),
      ...(await laterThan(final)).map(
        (later) => `${later} is named later than now: it is kept and not counted. Was the clock wrong?`,
      ),
    ];
    const tableBytes = data.tables.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      folder: final,
      rows: data.tables.reduce((sum, { rows }) => sum + rows, 0),
      pictures: pictures.count,
      bytes: tableBytes + newBytes,
      keyId: data.keyId,
      leftOut: data.leftOut,
      problem: problems.length === 0 ? null : problems.join("\n").slice(0, 500),
    };
  } catch (error) {
    // An unfinished backup is removed: otherwise a full disk would stay full.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

type SnapshotData = Pick<Manifest, "migrations" | "keyId" | "tables" | "leftOut" | "sequences" | "indexes">;

/** Copies every table as it is at one moment. */
async function writeSnapshot(
  client: pg.Client,
  { folder, wanted, secretKey }: { folder: string; wanted: string; secretKey: SecretKey },
): Promise<SnapshotData> {
  // A migration would change tables that are not copied yet. It waits here and not for a lock of a table, behind which
  // every request would wait as well.
  await client.query("select pg_advisory_lock_shared($1)", [advisoryLocks.migration]);
  await client.query("begin isolation level repeatable read read only");
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3;
    set local timezone = 'UTC'; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`);
  const migrations = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from schema_migrations order by name",
  );
  await refuseOtherKey(client, secretKey);
  const { ours, leftOut } = await sortedOut(await tablesOf(client), migrations.rows);
  const names = ours.map(({ name }) => name);
  const tables: Manifest["tables"] = [];
  for (const { name, columns, isPartitioned } of ours) {
    const list = columns.map(quoted).join(", ");
    const source = isPartitioned ? `(select ${list} from ${quoted(name)})` : `${quoted(name)} (${list})`;
    const copy = `copy ${source} to stdout`;
    tables.push({ name, columns, ...(await writeCopy(client, copy, join(folder, tableFile(name)))) });
  }
  const pictureList = new CopyOut(
    "copy (select id, encode(coalesce(stored_sha256, sha256), 'hex') from uploads where erased_at is null order by id) to stdout",
  );
  await pipeline(client.query(pictureList), createWriteStream(wanted, { mode: 0o600 }));
  const data = {
    migrations: migrations.rows,
    keyId: secretKey.id,
    tables,
    // Read after the rows: a sequence is never behind the rows that took their numbers from it.
    leftOut,
    sequences: await sequencesOf(client, { tables: names }),
    indexes: await indexesOf(client, { tables: names }),
  };
  await client.query("commit");
  await client.query("select pg_advisory_unlock_shared($1)", [advisoryLocks.migration]);
  return data;
}

/**
 * Parts the product's tables from those that somebody else made in the same schema: with one of those no restore could
 * begin. A newer release may have made tables that this one does not know, so its database is copied whole.
 */
async function sortedOut(
  tables: Table[],
  applied: readonly { name: string }[],
): Promise<{ ours: Table[]; leftOut: string[] }> {
  const files = await migrationFiles();
  const isNewer = applied.some(({ name }) => !files.some((file) => file.name === name));
  const words = wordsOf(files);
  const isOurs = ({ name }: Table) => isNewer || words.has(name);
  return {
    ours: tables.filter(isOurs),
    leftOut: tables.filter((table) => !isOurs(table)).map(({ name }) => name),
  };
}

/** A restore takes one key, for the signature and for the rows. Before the first start the database knows none. */
async function refuseOtherKey(client: pg.Client, secretKey: SecretKey): Promise<void> {
  const { rows } = await client.query<{ id: string }>("select id from secret_keys where replaced_at is null");
  const inUse = rows[0]?.id ?? secretKey.id;
  if (inUse !== secretKey.id) {
    throw new BackupProblem(
      `A backup is signed with the secret key of its database (${inUse}), and another one (${secretKey.id}) is given. Set SECRET_KEY to it, or DATA_DIR to the folder with its file.`,
    );
  }
}

async function writeCopy(
  client: pg.Client,
  copy: string,
  file: string,
): Promise<FileFacts & { rows: number }> {
  const out = new CopyOut(copy);
  const hash = createHash("sha256");
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const target = createWriteStream(file, { mode: 0o600, flush: true });
  await pipeline(client.query(out), createZstdCompress(), measured, target);
  return { rows: out.rows, bytes, sha256: hash.digest("hex") };
}

export async function factsOf(file: string): Promise<FileFacts> {
  const hash = createHash("sha256");
  let bytes = 0;
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Of a picture that was encrypted again since the snapshot. */
async function hashNow(client: pg.Client, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ hash: string }>(
    "select encode(coalesce(stored_sha256, sha256), 'hex') as hash from uploads where id = $1",
    [id],
  );
  return rows[0]?.hash;
}

/** A picture that was removed since the snapshot because nothing used it is not missed. */
async function stillWanted(client: pg.Client, ids: string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from uploads where id = any ($1::uuid[])",
    [ids],
  );
  return sure(rows[0]).count;
}

async function writeKey(folder: string, secretKey: string): Promise<FileFacts> {
  await writeDurably(join(folder, keyName), secretKey);
  return factsOf(join(folder, keyName));
}

async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
