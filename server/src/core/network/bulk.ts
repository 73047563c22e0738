import { sure } from "@fc/contract/sure";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { CopyIn } from "../../platform/copy-stream.ts";
import type { ExpectedWeight } from "./recompute.ts";

type Cell = number | bigint | string | Date | null;

const chunkRows = 20_000;

/** Writes any number of rows without keeping them all in memory: the next are prepared while some are stored. */
export async function insertAll(
  client: pg.ClientBase,
  { table, columns }: { table: string; columns: readonly string[] },
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  const copy = new CopyIn(`copy ${table} (${columns.join(", ")}) from stdin`);
  await pipeline(Readable.from(copyText(rows)), client.query(copy));
}

const blockLength = 256 * 1024;

/** Rows in the text form of COPY. */
function* copyText(rows: Iterable<readonly Cell[]>): Generator<Buffer> {
  let block = "";
  for (const row of rows) {
    block += `${row.map(copyCell).join("\t")}\n`;
    if (block.length < blockLength) continue;
    yield Buffer.from(block);
    block = "";
  }
  if (block !== "") yield Buffer.from(block);
}

function copyCell(cell: Cell): string {
  if (cell === null) return "\\N";
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === "string"
    ? cell.replace(/[\\\t\n\r]/g, (sign) => sure(copyEscapes[sign]))
    : String(cell);
}

const copyEscapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

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
  const columns = ["run_head_id", "side", "level", "index", "users", "active_users", "business_usd_cents"];
  await insertAll(client, { table, columns }, weightRows(weights, idOf));
}

function* weightRows(weights: Iterable<ExpectedWeight>, idOf: (member: number) => number) {
  for (const { runHead, side, level, index, users, activeUsers, businessUsdCents } of weights) {
    yield [idOf(runHead), side, level, index, users, activeUsers, businessUsdCents];
  }
}
