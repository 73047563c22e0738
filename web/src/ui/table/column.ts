import { keysOf } from "@fc/contract/sure";
import type { ReactNode } from "react";

export type CellValue = string | number | null;

/** One column of a table, typed by its rows and by what the server can sort them by. */
export interface Column<Row, Sort extends string = string> {
  /** Marked with msg(); shown translated. */
  title: string;
  cell: (row: Row, serial: number) => ReactNode;
  sort?: Sort;
  /** Of a list that is all there: what it is sorted by, searched for and written to its file as. Moments as the wire has them. */
  value?: (row: Row) => CellValue;
  /** What all rows together come to, those of other pages too; undefined as long as that is not known. */
  total?: ReactNode;
  /** Shown only where the operator chose it. */
  isExtra?: true;
  /** Figures are aligned at the end of the column. */
  align?: "end";
  /** Where not all columns fit beside each other, this one is below the one before it; "early" on a laptop as well. */
  folds?: boolean | "early";
  /** Coins of the row: all rows of the column are shown with as many decimals. */
  coins?: (row: Row) => number;
  /**
   * On a phone a row is two lines: number, heading and a word beside it; below them the values that say themselves what
   * they are, the others with their titles, what can be done, and one at the end.
   */
  inCard?: "number" | "heading" | "aside" | "plain" | "below" | "actions" | "none";
}

/**
 * The columns of a report under the headings that its file has as well, in their order. A column of the contract that
 * the screen leaves out, or one that the contract does not have, does not compile.
 */
export function reportColumns<Name extends string, Row, Sort extends string = string>(
  headings: Readonly<Record<Name, string>>,
  columns: Readonly<Record<NoInfer<Name>, Omit<Column<Row, Sort>, "title">>>,
): readonly Column<Row, Sort>[] {
  return keysOf(headings).map((name) => ({ title: headings[name], ...columns[name] }));
}
