import { Button, Flex, Table as Grid, VisuallyHidden } from "@mantine/core";
import { Fragment, useId, useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { ChevronIcon } from "../icons/screen-icons.tsx";
import { cellOf } from "./cell.tsx";
import type { Column } from "./column.ts";
import { RuledTable } from "./ruled-table.tsx";
import { useFolded } from "./use-folded.ts";
import type { Table } from "./use-table.ts";

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
  isDense = false,
}: RowsProps<Row, Sort> & { isDense?: boolean }) {
  const places = useFolded(columns);
  const cell = cellOf(rows);
  const hasEnd = details !== undefined || link !== undefined;
  return (
    <RuledTable label={label} isDense={isDense}>
      <TableHead table={table} columns={columns} opens={hasEnd} />
      <Grid.Tbody>
        {rows.map((row, index) => {
          const key = rowKey(row);
          const isOpen = details?.opened.has(key) ?? false;
          return (
            <Fragment key={key}>
              <Grid.Tr {...(isOpen && { bd: 0 })}>
                {places.map((place) => (
                  <Grid.Td key={place[0]?.title} data-align={place[0]?.align}>
                    {place.map((column, below) => (
                      <Below key={column.title} isBelow={below > 0}>
                        {cell(column, row, table.serialOf(index, total))}
                      </Below>
                    ))}
                  </Grid.Td>
                ))}
                {hasEnd && (
                  <Grid.Td data-align="end">
                    <Flex
                      component="span"
                      align="center"
                      wrap="wrap"
                      display="inline-flex"
                      gap="0 0.5rem"
                      justify="flex-end"
                    >
                      {link?.(row)}
                      {details && <OpenButton {...details.opened.of(key)} />}
                    </Flex>
                  </Grid.Td>
                )}
              </Grid.Tr>
              {details && isOpen && (
                <Grid.Tr id={details.opened.of(key).id} bg="var(--fc-surface)">
                  <Grid.Td colSpan={places.length + 1} pt={4} pb="lg">
                    <div className="table-opened">{details.of(row)}</div>
                  </Grid.Td>
                </Grid.Tr>
              )}
            </Fragment>
          );
        })}
      </Grid.Tbody>
      {hasTotals(columns) && <Totals places={places} hasEnd={hasEnd} />}
    </RuledTable>
  );
}

interface TotalsProps {
  places: readonly (readonly Pick<Column<never>, "title" | "align" | "total">[])[];
  hasEnd: boolean;
}

function Totals({ places, hasEnd }: TotalsProps) {
  const t = useT();
  return (
    <Grid.Tfoot>
      <Grid.Tr>
        {places.map((place, at) => (
          <Grid.Td key={place[0]?.title} data-align={place[0]?.align} fw={600}>
            {place.map(({ title, total: sum }, below) => (
              <Below key={title} isBelow={below > 0}>
                {at + below === 0 ? t("In all") : sum}
              </Below>
            ))}
          </Grid.Td>
        ))}
        {hasEnd && <Grid.Td />}
      </Grid.Tr>
    </Grid.Tfoot>
  );
}

export function hasTotals(columns: readonly Pick<Column<never>, "total">[]): boolean {
  return columns.some(({ total }) => total !== undefined);
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
      <Mark isTurned={open} />
    </button>
  );
}

/** The arrow of what opens or sorts, as large as small words. */
export function Mark({ isTurned = false, isFaint = false }: { isTurned?: boolean; isFaint?: boolean }) {
  return (
    <span
      className="table-mark"
      style={{ display: "inline-grid", rotate: isTurned ? "180deg" : undefined, opacity: isFaint ? 0.4 : 1 }}
    >
      <ChevronIcon />
    </span>
  );
}

export function TableHead<Row, Sort extends string>({
  table,
  columns,
  opens = false,
}: Pick<RowsProps<Row, Sort>, "table" | "columns"> & { opens?: boolean }) {
  const t = useT();
  return (
    <Grid.Thead>
      <Grid.Tr>
        {useFolded(columns).map((place) => {
          const isSorted = place.some(({ sort }) => sort !== undefined && sort === table.sort);
          const direction = table.order === "asc" ? "ascending" : "descending";
          return (
            <Grid.Th
              key={place[0]?.title}
              scope="col"
              data-align={place[0]?.align}
              aria-sort={isSorted ? direction : undefined}
            >
              {place.map(({ title, sort }, below) => (
                <Below key={title} isBelow={below > 0}>
                  {sort === undefined ? t(title) : <SortButton table={table} sort={sort} title={title} />}
                </Below>
              ))}
            </Grid.Th>
          );
        })}
        {opens && (
          <Grid.Th scope="col">
            <VisuallyHidden>{t("Details")}</VisuallyHidden>
          </Grid.Th>
        )}
      </Grid.Tr>
    </Grid.Thead>
  );
}

/** What shares a place of the row: the first as it is, the others in a line of their own. */
function Below({ isBelow, children }: { isBelow: boolean; children: ReactNode }) {
  return isBelow ? <div>{children}</div> : children;
}

interface SortButtonProps<Sort extends string> {
  table: RowsTable<Sort>;
  sort: Sort;
  title: string;
}

function SortButton<Sort extends string>({ table, sort, title }: SortButtonProps<Sort>) {
  const t = useT();
  const isSorted = sort === table.sort;
  const isAscending = isSorted && table.order === "asc";
  return (
    <Button
      variant="subtle"
      size="sm"
      px="xs"
      mx="-0.625rem"
      c={isSorted ? "var(--fc-brand-text)" : "dimmed"}
      rightSection={<Mark isFaint={!isSorted} isTurned={isAscending} />}
      styles={{ section: { marginInlineStart: "0.25rem" }, label: { whiteSpace: "nowrap" } }}
      onClick={() => table.showSorted?.(sort, isAscending ? "desc" : "asc")}
    >
      {t(title)}
    </Button>
  );
}
