import { defaultPageSize } from "@fc/contract/table";
import { sql, type SelectQueryBuilder, type Simplify } from "kysely";
import type { Db } from "./db.ts";

interface PageRequest {
  page?: number | undefined;
  size?: number | undefined;
}

interface Table<DB, Tables extends keyof DB, Row, CountedDB, Counted extends keyof CountedDB, Shown> {
  /** The rows with all their columns, in order. */
  rows: SelectQueryBuilder<DB, Tables, Row>;
  /** The same rows without columns and order: counting does not need the joins that only add columns. */
  matching: SelectQueryBuilder<CountedDB, Counted, object>;
  show: (row: Simplify<Row>) => Shown;
}

/** One page of a table, with the number of rows on all pages together. */
export async function readPage<
  DB,
  Tables extends keyof DB,
  Row,
  CountedDB,
  Counted extends keyof CountedDB,
  Shown,
>(
  { page = 1, size = defaultPageSize }: PageRequest,
  { rows, matching, show }: Table<DB, Tables, Row, CountedDB, Counted, Shown>,
): Promise<{ data: Shown[]; total: number }> {
  const [found, { total }] = await Promise.all([
    rows
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching
      .select((eb) => eb.fn.countAll<bigint>().as("total"))
      .$castTo<{ total: bigint }>()
      .executeTakeFirstOrThrow(),
  ]);
  return { data: found.map(show), total: Number(total) };
}

/** So many rows are counted. Counting millions takes longer than reading the page, and nobody turns so many pages. */
const mostCounted = 10_000;

/** One page of a table that may have millions of rows: `isMore` says that there are more than `total`. */
export async function readLongPage<
  DB,
  Tables extends keyof DB,
  Row,
  CountedDB,
  Counted extends keyof CountedDB,
  Shown,
>(
  db: Db,
  { page = 1, size = defaultPageSize }: PageRequest,
  { rows, matching, show }: Table<DB, Tables, Row, CountedDB, Counted, Shown>,
): Promise<{ data: Shown[]; total: number; isMore?: true }> {
  const some = matching.select(sql`1`.as("one")).limit(mostCounted + 1);
  const [found, counted] = await Promise.all([
    rows
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    sql<{ total: number }>`select count(*)::int as total from (${some}) as counted`.execute(db),
  ]);
  const { total } = counted.rows[0]!;
  const data = found.map(show);
  return total > mostCounted ? { data, total: mostCounted, isMore: true } : { data, total };
}

/** An export reads this many rows at once, so that a file of any length costs no memory. */
const exportBatch = 1000;

/** All rows of a table in its order, for an export. */
export function allRows<DB, Tables extends keyof DB, Row, Shown>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  show: (row: Simplify<Row>) => Shown,
): AsyncGenerator<Shown> {
  return followCursor(async (offset: number | undefined, limit) => {
    const found = await rows
      .limit(limit)
      .offset(offset ?? 0)
      .execute();
    return { data: found.map(show), next: found.length < limit ? undefined : (offset ?? 0) + limit };
  });
}

/** All rows of a list that has a reader of its pages. The file then has what the screen shows, by the same code. */
export function followPages<Shown>(
  read: (page: { page: number; size: number }) => Promise<{ data: readonly Shown[] }>,
): AsyncGenerator<Shown> {
  return followCursor(async (page: number = 1, size) => {
    const { data } = await read({ page, size });
    return { data, next: data.length < size ? undefined : page + 1 };
  });
}

/**
 * All rows of a table that is read from where the last batch ended: the hundredth batch costs what the first does,
 * and rows that are added meanwhile shift nothing.
 */
export async function* followCursor<Shown, Cursor>(
  read: (
    cursor: Cursor | undefined,
    limit: number,
  ) => Promise<{ data: readonly Shown[]; next: Cursor | null | undefined }>,
): AsyncGenerator<Shown> {
  let cursor: Cursor | undefined;
  do {
    const { data, next } = await read(cursor, exportBatch);
    yield* data;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
