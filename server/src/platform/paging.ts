import { sure } from "@fc/contract/sure";
import { defaultPageSize } from "@fc/contract/table";
import { sql, type RawBuilder, type SelectQueryBuilder, type Simplify } from "kysely";
import type { ReadDb } from "./db.ts";

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

interface LongPage<Shown, Sum extends string> {
  data: Shown[];
  total: number;
  isMore?: true;
  /** Of all rows that are found; undefined where there are more of them than are counted. */
  sums: Record<Sum, bigint> | undefined;
}

/**
 * One page of a table that may have millions of rows: `isMore` says that there are more than `total`. Amounts are summed
 * over the rows that are counted, so that a sum costs no more than the count; of more rows there is none, because it
 * would be of a part of them.
 */
export async function readLongPage<
  DB,
  Tables extends keyof DB,
  Row,
  CountedDB,
  Counted extends keyof CountedDB,
  Shown,
  Sum extends string = never,
>(
  db: ReadDb,
  { page = 1, size = defaultPageSize }: PageRequest,
  {
    rows,
    matching,
    show,
    sums,
    mostCounted = 10_000,
  }: Table<DB, Tables, Row, CountedDB, Counted, Shown> & {
    sums?: Record<Sum, RawBuilder<bigint>>;
    /** Counting millions takes longer than reading the page, and nobody turns so many pages. */
    mostCounted?: number | undefined;
  },
): Promise<LongPage<Shown, Sum>> {
  const summed = Object.entries<RawBuilder<bigint>>(sums ?? {});
  const some = matching
    .select([sql`1`.as("one"), ...summed.map(([name, amount]) => amount.as(name))])
    .limit(mostCounted + 1);
  const figures = sql.join([
    sql`count(*)::int as total`,
    ...summed.map(([name]) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
  ]);
  const [found, counted] = await Promise.all([
    rows
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    sql<{ total: number } & Record<Sum, bigint>>`select ${figures} from (${some}) as counted`.execute(db),
  ]);
  const all = sure(counted.rows[0]);
  const { total } = all;
  const data = found.map(show);
  return total > mostCounted
    ? { data, total: mostCounted, isMore: true, sums: undefined }
    : { data, total, sums: all };
}

/** By a column and then by the id of the same table, so that no two rows are at the same place. */
export interface RowOrder {
  column: `${string}.${string}`;
  order: "asc" | "desc";
  /** Moments that are not there yet come last, in both directions. */
  hasEmpty?: boolean;
}

const idOf = ({ column }: RowOrder) => sql.ref(`${column.slice(0, column.indexOf("."))}.id`);

export function inRowOrder<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  by: RowOrder,
): SelectQueryBuilder<DB, Tables, Row> {
  return rows
    .orderBy(sql.ref(by.column), (column) => {
      const ordered = by.order === "asc" ? column.asc() : column.desc();
      // An index is read in both directions only without this.
      return by.hasEmpty ? ordered.nullsLast() : ordered;
    })
    .orderBy(idOf(by), by.order);
}

interface FollowedTable<DB, Tables extends keyof DB, Row, Shown> {
  rows: SelectQueryBuilder<DB, Tables, Row>;
  by: RowOrder;
  show: (row: Simplify<Row>) => Shown;
}

/**
 * All rows of a long table for an export, in the order of its pages. A batch goes on behind the place that the last row
 * had when it was read: rows that leave the table meanwhile, because somebody decides them, shift nothing.
 */
export function followRows<DB, Tables extends keyof DB, Row extends { id: number | bigint }, Shown>({
  rows,
  by,
  show,
}: FollowedTable<DB, Tables, Row, Shown>): AsyncGenerator<Shown> {
  const column = sql.ref(by.column);
  const last = sql.lit(by.order === "asc" ? "infinity" : "-infinity");
  const value = by.hasEmpty ? sql`coalesce(${column}, ${last}::timestamptz)` : column;
  const behind = sql.raw(by.order === "asc" ? ">" : "<");
  // As text, because a Date would lose the microseconds and with them the place.
  const placed = inRowOrder(rows, by).select(sql<string>`${value}::text`.as("place"));
  return followCursor(async (from: { place: string; id: number | bigint } | undefined, limit) => {
    const batch = from
      ? placed.where(sql<boolean>`(${value}, ${idOf(by)}) ${behind} (${from.place}, ${from.id})`)
      : placed;
    // The compiler does not see through the selection of a generic row.
    const found = await batch.limit(limit).$castTo<Row & { place: string }>().execute();
    return { data: found.map(show), next: found.length < limit ? undefined : found.at(-1) };
  });
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
