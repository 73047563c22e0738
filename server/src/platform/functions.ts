import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

const functionsFolder = new URL("../../database/functions/", import.meta.url);

/** One function of the database, as its file defines it: server/database/functions/README.md. */
export interface FunctionFile {
  name: string;
  revision: number;
  sql: string;
  sha256: string;
}

export async function functionFiles(): Promise<FunctionFile[]> {
  const names = (await readdir(functionsFolder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) =>
      functionFile(name.slice(0, -".sql".length), await readFile(new URL(name, functionsFolder), "utf8")),
    ),
  );
}

export function functionFile(name: string, sql: string): FunctionFile {
  const revision = /^-- revision ([1-9]\d*)\n/.exec(sql)?.[1];
  if (revision === undefined) throw new Error(`Function ${name}: the first line must be "-- revision 1"`);
  return { name, revision: Number(revision), sql, sha256: createHash("sha256").update(sql).digest("hex") };
}

/**
 * Applies every function whose revision is higher than the one in the database. A lower one is left alone: an older
 * release that starts again during an update must not put its old text back.
 */
export async function applyFunctions(client: pg.Client, files: readonly FunctionFile[]): Promise<void> {
  const applied = await appliedFunctions(client);
  // All or none, so that functions that changed together are never seen half.
  await client.query("begin");
  try {
    for (const file of files) {
      const before = applied.get(file.name);
      if (isNewer(file, before)) await apply(client, file);
      else if (before?.revision === file.revision && before.sha256 !== file.sha256) {
        throw new Error(
          `Function ${file.name}: its text was changed, but not its revision. Raise the number in its first line.`,
        );
      }
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Names of the functions that this release would apply. */
export async function waitingFunctions(client: pg.Client): Promise<string[]> {
  const applied = await appliedFunctions(client);
  return (await functionFiles())
    .filter((file) => isNewer(file, applied.get(file.name)))
    .map(({ name }) => name);
}

type AppliedFunction = Pick<FunctionFile, "name" | "revision" | "sha256">;

async function appliedFunctions(client: pg.Client): Promise<Map<string, AppliedFunction>> {
  const { rows } = await client.query<AppliedFunction>("select name, revision, sha256 from schema_functions");
  return new Map(rows.map((row) => [row.name, row]));
}

function isNewer(file: FunctionFile, applied: AppliedFunction | undefined): boolean {
  return applied === undefined || applied.revision < file.revision;
}

async function apply(client: pg.Client, { name, revision, sql, sha256 }: FunctionFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`Function ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  // No function has this name, or several have: with another signature the old function would remain beside the new.
  const { rows } = await client.query<{ is_one: boolean }>("select to_regproc($1) is not null as is_one", [
    name,
  ]);
  if (!rows[0]?.is_one) {
    throw new Error(
      `Function ${name}: its file must define this function. A changed signature takes a new name.`,
    );
  }
  await client.query(
    `insert into schema_functions (name, revision, sha256) values ($1, $2, $3)
     on conflict (name) do update set revision = excluded.revision, sha256 = excluded.sha256, applied_at = now()`,
    [name, revision, sha256],
  );
}
