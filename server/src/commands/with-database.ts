import { AppError } from "@fc/contract/errors";
import { BackupProblem } from "../core/backup/problem.ts";
import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { createDb, createPool, type Db } from "../platform/db.ts";
import { UnfinishedRestore } from "../platform/migrate.ts";
import { knownSecretKey, KeyProblem } from "../platform/secret-keys.ts";
import type { SecretKey } from "../platform/secrets.ts";
import { readSettings, SettingsError, type Settings } from "../platform/settings.ts";

/**
 * Runs a command on the database that `npm start` would use, as its owner, with the same settings. If a server is
 * running, the command shares its embedded PostgreSQL; otherwise it starts PostgreSQL and stops it afterwards. A
 * problem that a person can solve is shown as a sentence.
 */
export function withDatabase(
  work: (ownerUrl: string, settings: Settings) => Promise<void>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  return sayProblems(async () => {
    const settings = readSettings(env);
    const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
    if (databaseUrl !== undefined) return work(databaseOwnerUrl ?? databaseUrl, settings);
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      await work(postgres.url, settings);
    } finally {
      await postgres.stop();
    }
  });
}

/** The key with its earlier ones, as the database knows them. */
export async function secretKeyFor(ownerUrl: string, text: string): Promise<SecretKey> {
  const db = createDb(
    createPool({ url: ownerUrl, poolSize: 1, role: undefined, statementTimeoutMs: 60_000 }),
  );
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
    const isSaid = [SettingsError, AppError, BackupProblem, KeyProblem, UnfinishedRestore].some(
      (kind) => error instanceof kind,
    );
    if (!isSaid || !(error instanceof Error)) throw error;
    const fields = error instanceof AppError ? Object.values(error.details.fields ?? {}) : [];
    console.error(fields.length > 0 ? fields.join("\n") : error.message);
    process.exitCode = 1;
  }
}

/** The same for a command that does what the application does: with the application's rights. */
export function withApplication(
  work: (db: Db, context: { publicUrl: string; settings: Settings }) => Promise<void>,
): Promise<void> {
  return withDatabase(async (url, settings) => {
    const db = createDb(createPool({ url, poolSize: 2, role: "fc_app", statementTimeoutMs: 60_000 }));
    const publicUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`;
    try {
      await work(db, { publicUrl, settings });
    } finally {
      await db.destroy();
    }
  });
}
