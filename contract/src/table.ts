import { recordOf } from "./sure.ts";
import * as z from "zod/mini";
import type { Route } from "./route.ts";

/** The page sizes of every table, both in the address of its screen and in the call. */
export const pageSizes = [10, 25, 50, 100] as const;
export const defaultPageSize = 25;

/** A whole number in an address. Empty text is refused, because Number("") would be 0. */
export const wholeNumber = (name: string) =>
  z.pipe(
    z.transform((text: unknown) => (text === "" ? NaN : text)),
    z.coerce.number(`${name} must be a number`).check(z.int(`${name} must be a whole number`)),
  );

const size = z.optional(wholeNumber("size").check(z.minimum(1, "At least 1"), z.maximum(100, "At most 100")));

/** A table that grows at its top is read from where the last page ended, and not by numbers of pages. */
export const cursorFields = {
  cursor: z.optional(z.string().check(z.maxLength(100, "This is no cursor"))),
  size,
};

/** The columns that a table can be sorted by: those that an index or a short list makes cheap. */
export function sortFields<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return {
    sort: z.optional(z.enum(sorts, `Can be sorted by ${sorts.join(", ")}`)),
    order: z.optional(z.enum(["asc", "desc"], "asc or desc")),
  };
}

export function pageQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.strictObject({
    page: z.optional(
      wholeNumber("page").check(
        z.minimum(1, "Pages start at 1"),
        z.maximum(1_000_000, "Please choose a page up to 1,000,000"),
      ),
    ),
    size,
    ...sortFields(sorts),
    search: z.optional(
      z.string().check(z.trim(), z.maxLength(80, "Please search for at most 80 characters")),
    ),
  });
}

/** A page of rows, under the name that the specification gives them, and the total number of rows. */
export function pageOf<const Name extends string, Row extends z.ZodMiniType>(name: Name, row: Row) {
  return z.object({ ...recordOf([name], () => z.array(row)), total: z.number() });
}

/** The same of a table that may have millions of rows: only the first thousands are counted. */
export function longPageOf<Row extends z.ZodMiniType>(row: Row) {
  return z.extend(pageOf("data", row), {
    /** There are more rows than `total`. */
    isMore: z.optional(z.literal(true)),
  });
}

/** With what all rows that are found come to, those of other pages too; missing where they are not all counted. */
export function summedPageOf<Row extends z.ZodMiniType, Totals extends z.ZodMiniType>(
  row: Row,
  totals: Totals,
) {
  return z.extend(longPageOf(row), { totals: z.optional(totals) });
}

/** The answer of an export is a file. */
export const csv = z.string();

/** A list as a file: what the same query finds, in the same order, on all its pages. */
export function csvOf<const List extends Route, const Filename extends string>(
  list: List,
  filename: Filename,
) {
  const { path, response: _rows, summary: _ofRows, download: _none, ...asked } = list;
  return {
    ...asked,
    path: `${path}/csv`,
    summary: "All that the same query finds, as a file.",
    response: csv,
    download: { contentType: "text/csv", filename, dated: true },
  } as const;
}
