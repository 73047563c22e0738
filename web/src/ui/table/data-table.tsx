import { Button, Group, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { SearchIcon } from "../icons/screen-icons.tsx";
import { ErrorState } from "../feedback/problem.tsx";
import type { Column } from "./column.ts";
import { TableSurface } from "./ruled-table.tsx";
import { TableRows, useOpened } from "./table-body.tsx";
import { TableCards } from "./table-cards.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { Pager, TableSort } from "./table-tools.tsx";
import { TableToolbar } from "./table-toolbar.tsx";
import { useShownColumns } from "./table-view-choices.ts";
import { useNarrow } from "./use-narrow.ts";
import type { Table } from "./use-table.ts";
import { useShownSerials } from "./use-shown-serials.ts";

/** A page of rows and how many there are in all, as `pageQuery` has it. */
export interface TablePage<Row> {
  rows: readonly Row[];
  total: number;
  /** There are more than that: a table of millions is not counted to its end. */
  isMore?: boolean | undefined;
}

interface DataTableProps<Row, Sort extends string> {
  /** Names the table for screen readers. */
  label: string;
  table: Table<Sort>;
  columns: readonly Column<Row, Sort>[];
  rowKey: (row: Row) => string | number;
  /** The result of a `pageQuery`, so that a page stays until the next one has arrived. */
  result: UseQueryResult<TablePage<Row>>;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  /** What can be searched for; without it there is no search. */
  searchLabel?: string;
  /** Further filters, dates for example; they change the table by `table.showFiltered`. */
  filters?: ReactNode;
  /** Beside the download. */
  tools?: ReactNode;
  /** What a row shows when it is opened. */
  details?: (row: Row) => ReactNode;
  /** Leads to a page of the row's own. */
  link?: (row: Row) => ReactNode;
  /** Fetches and saves everything that was found, not only this page. */
  download?: () => Promise<void>;
}

/** Rows that the server searches, sorts and pages: a table, and cards on a phone. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { label, table, rowKey, result, empty, searchLabel, filters, tools, details, link, download } = props;
  const columns = useShownColumns(label, props.columns);
  const { data, error, isPlaceholderData, refetch } = result;
  const narrow = useNarrow();
  const opened = useOpened();
  const serialOf = useShownSerials(JSON.stringify(table.query), table.serialOf, isPlaceholderData);
  const narrowed = table.search !== "" || Object.keys(table.filters).length > 0;
  if (data?.total === 0 && !narrowed && !isPlaceholderData) return <div className="card">{empty}</div>;

  const Rows = narrow ? TableCards : TableRows;
  return (
    <Stack gap="sm">
      <TableToolbar
        label={label}
        table={table}
        columns={props.columns}
        search={table.search}
        searchLabel={searchLabel}
        filters={filters}
        tools={tools}
        download={download}
      />
      <Group gap="xs" justify="space-between" mih="1.5rem">
        <ResultCount table={table} page={isPlaceholderData ? undefined : data} />
        {narrow && !filters && <TableSort table={table} columns={columns} />}
      </Group>
      {data && data.rows.length > 0 ? (
        <TableSurface isStale={isPlaceholderData}>
          <Rows
            label={label}
            table={{ ...table, serialOf }}
            columns={columns}
            rows={data.rows}
            total={data.total}
            rowKey={rowKey}
            details={details && { of: details, opened }}
            link={link}
          />
        </TableSurface>
      ) : data ? (
        <NothingHere found={data.total} table={table} />
      ) : error ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <TableSkeleton narrow={narrow} table={table} columns={columns} />
      )}
      {data && <Pager table={table} total={data.total} />}
    </Stack>
  );
}

interface ResultCountProps {
  table: { page: number; size: number };
  page: TablePage<unknown> | undefined;
}

/** Announced by screen readers whenever it changes. */
function ResultCount({ table: { page: number, size }, page }: ResultCountProps) {
  const t = useT();
  const from = (number - 1) * size + 1;
  return (
    <p role="status" className="small dimmed">
      {page &&
        page.rows.length > 0 &&
        t("{from} to {to} of {total}", {
          from,
          to: from + page.rows.length - 1,
          total: `${page.total.toLocaleString("en-IN")}${page.isMore ? "+" : ""}`,
        })}
      {page?.total === 0 && t("Nothing found")}
    </p>
  );
}

interface NothingHereProps {
  found: number;
  table: Pick<Table<string>, "showAll" | "showPage">;
}

/** Nothing fits the search, or the address names a page behind the last. */
function NothingHere({ found, table }: NothingHereProps) {
  const t = useT();
  return (
    <div className="card state">
      <SearchIcon />
      <p>{found > 0 ? t("There is nothing on this page.") : t("Nothing fits what you searched for.")}</p>
      <Button variant="default" onClick={() => (found > 0 ? table.showPage(1) : table.showAll())}>
        {found > 0 ? t("Go to the first page") : t("Show all")}
      </Button>
    </div>
  );
}
