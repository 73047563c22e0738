import { Button } from "@mantine/core";
import { pageSizes } from "@fc/contract/table";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { ChevronIcon, SearchIcon } from "../icons/screen-icons.tsx";
import { ErrorState } from "../feedback/problem.tsx";
import type { Column } from "./column.ts";
import { TableRows } from "./table-body.tsx";
import { TableCards } from "./table-cards.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { DownloadButton } from "./table-tools.tsx";
import type { CursorTableState } from "./use-cursor-table.ts";
import { useNarrow } from "./use-narrow.ts";
import { useShownSerials } from "./use-shown-serials.ts";
import "./table-frame.css";
import "./cursor-table.css";

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
  /** Dates for example; they change the table by `table.showFiltered`. */
  filters?: ReactNode;
  /** Further buttons, before the download. */
  tools?: ReactNode;
  /** Fetches and saves everything that was found, not only this page. */
  download?: () => Promise<void>;
}

/** Rows that the server reads from the newest on: a table, and cards on a phone. */
export function CursorTable<Row>(props: CursorTableProps<Row>) {
  const { label, table, columns, rowKey, result, empty, filters, tools, download } = props;
  const { data, error, isPlaceholderData, refetch } = result;
  const narrow = useNarrow();
  const serialOf = useShownSerials(JSON.stringify(table.query), table.serialOf, isPlaceholderData);
  const isWhole = table.page === 1 && Object.keys(table.filters).length === 0;
  if (data?.rows.length === 0 && isWhole && !isPlaceholderData) return <div className="card">{empty}</div>;

  const Rows = narrow ? TableCards : TableRows;
  return (
    <div className="table-frame">
      <div className="table-tools">
        {filters}
        <div className="table-actions">
          {tools}
          {download && <DownloadButton download={download} />}
        </div>
      </div>
      <RowCount table={table} rows={isPlaceholderData ? undefined : data?.rows.length} />
      {data && data.rows.length > 0 ? (
        <div className="table-surface" aria-busy={isPlaceholderData} data-stale={isPlaceholderData}>
          <Rows
            label={label}
            table={{ ...table, serialOf }}
            columns={columns}
            rows={data.rows}
            total={data.rows.length}
            rowKey={rowKey}
          />
        </div>
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
    </div>
  );
}

/** Announced by screen readers whenever it changes. */
function RowCount({ table, rows }: { table: CursorTableState; rows: number | undefined }) {
  const t = useT();
  const first = table.serialOf(0);
  return (
    <p role="status" className="table-summary small dimmed">
      {rows !== undefined && rows > 0 && t("Rows {from} to {to}", { from: first, to: first + rows - 1 })}
      {rows === 0 && t("Nothing found")}
    </p>
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
    <nav className="table-pager" aria-label={t("Pages")}>
      <label className="table-select">
        <span className="small dimmed">{t("Rows per page")}</span>
        <select value={table.size} onChange={({ currentTarget: { value } }) => table.showSize(Number(value))}>
          {pageSizes.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
      <div className="table-pages table-ages">
        <button
          type="button"
          className="link-button"
          aria-disabled={table.page === 1}
          onClick={() => table.page > 1 && table.showNewer()}
        >
          <ChevronIcon />
          {t("Newer")}
        </button>
        <button
          type="button"
          className="link-button"
          aria-disabled={next === null}
          onClick={() => next !== null && table.showOlder(next)}
        >
          {t("Older")}
          <ChevronIcon />
        </button>
      </div>
    </nav>
  );
}
