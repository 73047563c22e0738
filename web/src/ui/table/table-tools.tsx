import { Button, TextInput } from "@mantine/core";
import { pageSizes } from "@fc/contract/table";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../lib/i18n.ts";
import { ChevronIcon, DownloadIcon, SearchIcon } from "../icons/screen-icons.tsx";
import { toast } from "../feedback/toasts.tsx";
import type { Column } from "./column.ts";
import type { Table } from "./use-table.ts";
import "./table-tools.css";

const typingPauseMs = 350;

interface TableSearchProps {
  label: string;
  search: string;
  onSearch: (search: string) => void;
}

/** Searches while one types, once the typing pauses. */
export function TableSearch({ label, search, onSearch }: TableSearchProps) {
  const [draft, setDraft] = useState<string>();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The draft stays while one types: a space at its end is the beginning of the next word.
  const find = (text: string) => {
    clearTimeout(pause.current);
    if (text.trim() !== search) onSearch(text.trim());
  };
  const commit = (text: string) => {
    setDraft(undefined);
    find(text);
  };
  useEffect(() => () => clearTimeout(pause.current), []);
  return (
    <form
      role="search"
      className="table-search"
      onSubmit={(event) => {
        event.preventDefault();
        commit(draft ?? search);
      }}
    >
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={80}
        leftSection={<SearchIcon />}
        leftSectionWidth="2.75rem"
        value={draft ?? search}
        onChange={({ currentTarget: { value } }) => {
          setDraft(value);
          clearTimeout(pause.current);
          pause.current = setTimeout(() => find(value), typingPauseMs);
        }}
        onBlur={() => commit(draft ?? search)}
      />
    </form>
  );
}

export function DownloadButton({ download }: { download: () => Promise<void> }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (busy) return;
    setBusy(true);
    toast.clear();
    try {
      await download();
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      className="table-download"
      variant="default"
      leftSection={<DownloadIcon />}
      aria-disabled={busy}
      mod={{ busy }}
      onClick={() => void run()}
    >
      {busy ? t("Loading") : t("Download CSV")}
    </Button>
  );
}

interface TableSortProps<Sort extends string> {
  table: Table<Sort>;
  columns: readonly Pick<Column<never, Sort>, "title" | "sort">[];
}

/** Cards have no headers to press. */
export function TableSort<Sort extends string>({ table, columns }: TableSortProps<Sort>) {
  const t = useT();
  const choices = columns.flatMap(({ title, sort }) => (sort === undefined ? [] : [{ title, sort }]));
  const ascending = table.order === "asc";
  if (choices.length === 0) return null;
  return (
    <div className="table-sorting">
      <label className="table-select">
        <span className="small dimmed">{t("Sort by")}</span>
        <select
          value={table.sort}
          onChange={({ currentTarget: { value } }) => {
            const chosen = choices.find(({ sort }) => sort === value);
            if (chosen) table.showSorted(chosen.sort, "asc");
          }}
        >
          {choices.map(({ title, sort }) => (
            <option key={sort} value={sort}>
              {t(title)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="link-button table-order"
        data-order={table.order}
        onClick={() => table.showSorted(table.sort, ascending ? "desc" : "asc")}
      >
        {ascending ? t("Ascending") : t("Descending")}
        <ChevronIcon />
      </button>
    </div>
  );
}

interface PagerProps {
  table: Pick<Table<string>, "page" | "size" | "showPage" | "showSize">;
  total: number;
}

export function Pager({ table: { page, size, showPage, showSize }, total }: PagerProps) {
  const t = useT();
  const pages = Math.max(1, Math.ceil(total / size));
  // Behind the last page there is a way back in its place.
  if (total <= Math.min(...pageSizes) || page > pages) return null;
  return (
    <nav className="table-pager" aria-label={t("Pages")}>
      <label className="table-select">
        <span className="small dimmed">{t("Rows per page")}</span>
        <select value={size} onChange={({ currentTarget: { value } }) => showSize(Number(value))}>
          {pageSizes.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
      <div className="table-pages">
        <button
          type="button"
          className="icon-button"
          aria-label={t("Previous page")}
          aria-disabled={page <= 1}
          onClick={() => page > 1 && showPage(Math.min(page - 1, pages))}
        >
          <ChevronIcon />
        </button>
        <span className="small">{t("Page {page} of {pages}", { page, pages })}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={t("Next page")}
          aria-disabled={page >= pages}
          onClick={() => page < pages && showPage(page + 1)}
        >
          <ChevronIcon />
        </button>
      </div>
    </nav>
  );
}
