import type pg from "pg";
import type { ExpectedWeight } from "./recompute.ts";

type Cell = number | bigint | string | Date | null;

const chunkRows = 20_000;

/** Writes any number of rows in a few large statements. */
export async function insertAll(
  client: pg.ClientBase,
  { table, columns, extra = "" }: { table: string; columns: Record<string, string>; extra?: string },
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  const insert = `insert into ${table} (${names.join(", ")}) ${extra}
    select * from unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(", ")})`;
  let chunk: Cell[][] = names.map(() => []);
  for (const row of rows) {
    row.forEach((cell, at) => chunk[at]!.push(cell));
    if (chunk[0]!.length === chunkRows) {
      await client.query(insert, chunk);
      chunk = names.map(() => []);
    }
  }
  if (chunk[0]!.length > 0) await client.query(insert, chunk);
}

/** Reads any number of rows without keeping them all in memory. It needs a transaction. */
export async function* readAll<Found extends pg.QueryResultRow>(
  client: pg.ClientBase,
  select: string,
): AsyncGenerator<Found> {
  await client.query(`declare reading no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await client.query<Found>(`fetch ${chunkRows} from reading`);
    yield* rows;
    if (rows.length < chunkRows) break;
  }
  await client.query("close reading");
}

/** Inserts into a table with the columns of `leg_weights`; `idOf` gives the id of a recomputed member. */
export async function insertWeights(
  client: pg.ClientBase,
  table: string,
  weights: Iterable<ExpectedWeight>,
  idOf: (member: number) => number,
): Promise<void> {
  const columns = {
    run_head_id: "int",
    side: "team_side",
    level: "smallint",
    index: "int",
    users: "int",
    active_users: "int",
    business_usd_cents: "bigint",
  };
  await insertAll(client, { table, columns }, weightRows(weights, idOf));
}

function* weightRows(weights: Iterable<ExpectedWeight>, idOf: (member: number) => number) {
  for (const { runHead, side, level, index, users, activeUsers, businessUsdCents } of weights) {
    yield [idOf(runHead), side, level, index, users, activeUsers, businessUsdCents];
  }
}
