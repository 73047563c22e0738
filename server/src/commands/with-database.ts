import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { readSettings } from "../platform/settings.ts";

/**
 * Runs a command on the database that `npm start` would use, as its owner. If a server is running, the command
 * shares
 * its embedded PostgreSQL; otherwise it starts PostgreSQL and stops it afterwards.
 */
export async function withDatabase(work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = readSettings({
    ...process.env,
    NODE_ENV: "development",
  });
  if (databaseUrl !== undefined) return work(databaseOwnerUrl ?? databaseUrl);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}
