import { defaultPageSize, pageSizes } from "@fc/contract/table";

export type Order = "asc" | "desc";

/** What a table shows, as its address says. Whatever is wrong or missing there falls back to the start. */
export interface TableAddress<Sort extends string> {
  page: number;
  size: number;
  sort: Sort;
  order: Order;
  search: string;
  /** Further filters by their names, dates for example; only those that are set. */
  filters: Readonly<Record<string, string>>;
}

export interface TableOptions<Sort extends string> {
  sorts: readonly Sort[];
  first: { sort: Sort; order: Order };
  filters?: readonly string[];
}

const lastPage = 1_000_000;
const longestSearch = 80;

export function readTableAddress<Sort extends string>(
  raw: Readonly<Record<string, unknown>>,
  { sorts, first, filters = [] }: TableOptions<Sort>,
): TableAddress<Sort> {
  const text = (name: string) => (typeof raw[name] === "string" ? raw[name].trim() : "");
  const page = Number(text("page"));
  const sort = sorts.find((known) => known === text("sort"));
  const fallback = sort === undefined || sort === first.sort ? first.order : "asc";
  return {
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
    size: pageSizes.find((known) => String(known) === text("size")) ?? defaultPageSize,
    sort: sort ?? first.sort,
    order: text("order") === "asc" ? "asc" : text("order") === "desc" ? "desc" : fallback,
    search: text("search").slice(0, longestSearch),
    filters: Object.fromEntries(
      filters.map((name) => [name, text(name)]).filter(([, value]) => value !== ""),
    ),
  };
}

/** The shortest address that reads back the same. */
export function writeTableAddress<Sort extends string>(
  { page, size, sort, order, search, filters }: TableAddress<Sort>,
  { first }: TableOptions<Sort>,
): Record<string, string> {
  return {
    ...(page === 1 ? {} : { page: String(page) }),
    ...(size === defaultPageSize ? {} : { size: String(size) }),
    ...(sort === first.sort ? {} : { sort }),
    ...(order === (sort === first.sort ? first.order : "asc") ? {} : { order }),
    ...(search === "" ? {} : { search }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")),
  };
}

/** The number of a row: one is the first of the table's own order, so that turning it round counts down. */
export function serialOf<Sort extends string>(
  { page, size, sort, order }: Pick<TableAddress<Sort>, "page" | "size" | "sort" | "order">,
  { first }: TableOptions<Sort>,
  { index, total }: { index: number; total: number },
): number {
  const position = (page - 1) * size + index + 1;
  return sort === first.sort && order !== first.order ? total - position + 1 : position;
}

/** The query of the request: a page in an order, and the search and filters that are set. */
export function tableQueryOf<Sort extends string>({
  page,
  size,
  sort,
  order,
  search,
  filters,
}: TableAddress<Sort>) {
  return { page, size, sort, order, ...(search === "" ? {} : { search }), ...filters };
}
