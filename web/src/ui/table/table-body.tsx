import { useT } from "../../lib/i18n.ts";
import { ChevronIcon } from "../icons.tsx";
import type { Column } from "./column.ts";
import type { Table } from "./use-table.ts";

interface RowsProps<Row, Sort extends string> {
  label: string;
  table: Table<Sort>;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  total: number;
  rowKey: (row: Row) => string | number;
}

export function TableRows<Row, Sort extends string>({
  label,
  table,
  columns,
  rows,
  total,
  rowKey,
}: RowsProps<Row, Sort>) {
  return (
    <table className="table" aria-label={label}>
      <TableHead table={table} columns={columns} />
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, cell, align }) => (
              <td key={title} data-align={align}>
                {cell(row, table.serialOf(index, total))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function TableHead<Row, Sort extends string>({
  table,
  columns,
}: Pick<RowsProps<Row, Sort>, "table" | "columns">) {
  const t = useT();
  return (
    <thead>
      <tr>
        {columns.map(({ title, sort, align }) => {
          const sorted = sort !== undefined && sort === table.sort;
          const direction = table.order === "asc" ? "ascending" : "descending";
          return (
            <th key={title} scope="col" data-align={align} aria-sort={sorted ? direction : undefined}>
              {sort === undefined ? (
                t(title)
              ) : (
                <button
                  type="button"
                  className="table-sort"
                  onClick={() => table.showSorted(sort, sorted && table.order === "asc" ? "desc" : "asc")}
                >
                  {t(title)}
                  <ChevronIcon />
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** The same rows for phones. */
export function TableCards<Row, Sort extends string>({
  label,
  table,
  columns,
  rows,
  total,
  rowKey,
}: RowsProps<Row, Sort>) {
  const t = useT();
  const heading = columns.find(({ inCard }) => inCard === "heading");
  const aside = columns.find(({ inCard }) => inCard === "aside");
  const lines = columns.filter(({ inCard }) => inCard === undefined);
  return (
    <ul className="table-cards" aria-label={label}>
      {rows.map((row, index) => {
        const serial = table.serialOf(index, total);
        return (
          <li key={rowKey(row)}>
            <p className="table-card-top">
              <strong>{heading?.cell(row, serial)}</strong>
              {aside?.cell(row, serial)}
            </p>
            <dl>
              {lines.map(({ title, cell }) => (
                <div key={title}>
                  <dt>{t(title)}</dt>
                  <dd>{cell(row, serial)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
