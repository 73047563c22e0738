import { randomUUID } from "node:crypto";
import pg from "pg";
import { vi } from "vitest";
import { administer, dropDatabase, onDatabase } from "./test-database.ts";

export async function asOwner<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of every table as one text each. What runs by itself or describes the database itself is left out. */
export async function contentOf(url: string): Promise<Map<string, string>> {
  const left = new Set(["backups", "schema_migrations", "schema_functions", "jobs", "node_disks"]);
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    );
    const content = new Map<string, string>();
    for (const { name } of rows.filter((row) => !left.has(row.name))) {
      const all = await client.query<{ text: string }>(
        `select coalesce(string_agg(row::text, chr(10) order by row::text), '') as text from "${name}" row`,
      );
      content.set(name, all.rows[0]!.text);
    }
    return content;
  });
}

/** The rows of each table, as one text each. */
export type TableRows = Map<string, string[]>;

/** The columns of each table, without the parts that tables are divided into. */
export async function tableColumns(url: string): Promise<Map<string, string[]>> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `select relname as table, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and attnum > 0 and not attisdropped
       group by relname order by relname`,
    );
    return new Map(rows.map(({ table, columns }) => [table, columns]));
  });
}

/** The rows of these tables as one text each, with only these columns. */
export async function rowsOf(url: string, tables: Map<string, string[]>): Promise<TableRows> {
  return asOwner(url, async (client) => {
    const rowsByTable: TableRows = new Map();
    for (const [table, columns] of tables) {
      const names = columns.map((column) => `"${column}"`).join(", ");
      const { rows } = await client.query<{ text: string }>(
        `select row(${names})::text as text from "${table}" order by 1`,
      );
      rowsByTable.set(
        table,
        rows.map(({ text }) => text),
      );
    }
    return rowsByTable;
  });
}

/** Indexes, constraints, triggers, rights and the next number of each sequence. */
export async function shapeOf(url: string): Promise<unknown[]> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query(`
      select indexdef as fact from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select relname || ' ' || coalesce(relacl::text, '') from pg_class
        where relnamespace = 'public'::regnamespace
      union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
        where sequencename !~ '^(backups|jobs|ledger_entries|mails)_'
      order by 1`);
    return rows;
  });
}

/** Holds a table, as soon as it is there, so that a command has to wait in the middle of its work. */
export async function holdTable(url: string, table: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const count = async (query: string) =>
    (await client.query<{ count: number }>(query, [table])).rows[0]!.count > 0;
  const isThere = () => count("select count(to_regclass($1))::int as count");
  const isWaitedFor = () =>
    count("select count(*)::int from pg_locks where not granted and relation = to_regclass($1)");
  await vi.waitUntil(isThere, { timeout: 100_000, interval: 5 });
  await client.query("begin");
  await client.query(`lock table ${table} in access exclusive mode`);
  return {
    isWaitedFor: () => vi.waitUntil(isWaitedFor, { timeout: 100_000, interval: 20 }),
    async release() {
      await client.query("rollback");
      await client.end();
    },
  };
}

/** Beside the database of this address. */
export async function emptyDatabase(besideUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `fc_restore_${randomUUID().replaceAll("-", "")}`;
  await administer(besideUrl, `create database ${name}`);
  const url = onDatabase(besideUrl, name);
  return { url, drop: () => dropDatabase(besideUrl, name) };
}

export async function tablesIn(url: string): Promise<number> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_tables where schemaname = 'public'",
    );
    return rows[0]!.count;
  });
}
