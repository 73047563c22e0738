import * as z from "zod/mini";

/** The page sizes of every table, both in the address of its screen and in the call. */
export const pageSizes = [10, 25, 50, 100] as const;
export const defaultPageSize = 25;

/** A whole number in an address. Empty text is refused, because Number("") would be 0. */
export const wholeNumber = (name: string) =>
  z.pipe(
    z.transform((text: unknown) => (text === "" ? NaN : text)),
    z.coerce.number(`${name} must be a number`).check(z.int(`${name} must be a whole number`)),
  );

export function pageQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.strictObject({
    page: z.optional(
      wholeNumber("page").check(
        z.minimum(1, "Pages start at 1"),
        z.maximum(1_000_000, "Please choose a page up to 1,000,000"),
      ),
    ),
    size: z.optional(wholeNumber("size").check(z.minimum(1, "At least 1"), z.maximum(100, "At most 100"))),
    sort: z.optional(z.enum(sorts, `Can be sorted by ${sorts.join(", ")}`)),
    order: z.optional(z.enum(["asc", "desc"], "asc or desc")),
    search: z.optional(
      z.string().check(z.trim(), z.maxLength(80, "Please search for at most 80 characters")),
    ),
  });
}

/** A page of rows, under the name that the specification gives them, and the total number of rows. */
export function pageOf<const Name extends string, Row extends z.ZodMiniType>(name: Name, row: Row) {
  return z.object({ [name]: z.array(row), total: z.number() } as { [key in Name]: z.ZodMiniArray<Row> } & {
    total: z.ZodMiniNumber;
  });
}

/** The answer of an export is a file. */
export const csv = z.string();
