import pg from "pg";
import { say } from "./report.ts";

interface Sizes {
  /** Of what there are so many. */
  what: "member" | "posting";
  count: number;
  /** Only tables whose names begin like this. */
  tables?: string;
}

/**
 * Says how many bytes of the disk each table and each index takes for a member or a posting, the largest first, and how
 * often the index was read meanwhile. The parts of a table count as the table.
 */
export async function saySizes(ownerUrl: string, { what, count, tables = "" }: Sizes): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{
      table: string;
      index: string | null;
      bytes: number;
      scans: number;
    }>(
      `with of_table as (
        select oid, coalesce(pg_partition_root(oid), oid)::regclass::text as name from pg_class
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger_months'::regnamespace)
      ), part as (
        select name, null as index, pg_table_size(oid) as bytes, 0 as scans from of_table
        union all
        select name, (regexp_match(pg_get_indexdef(indexrelid), ' USING (.*)'))[1], pg_relation_size(indexrelid),
          coalesce(idx_scan, 0)
        from of_table join pg_index on indrelid = of_table.oid
        left join pg_stat_user_indexes using (indexrelid)
      )
      select name as table, index, sum(bytes)::float8 as bytes, sum(scans)::float8 as scans
      from part where name like $1 group by name, index order by bytes desc`,
      [`${tables}%`],
    );
    const all = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    say(`${(all / count).toFixed(0)} bytes on disk for each ${what}:`);
    for (const { table, index, bytes, scans } of rows) {
      if (bytes < count) continue;
      const name = index === null ? table : `${table} using ${index}, read ${scans} times`;
      say(`  ${(bytes / count).toFixed(0).padStart(5)} B  ${name}`);
    }
  } finally {
    await client.end();
  }
}
