import { useState } from "react";
import type { Column } from "./column.ts";
import type { Order } from "./table-address.ts";
import { cellText } from "./table-file.ts";

/**
 * Sorts and searches a list that is all there. It is kept in the page and not in the address, because a page may have
 * several such lists.
 */
export function useWholeTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const [chosen, setChosen] = useState<{ sort: string; order: Order }>();
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/);
  const found = rows.filter((row) => {
    const text = columns.map((column) => shownText(column, row)).join("\n");
    return words.every((word) => text.includes(word));
  });
  const sortedBy = columns.find(({ title }) => title === chosen?.sort)?.value;
  return {
    /** A column is sorted by its title. */
    columns: columns.map((column) => (column.value ? { ...column, sort: column.title } : column)),
    rows: sortedBy ? found.toSorted((a, b) => compared(sortedBy(a), sortedBy(b), chosen?.order)) : found,
    search,
    showFound: setSearch,
    table: {
      serialOf: (index: number) => index + 1,
      ...chosen,
      showSorted: (sort: string, order: Order) => setChosen({ sort, order }),
    },
  };
}

/** What the screen shows if that is plain text, and what the file says: either may be searched for. */
function shownText<Row>(column: Column<Row>, row: Row): string {
  const shown = column.cell(row, 0);
  const plain = typeof shown === "string" || typeof shown === "number" ? String(shown) : "";
  return `${plain} ${cellText(column.value?.(row) ?? null)}`.toLowerCase();
}

type Value = ReturnType<NonNullable<Column<never>["value"]>>;

/** What is missing comes last in either order. */
function compared(a: Value, b: Value, order: Order = "asc"): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const difference =
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true });
  return order === "asc" ? difference : -difference;
}
