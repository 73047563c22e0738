import type { ReactNode } from "react";

/** One column of a table, typed by its rows and by what the server can sort them by. */
export interface Column<Row, Sort extends string = string> {
  /** Marked with msg(); shown translated. */
  title: string;
  cell: (row: Row, serial: number) => ReactNode;
  sort?: Sort;
  /** Figures are aligned at the end of the column. */
  align?: "end";
  /** On a phone a row is a card: its heading, a word beside that, what can be done at its foot, or (else) a line below. */
  inCard?: "heading" | "aside" | "actions" | "none";
}
