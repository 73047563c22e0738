import { sure } from "@fc/contract/sure";
import pg from "pg";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { createDb, createPool, databaseErrorCode } from "../../platform/db.ts";
import { knownSecretKey } from "../../platform/secret-keys.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { verify as verifyLedger } from "../ledger/verify.ts";
import { verify as verifyNetwork } from "../network/verify.ts";
import type { Manifest } from "./manifest.ts";
import { BackupProblem } from "./problem.ts";
import { restore } from "./restore.ts";

interface RehearsalRequest {
  folder: string;
  manifest: Manifest;
  /** The text of the key that signed the backup. */
  secretKey: string;
}

interface Rehearsal {
  entries: bigint;
  members: number;
  found: number;
  /** The first of those that were found. */
  differences: string[];
  leftOut: string[];
}

/** What the record of the backup says of it; null if all came back as it was. */
export function problemIn({ found, differences }: Rehearsal): string | null {
  if (found === 0) return null;
  return `${found} differences, the first: ${differences[0]}`.slice(0, 500);
}

/** This comment marks the database of a rehearsal, so that nobody else's database of that name is ever dropped. */
const mark = "Made by npm run restore -- --rehearse. The next rehearsal drops it.";

/**
 * Restores a backup into a database of its own beside this one, verifies ledger and network there, and drops it. The
 * pictures were compared with their checksums and are not copied. One that was cut off leaves its database behind, which
 * the next one drops.
 */
export async function rehearse(ownerUrl: string, request: RehearsalRequest): Promise<Rehearsal> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "fc-portal rehearsal" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean; name: string; owner: string }>(
      `select pg_try_advisory_lock($1) as taken, left(current_database(), 40) || '_rehearsal' as name,
         current_user as owner`,
      [advisoryLocks.rehearsal],
    );
    const { taken, name, owner } = sure(rows[0]);
    if (!taken) throw new BackupProblem("Another rehearsal of this database is under way.");
    await dropEarlier(client, name);
    await create(client, { name, owner });
    try {
      const url = new URL(ownerUrl);
      url.pathname = `/${encodeURIComponent(name)}`;
      return await tryIn(url.href, request);
    } finally {
      await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
    }
  } finally {
    await client.end();
  }
}

async function dropEarlier(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1",
    [name],
  );
  if (rows.length === 0) return;
  if (rows[0]?.mark !== mark) {
    throw new BackupProblem(
      `There is a database ${name} that no rehearsal has made. Rename or drop it, because a rehearsal needs this name.`,
    );
  }
  await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
}

async function create(client: pg.Client, { name, owner }: { name: string; owner: string }): Promise<void> {
  const database = pg.escapeIdentifier(name);
  try {
    await client.query(`create database ${database} template template0`);
  } catch (error) {
    if (databaseErrorCode(error) !== "42501") throw error;
    throw new BackupProblem(
      `A rehearsal needs a database of its own, and ${owner} may not create one. As an administrator of PostgreSQL: alter role ${pg.escapeIdentifier(owner)} createdb`,
    );
  }
  await client.query(`comment on database ${database} is ${pg.escapeLiteral(mark)}`);
}

async function tryIn(url: string, { folder, manifest, secretKey }: RehearsalRequest): Promise<Rehearsal> {
  const leftOut = await restore(url, {
    folder,
    manifest,
    files: undefined,
    hasPictures: false,
    withoutPictures: [],
  });
  const db = createDb(createPool({ url, poolSize: 1 }));
  let key: SecretKey;
  try {
    key = await knownSecretKey(db, secretKey);
  } finally {
    await db.destroy();
  }
  const ledger = await verifyLedger(url, { secretKey: key });
  const network = await verifyNetwork(url, { repair: false });
  return {
    entries: ledger.entries,
    members: network.members,
    found: ledger.differences.length + network.found,
    differences: [...ledger.differences, ...network.differences],
    leftOut,
  };
}
