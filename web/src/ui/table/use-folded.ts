import { useMediaQuery } from "@mantine/hooks";
import type { Column } from "./column.ts";

/** The columns as they stand beside each other; those that share a place on a tablet are one below the other. */
export function useFolded<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
): readonly (readonly Column<Row, Sort>[])[] {
  const isTight = useMediaQuery("(width < 80em)", false, { getInitialValueInEffect: false });
  const places: Column<Row, Sort>[][] = [];
  for (const column of columns) {
    const before = places.at(-1);
    if (isTight && column.folds && before) before.push(column);
    else places.push([column]);
  }
  return places;
}
