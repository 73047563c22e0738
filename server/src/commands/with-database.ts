import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import pg from "pg";
import { ArchiveProblem } from "../core/ledger/archive.ts";
import { BackupProblem } from "../core/backup/problem.ts";
import { existingPlace } from "../development/embedded-postgres/place.ts";
import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { createDb, createPool, type Db } from "../platform/db.ts";
import { prepareLogin } from "../platform/login.ts";
import { knownSecretKey, KeyProblem } from "../platform/secret-keys.ts";
import type { SecretKey } from "../platform/secrets.ts";
import { readSettings, SettingsError, type Settings } from "../platform/settings.ts";
import { addressesOf, workerUrlOf } from "../start-database.ts";
import { databaseProblem, StartError } from "../start-errors.ts";

/**
 * Runs a command on the database that `npm start` would use, as its owner, with the same settings. If a server is
 * running, the command shares its embedded PostgreSQL; otherwise it starts PostgreSQL and stops it afterwards. A
 * problem that a person can solve is shown as a sentence. Only a command that says `mayBeEmpty` works where no server
 * has started yet: any other one was given the wrong place, and would leave an empty database there.
 */
export function withDatabase(
  work: (ownerUrl: string, settings: Settings) => Promise<void>,
  env: NodeJS.ProcessEnv = process.env,
  { mayBeEmpty = false }: { mayBeEmpty?: boolean } = {},
): Promise<void> {
  return sayProblems(async () => {
    const settings = readSettings(env);
    const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
    const workAt = async (ownerUrl: string) => {
      if (!mayBeEmpty) await checkTables(ownerUrl);
      await work(ownerUrl, settings);
    };
    if (databaseUrl !== undefined) return workAt(databaseOwnerUrl ?? databaseUrl);
    if (!mayBeEmpty && (await existingPlace(dataDir)) === undefined) {
      throw new NoDatabase(`There is no database in ${dataDir}`);
    }
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      await workAt(postgres.url);
    } finally {
      await postgres.stop();
    }
  });
}

/** What a command looks at, so that nobody takes the proof of one database for that of another. */
export function sayWhich(what: string, ownerUrl: string): void {
  const { hostname, port, pathname } = new URL(ownerUrl);
  const place = decodeURIComponent(hostname);
  console.error(`${what} the database ${pathname.slice(1)} at ${place}, port ${port || "5432"}`);
}

class NoDatabase extends Error {
  override readonly name = "NoDatabase";
  constructor(what: string) {
    super(`${what}. Start the server once, or check DATABASE_URL and DATA_DIR`);
  }
}

async function checkTables(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ is_there: boolean }>(
      "select to_regclass('schema_migrations') is not null as is_there",
    );
    if (!sure(rows[0]).is_there) throw new NoDatabase("This database has no tables yet");
  } finally {
    await client.end();
  }
}

/** The key with its earlier ones, as the database knows them. */
export async function secretKeyFor(ownerUrl: string, text: string): Promise<SecretKey> {
  const db = createDb(createPool({ url: ownerUrl, poolSize: 1 }));
  try {
    return await knownSecretKey(db, text);
  } finally {
    await db.destroy();
  }
}

/** Shows a problem that a person can solve as a sentence, and ends with 1. Another error is shown with its stack trace. */
export async function sayProblems(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isSaid = [ArchiveProblem, SettingsError, AppError, BackupProblem, KeyProblem, NoDatabase].some(
      (kind) => error instanceof kind,
    );
    const said = isSaid ? error : databaseProblem(error);
    if (!isSaid && !(said instanceof StartError)) throw error;
    const fields = error instanceof AppError ? Object.values(error.details.fields ?? {}) : [];
    console.error(
      fields.length > 0 ? fields.join("\n") : said instanceof Error ? said.message : String(said),
    );
    process.exitCode = 1;
  }
}

/** The same for a command that does what the application does: with the worker's rights. */
export function withApplication(
  work: (db: Db, context: { publicUrl: string; settings: Settings }) => Promise<void>,
): Promise<void> {
  return withDatabase(async (ownerUrl, settings) => {
    const { databaseUrl = ownerUrl, statementTimeoutMs } = settings;
    const { webUrl, workerUrl } = addressesOf({ ...settings, databaseUrl });
    const url = workerUrl ?? (await workerUrlOf({ ownerUrl, webUrl }));
    await prepareLogin({ ownerUrl, url, role: "fc_app", statementTimeoutMs });
    const db = createDb(createPool({ url, poolSize: 2 }), { statementTimeoutMs: 60_000 });
    const publicUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`;
    try {
      await work(db, { publicUrl, settings });
    } finally {
      await db.destroy();
    }
  });
}
