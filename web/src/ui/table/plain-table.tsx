import type { Column } from "./column.ts";
import "./table.css";

interface PlainTableProps<Row> {
  /** What the table holds, for those who do not see it. */
  label: string;
  columns: readonly Pick<Column<Row>, "title" | "cell" | "align">[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Close lines, for a few figures inside a card. */
  dense?: boolean;
}

/** A few rows that are all there: nothing to search, to sort or to page. */
export function PlainTable<Row>({ label, columns, rows, rowKey, dense = false }: PlainTableProps<Row>) {
  return (
    <table className={dense ? "table table-dense" : "table"} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, align }) => (
            <th key={title} scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, cell, align }) => (
              <td key={title} data-align={align}>
                {cell(row, index + 1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
