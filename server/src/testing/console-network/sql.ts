import type pg from "pg";

/** The function `pick` of the history's SQL chooses a number below n by an id, always the same one. */
export async function prepare(owner: pg.Client): Promise<void> {
  // Indexes of millions of rows are built in memory, not on the disk.
  await owner.query("set maintenance_work_mem = '512MB'; set work_mem = '128MB'");
  await owner.query(`
    create function pg_temp.pick(id bigint, salt int, n int) returns int language sql immutable parallel safe
      return (hashint8extended(id, salt) & 1073741823)::int % n`);
}

/** A moment as SQL. */
export const at = (moment: Date) => `'${moment.toISOString()}'::timestamptz`;

/** Runs statements one after the other without triggers, which only the owner of the database can do. */
export async function withoutTriggers(owner: pg.Client, statements: readonly string[]): Promise<void> {
  await owner.query("set session_replication_role = replica");
  try {
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.query("reset session_replication_role");
  }
}
