import { Box, Button, Flex, Stack } from "@mantine/core";
import { pageSizes } from "@fc/contract/table";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { ChevronIcon, SearchIcon } from "../icons/screen-icons.tsx";
import { ErrorState } from "../feedback/problem.tsx";
import type { Column } from "./column.ts";
import { TableSurface } from "./ruled-table.tsx";
import { TableRows } from "./table-body.tsx";
import { TableCards } from "./table-cards.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { Pages } from "./table-tools.tsx";
import { TableToolbar } from "./table-toolbar.tsx";
import { useShownColumns } from "./table-view-choices.ts";
import type { CursorTableState } from "./use-cursor-table.ts";
import { useNarrow } from "./use-narrow.ts";
import { useShownSerials } from "./use-shown-serials.ts";

/** A page of rows, and where the next older one starts. */
export interface CursorPage<Row> {
  rows: readonly Row[];
  next: string | null;
}

interface CursorTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  table: CursorTableState;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** The result of a `pageQuery`, so that a page stays until the next one has arrived. */
  result: UseQueryResult<CursorPage<Row>>;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  /** What can be searched for, where `search` is one of the table's filters; without it there is no search. */
  searchLabel?: string;
  /** Dates for example; they change the table by `table.showFiltered`. */
  filters?: ReactNode;
  /** Further buttons, before the download. */
  tools?: ReactNode;
  /** Leads to a page of the row's own, or explains it. */
  link?: (row: Row) => ReactNode;
  /** Fetches and saves everything that was found, not only this page. */
  download?: () => Promise<void>;
}

/** Rows that the server reads from the newest on: a table, and cards on a phone. */
export function CursorTable<Row>(props: CursorTableProps<Row>) {
  const { label, table, rowKey, result, empty, searchLabel, filters, tools, link, download } = props;
  const columns = useShownColumns(label, props.columns);
  const { data, error, isPlaceholderData, refetch } = result;
  const narrow = useNarrow();
  const serialOf = useShownSerials(JSON.stringify(table.query), table.serialOf, isPlaceholderData);
  const isWhole = table.page === 1 && Object.keys(table.filters).length === 0;
  if (data?.rows.length === 0 && isWhole && !isPlaceholderData) return <div className="card">{empty}</div>;

  const Rows = narrow ? TableCards : TableRows;
  return (
    <Stack gap="sm">
      <TableToolbar
        label={label}
        table={table}
        columns={props.columns}
        search={table.filters["search"] ?? ""}
        searchLabel={searchLabel}
        filters={filters}
        tools={tools}
        download={download}
      />
      <RowCount table={table} rows={isPlaceholderData ? undefined : data?.rows.length} />
      {data && data.rows.length > 0 ? (
        <TableSurface isStale={isPlaceholderData}>
          <Rows
            label={label}
            table={{ ...table, serialOf }}
            columns={columns}
            rows={data.rows}
            total={data.rows.length}
            rowKey={rowKey}
            link={link}
          />
        </TableSurface>
      ) : data ? (
        <NothingFits onShowAll={table.showAll} />
      ) : error ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <TableSkeleton narrow={narrow} table={table} columns={columns} />
      )}
      {data && <CursorPager table={table} page={data} />}
    </Stack>
  );
}

/** Announced by screen readers whenever it changes. */
function RowCount({ table, rows }: { table: CursorTableState; rows: number | undefined }) {
  const t = useT();
  const first = table.serialOf(0);
  return (
    <Box component="p" role="status" className="small dimmed" mih="1.5rem">
      {rows !== undefined && rows > 0 && t("Rows {from} to {to}", { from: first, to: first + rows - 1 })}
      {rows === 0 && t("Nothing found")}
    </Box>
  );
}

function NothingFits({ onShowAll }: { onShowAll: () => void }) {
  const t = useT();
  return (
    <div className="card state">
      <SearchIcon />
      <p>{t("Nothing fits what you searched for.")}</p>
      <Button variant="default" onClick={onShowAll}>
        {t("Show all")}
      </Button>
    </div>
  );
}

function CursorPager({ table, page }: { table: CursorTableState; page: CursorPage<unknown> }) {
  const t = useT();
  const { next } = page;
  if (table.page === 1 && next === null && page.rows.length <= Math.min(...pageSizes)) return null;
  return (
    <Pages size={table.size} showSize={table.showSize}>
      <AgeButton onPress={table.page > 1 ? table.showNewer : undefined}>
        <Turned by="90deg" />
        {table.isFromNewest ? t("Newer") : t("Older")}
      </AgeButton>
      <AgeButton onPress={next === null ? undefined : () => table.showOlder(next)}>
        {table.isFromNewest ? t("Older") : t("Newer")}
        <Turned by="-90deg" />
      </AgeButton>
    </Pages>
  );
}

interface AgeButtonProps {
  /** Undefined where there are no further rows: the button keeps its focus and does nothing. */
  onPress: (() => void) | undefined;
  children: ReactNode;
}

function AgeButton({ onPress, children }: AgeButtonProps) {
  return (
    <Button
      variant="subtle"
      size="sm"
      px="xs"
      c={onPress ? "var(--mantine-color-anchor)" : "dimmed"}
      aria-disabled={!onPress}
      onClick={onPress}
    >
      <Flex component="span" align="center" gap={4} wrap="nowrap">
        {children}
      </Flex>
    </Button>
  );
}

function Turned({ by }: { by: string }) {
  return (
    <span style={{ display: "inline-grid", rotate: by }}>
      <ChevronIcon />
    </span>
  );
}
