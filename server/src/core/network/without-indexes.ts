import type pg from "pg";

/** Below this, dropping and making indexes takes longer than it saves. */
const worthItFrom = 2000;

interface Dropped {
  drop: string;
  make: string;
}

/**
 * Fills tables without their indexes and foreign keys, which are made at the end: adding each row to each index, and
 * looking for what it refers to, would take longer than everything else. It needs a transaction.
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  { tables, rows }: { tables: readonly string[]; rows: number },
  fill: () => Promise<void>,
): Promise<void> {
  if (rows < worthItFrom) return fill();
  const dropped = await droppable(client, tables);
  for (const { drop } of dropped) await client.query(drop);
  await fill();
  await client.query("set local maintenance_work_mem = '512MB'");
  for (const { make } of dropped.toReversed()) await client.query(make);
}

/** Foreign keys first, then what no other table refers to. Keys that others refer to stay. */
async function droppable(client: pg.ClientBase, tables: readonly string[]): Promise<Dropped[]> {
  const { rows } = await client.query<Dropped>(
    `with filled as (select name::regclass as id from unnest($1::text[]) as name)
     select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(key.oid)) as make,
       case contype when 'f' then 1 else 2 end as turn
     from pg_constraint as key join filled on filled.id = conrelid
     where contype in ('f', 'u', 'p') and not exists (
       select from pg_constraint as other where other.contype = 'f' and other.conindid = key.conindid
         and key.contype <> 'f')
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 3
     from pg_index join filled on filled.id = indrelid
     where not exists (select from pg_constraint where conindid = indexrelid)
     order by turn`,
    [tables],
  );
  return rows;
}
