import * as z from "zod/mini";

/** What every table can be asked for, in the address of its screen as in the call. */
export const pageSizes = [10, 25, 50, 100] as const;
export const defaultPageSize = 25;

/** A number in an address. Nothing is no number, though Number("") is 0. */
export const wholeNumber = (name: string) =>
  z.pipe(
    z.transform((text: unknown) => (text === "" ? NaN : text)),
    z.coerce.number(`${name} is a number`).check(z.int(`${name} is a whole number`)),
  );

export function pageQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.strictObject({
    page: z.optional(
      wholeNumber("page").check(
        z.minimum(1, "Pages start at 1"),
        z.maximum(1_000_000, "There is no such page"),
      ),
    ),
    size: z.optional(wholeNumber("size").check(z.minimum(1, "At least 1"), z.maximum(100, "At most 100"))),
    sort: z.optional(z.enum(sorts, `Can be sorted by ${sorts.join(", ")}`)),
    order: z.optional(z.enum(["asc", "desc"], "asc or desc")),
    search: z.optional(z.string().check(z.trim(), z.maxLength(80, "Please search for less"))),
  });
}

/** A page of rows under the name that the specification gives them, with how many there are in all. */
export function pageOf<const Name extends string, Row extends z.ZodMiniType>(name: Name, row: Row) {
  return z.object({ [name]: z.array(row), total: z.number() } as { [key in Name]: z.ZodMiniArray<Row> } & {
    total: z.ZodMiniNumber;
  });
}

/** The answer of an export: a file, sent as it is. */
export const csv = z.string();
