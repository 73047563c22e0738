import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import type pg from "pg";
import { CopyIn } from "../../platform/copy-stream.ts";
import { migrateLocked, restoreMark } from "../../platform/migrate.ts";
import { foreignKeysOf, indexesOf, partsOf, quoted, tablesOf, type Table } from "./catalogue.ts";
import { isPlainName, tableFile, type Manifest } from "./manifest.ts";
import { BackupProblem } from "./problem.ts";

/**
 * Makes the tables of the backup's release and fills them, in one transaction. Guards such as the ledger's are switched
 * off for it, which only the owner can do; foreign keys and indexes are made afterwards, which is faster than keeping
 * them up row by row and needs no order of the tables. What somebody else added to the database is left out.
 */
export async function load(
  client: pg.Client,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<string[]> {
  await migrateLocked(
    client,
    manifest.migrations.map(({ name }) => name),
  );
  const found = await tablesOf(client);
  const names = found.map(({ name }) => name);
  const missing = names.filter((name) => !manifest.tables.some((table) => table.name === name));
  if (missing.length > 0) {
    throw new BackupProblem(`This backup has no table ${missing.join(", ")}, which its migrations make.`);
  }
  const leftOut = manifest.tables
    .filter(({ name }) => !names.includes(name))
    .map(({ name }) => `table ${name}`);
  await client.query("begin");
  await client.query("set local maintenance_work_mem = '256MB'");
  const tables = names.map(quoted);
  const guarded = [...tables, ...(await partsOf(client))];
  for (const table of guarded) await client.query(`alter table ${table} disable trigger user`);
  const foreignKeys = await foreignKeysOf(client);
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  }
  const ownIndexes = await indexesOf(client, { tables: names });
  for (const { name } of ownIndexes) await client.query(`drop index ${quoted(name)}`);
  // The rows that migrations insert come with the backup.
  await client.query(`truncate ${tables.join(", ")}`);
  for (const table of found) leftOut.push(...(await loadTable(client, { folder, manifest, table })));
  leftOut.push(...(await setSequences(client, manifest)));
  leftOut.push(...(await makeIndexes(client, manifest, ownIndexes)));
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  }
  for (const table of guarded) await client.query(`alter table ${table} enable trigger user`);
  // In its own rows the backup was still under way.
  await client.query("update backups set state = 'done', finished_at = $2 where id = $1", [
    manifest.id,
    manifest.finishedAt,
  ]);
  await client.query(`update ${restoreMark} set is_loaded = true, backup_started_at = $1`, [
    manifest.startedAt,
  ]);
  await client.query("commit");
  return leftOut;
}

interface Loading {
  folder: string;
  manifest: Manifest;
  table: Table;
}

/** Returns the columns that somebody else had added: they are loaded as text, because each line has them, and dropped. */
async function loadTable(client: pg.Client, { folder, manifest, table }: Loading): Promise<string[]> {
  const { name, isPartitioned } = table;
  const saved = manifest.tables.find((one) => one.name === name);
  if (!saved) throw new BackupProblem(`This backup has no table ${name}.`);
  const added = saved.columns.filter((column) => !table.columns.includes(column));
  for (const column of added) {
    await client.query(`alter table ${quoted(name)} add column ${quoted(column)} text`);
  }
  // freeze: the rows need no cleaning up afterwards. It is possible because the table was emptied in this transaction, and
  // not for one whose rows are in other tables.
  const freeze = isPartitioned ? "" : " with (freeze)";
  const copy = `copy ${quoted(name)} (${saved.columns.map(quoted).join(", ")}) from stdin${freeze}`;
  const target = new CopyIn(copy);
  const source = createReadStream(join(folder, tableFile(name)));
  await pipeline(source, createZstdDecompress(), client.query(target));
  if (target.rows !== saved.rows) {
    throw new BackupProblem(`${name}: ${target.rows} rows came of ${saved.rows}.`);
  }
  for (const column of added) {
    await client.query(`alter table ${quoted(name)} drop column ${quoted(column)}`);
  }
  return added.map((column) => `column ${name}.${column}`);
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<string[]> {
  const leftOut: string[] = [];
  for (const { name, lastValue, isCalled } of sequences) {
    const { rows } = await client.query<{ is_there: boolean }>(
      "select to_regclass($1) is not null as is_there",
      [quoted(name)],
    );
    if (!rows[0]?.is_there) leftOut.push(`sequence ${name}`);
    else await client.query("select setval($1::regclass, $2, $3)", [quoted(name), lastValue, isCalled]);
  }
  return leftOut;
}

/** An index of the product has to be made. One that somebody else added may need what is not here. */
async function makeIndexes(
  client: pg.Client,
  manifest: Manifest,
  own: Manifest["indexes"],
): Promise<string[]> {
  const plain = manifest.indexes.filter(({ name }) => isPlainName(name));
  const missing = own.find(({ name }) => !plain.some((index) => index.name === name));
  if (missing) throw new BackupProblem(`The index ${missing.name} of this backup is missing.`);
  const leftOut = manifest.indexes
    .filter((index) => !plain.includes(index))
    .map(({ name }) => `index ${name}`);
  for (const { name, definition } of plain) {
    if (own.some((index) => index.name === name)) {
      await client.query(definition);
      continue;
    }
    await client.query("savepoint added_index");
    try {
      await client.query(definition);
    } catch {
      await client.query("rollback to added_index");
      leftOut.push(`index ${name}`);
    }
  }
  return leftOut;
}
