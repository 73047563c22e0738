import { useMediaQuery } from "@mantine/hooks";
import type { Column } from "./column.ts";

/** The columns as they stand beside each other; those that share a place on a smaller screen are one below the other. */
export function useFolded<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
): readonly (readonly Column<Row, Sort>[])[] {
  const atOnce = { getInitialValueInEffect: false };
  const isTight = useMediaQuery("(width < 80em)", false, atOnce);
  const isLaptop = useMediaQuery("(width < 112em)", false, atOnce);
  const places: Column<Row, Sort>[][] = [];
  for (const column of columns) {
    const before = places.at(-1);
    const isFolded = column.folds === "early" ? isLaptop : isTight && column.folds;
    if (isFolded && before) before.push(column);
    else places.push([column]);
  }
  return places;
}
