import { defaultPageSize, pageSizes } from "@fc/contract/table";
import type { Order } from "./table-address.ts";

/**
 * What a table shows that is read from its newest row on and not by numbers of pages: `cursor` is where this
 * page starts, `page` only counts, so that rows have a number.
 */
export interface CursorAddress {
  cursor: string | undefined;
  page: number;
  size: number;
  /** Of a table that can be sorted. */
  sort?: string;
  order?: Order;
  /** By their names, dates for example; only those that are set. */
  filters: Readonly<Record<string, string>>;
}

/** How a table is sorted as long as its address does not say otherwise. */
export interface FirstOrder {
  sort: string;
  order: Order;
}

const lastPage = 1_000_000;
const orders = ["asc", "desc"] as const;

export function readCursorAddress(
  raw: Readonly<Record<string, unknown>>,
  filters: readonly string[],
  first?: FirstOrder,
): CursorAddress {
  const text = (name: string) => (typeof raw[name] === "string" ? raw[name].trim() : "");
  const page = Number(text("page"));
  // One without the other says nothing: then it is the first page.
  const isLater =
    /^[\w.-]{1,100}$/.test(text("cursor")) && Number.isInteger(page) && page > 1 && page <= lastPage;
  return {
    cursor: isLater ? text("cursor") : undefined,
    page: isLater ? page : 1,
    size: pageSizes.find((known) => String(known) === text("size")) ?? defaultPageSize,
    ...(first && { sort: first.sort, order: orders.find((known) => known === text("order")) ?? first.order }),
    filters: Object.fromEntries(
      filters.map((name) => [name, text(name)]).filter(([, value]) => value !== ""),
    ),
  };
}

/** The shortest address that reads back the same. */
export function writeCursorAddress(
  { cursor, page, size, order, filters }: CursorAddress,
  first?: FirstOrder,
): Record<string, string> {
  return {
    ...(cursor === undefined ? {} : { cursor, page: String(page) }),
    ...(size === defaultPageSize ? {} : { size: String(size) }),
    ...(order === undefined || order === first?.order ? {} : { order }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")),
  };
}
