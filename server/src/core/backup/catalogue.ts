import { sure } from "@fc/contract/sure";
import pg from "pg";
import { restoreMark } from "../../platform/migrate.ts";
import type { Manifest } from "./manifest.ts";

/** What the migrations keep for themselves, and the mark of a restore: made anew in each database. */
const ownTables = ["schema_migrations", "schema_functions", restoreMark];

export interface Table {
  name: string;
  /** Without those that the database computes. */
  columns: string[];
  /**
   * Its rows are in tables of a schema of its own, which are not listed: they are copied through the partitioned table.
   */
  isPartitioned: boolean;
}

/**
 * Every word of these migrations. A table whose name is not among them is not the product's. A foreign table that
 * happens to have such a name is copied as well, which is better than to miss one of the product's.
 */
export function wordsOf(migrations: readonly { sql: string }[]): Set<string> {
  return new Set(migrations.flatMap(({ sql }) => sql.match(/\w+/g) ?? []));
}

/** All tables of the schema, also those that somebody else made there. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, array_agg(attname::text order by attnum) as columns, relkind = 'p' as "isPartitioned"
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and attgenerated = '' and relname <> all ($1)
     group by relname, relkind order by relname`,
    [ownTables],
  );
  return rows;
}

/** The tables that hold the rows of partitioned ones, and the partitioned ones between. */
export async function partsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relispartition and relkind in ('r', 'p') order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Without those that number the rows of other tables. */
export async function sequencesOf(
  client: pg.Client,
  { tables }: { tables: readonly string[] },
): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
       and not exists (select from pg_depend join pg_class owners on owners.oid = refobjid
         where objid = pg_class.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i')
           and owners.relname <> all ($1))
     order by 1`,
    [tables],
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
    );
    sequences.push({ name, ...sure(state.rows[0]) });
  }
  return sequences;
}

/**
 * Every index of these tables but those of constraints, as the statement that makes it; of a table by months, on all
 * its months.
 */
export async function indexesOf(
  client: pg.Client,
  { tables }: { tables: readonly string[] },
): Promise<Manifest["indexes"]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexes.relname as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index join pg_class indexes on indexes.oid = indexrelid join pg_class tables on tables.oid = indrelid
     where indexes.relnamespace = 'public'::regnamespace and tables.relname = any ($1)
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by 1`,
    [tables],
  );
  return rows;
}

export async function foreignKeysOf(
  client: pg.Client,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by 1, 2`,
  );
  return rows;
}

export const quoted = (name: string) => pg.escapeIdentifier(name);
