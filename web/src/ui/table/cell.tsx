import type { ReactNode } from "react";
import { Decimals, decimalsOf } from "../money/decimals.ts";
import type { Column } from "./column.ts";

/** Draws cells so that the coins of a column have equally many decimals in all rows. */
export function cellOf<Row>(rows: readonly Row[]) {
  const decimals = new Map<string, number>();
  return <Sort extends string>(column: Column<Row, Sort>, row: Row, serial: number): ReactNode => {
    const { title, coins, cell } = column;
    if (!coins) return cell(row, serial);
    const count = decimals.get(title) ?? decimalsOf(rows.map(coins));
    decimals.set(title, count);
    return <Decimals value={count}>{cell(row, serial)}</Decimals>;
  };
}
