import { Fragment, useId, useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { ChevronIcon } from "../icons/screen-icons.tsx";
import type { Column } from "./column.ts";
import type { Table } from "./use-table.ts";
import "./table-body.css";

/** What rows need to know of their table; one that cannot be sorted has no order to show. */
export type RowsTable<Sort extends string> = Pick<Table<Sort>, "serialOf"> &
  Partial<Pick<Table<Sort>, "sort" | "order" | "showSorted">>;

export interface RowsProps<Row, Sort extends string> {
  label: string;
  table: RowsTable<Sort>;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  total: number;
  rowKey: (row: Row) => string | number;
  /** What a row shows when it is opened, and which ones are. */
  details?: { of: (row: Row) => ReactNode; opened: OpenedRows } | undefined;
  /** Leads to a page of the row's own; null for a row that has none. */
  link?: ((row: Row) => ReactNode) | undefined;
}

export function TableRows<Row, Sort extends string>({
  label,
  table,
  columns,
  rows,
  total,
  rowKey,
  details,
  link,
}: RowsProps<Row, Sort>) {
  const hasEnd = details !== undefined || link !== undefined;
  return (
    <table className="table" aria-label={label}>
      <TableHead table={table} columns={columns} opens={hasEnd} />
      <tbody>
        {rows.map((row, index) => {
          const key = rowKey(row);
          return (
            <Fragment key={key}>
              <tr>
                {columns.map(({ title, cell, align }) => (
                  <td key={title} data-align={align}>
                    {cell(row, table.serialOf(index, total))}
                  </td>
                ))}
                {hasEnd && (
                  <td data-align="end">
                    <span className="table-end">
                      {link?.(row)}
                      {details && <OpenButton {...details.opened.of(key)} />}
                    </span>
                  </td>
                )}
              </tr>
              {details?.opened.has(key) && (
                <tr className="table-details" id={details.opened.of(key).id}>
                  <td colSpan={columns.length + 1}>{details.of(row)}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

export type OpenedRows = ReturnType<typeof useOpened>;

/** Kept above the rows: turning a phone replaces them by cards, and open details must stay open. */
export function useOpened() {
  const id = useId();
  const [open, setOpen] = useState<ReadonlySet<string | number>>(new Set());
  return {
    has: (key: string | number) => open.has(key),
    of: (key: string | number) => ({
      id: `${id}${key}`,
      open: open.has(key),
      onToggle: () => {
        const next = new Set(open);
        if (!next.delete(key)) next.add(key);
        setOpen(next);
      },
    }),
  };
}

export function OpenButton({ id, open, onToggle }: { id: string; open: boolean; onToggle: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      className="link-button table-open"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={onToggle}
    >
      {t("Details")}
      <ChevronIcon />
    </button>
  );
}

export function TableHead<Row, Sort extends string>({
  table,
  columns,
  opens = false,
}: Pick<RowsProps<Row, Sort>, "table" | "columns"> & { opens?: boolean }) {
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
                  onClick={() => table.showSorted?.(sort, sorted && table.order === "asc" ? "desc" : "asc")}
                >
                  {t(title)}
                  <ChevronIcon />
                </button>
              )}
            </th>
          );
        })}
        {opens && (
          <th scope="col">
            <span className="visually-hidden">{t("Details")}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
