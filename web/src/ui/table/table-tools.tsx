import { Box, Button, Flex, Group, NativeSelect, TextInput } from "@mantine/core";
import { pageSizes } from "@fc/contract/table";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { ChevronIcon, DownloadIcon, SearchIcon } from "../icons/screen-icons.tsx";
import { toast } from "../feedback/toasts.tsx";
import { IconButton } from "../layout/icon-button.tsx";
import type { Column } from "./column.ts";
import { Mark, type RowsTable } from "./table-body.tsx";
import { useNarrow } from "./use-narrow.ts";
import type { Table } from "./use-table.ts";

const typingPauseMs = 350;

interface TableSearchProps {
  label: string;
  /** In place of a label that is longer than the field. */
  placeholder?: string;
  search: string;
  onSearch: (search: string) => void;
}

/** Searches while one types, once the typing pauses. */
export function TableSearch({ label, placeholder = label, search, onSearch }: TableSearchProps) {
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
    <Box
      component="form"
      role="search"
      flex={{ base: "1 1 8rem", xs: "1 1 14rem" }}
      maw="26rem"
      onSubmit={(event) => {
        event.preventDefault();
        commit(draft ?? search);
      }}
    >
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={80}
        leftSection={<SearchIcon />}
        leftSectionWidth="2.75rem"
        styles={{ input: { textOverflow: "ellipsis" } }}
        value={draft ?? search}
        onChange={({ currentTarget: { value } }) => {
          setDraft(value);
          clearTimeout(pause.current);
          pause.current = setTimeout(() => find(value), typingPauseMs);
        }}
        onBlur={() => commit(draft ?? search)}
      />
    </Box>
  );
}

interface DownloadButtonProps {
  download: () => Promise<void>;
  /** One of many on a page. */
  isQuiet?: boolean;
}

export function DownloadButton({ download, isQuiet = false }: DownloadButtonProps) {
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
  const words = busy ? t("Loading") : t("Download CSV");
  const shared = {
    variant: isQuiet ? "subtle" : "default",
    ml: "auto",
    "aria-disabled": busy,
    mod: { busy },
    onClick: () => void run(),
  };
  // On a phone its picture says enough.
  return useNarrow() ? (
    <IconButton {...shared} size="3rem" aria-label={words}>
      <DownloadIcon />
    </IconButton>
  ) : (
    <Button {...shared} {...(isQuiet && { size: "sm", px: "xs" })} leftSection={<DownloadIcon />}>
      {words}
    </Button>
  );
}

interface TableSortProps<Sort extends string> {
  table: Pick<RowsTable<Sort>, "sort" | "order" | "showSorted">;
  columns: readonly Pick<Column<never, Sort>, "title" | "sort">[];
  /** Whether it stands among fields that show their names, and so shows its own. */
  isField?: boolean;
}

/** Cards have no headers to press. */
export function TableSort<Sort extends string>({ table, columns, isField = false }: TableSortProps<Sort>) {
  const t = useT();
  const choices = columns.flatMap(({ title, sort }) => (sort === undefined ? [] : [{ title, sort }]));
  const ascending = table.order === "asc";
  if (choices.length === 0) return null;
  return (
    <Group gap={4} wrap="nowrap" miw={0} align={isField ? "flex-end" : "center"}>
      <NativeSelect
        miw={0}
        flex={isField ? 1 : undefined}
        {...(isField ? { label: t("Sort by") } : { "aria-label": t("Sort by") })}
        value={table.sort ?? ""}
        data={[
          ...(table.sort === undefined ? [{ value: "", label: t("Sort by") }] : []),
          ...choices.map(({ title, sort }) => ({ value: sort, label: t(title) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = choices.find(({ sort }) => sort === value);
          if (chosen) table.showSorted?.(chosen.sort, "asc");
        }}
      />
      <button
        type="button"
        className="link-button table-open"
        onClick={() => table.sort && table.showSorted?.(table.sort, ascending ? "desc" : "asc")}
      >
        {ascending ? t("Ascending") : t("Descending")}
        <Mark isTurned={ascending} />
      </button>
    </Group>
  );
}

interface PagesProps {
  size: number;
  showSize: (size: number) => void;
  /** What leads to other pages. */
  children: ReactNode;
}

/** Below a table: how many rows a page has, and the way to other pages. */
export function Pages({ size, showSize, children }: PagesProps) {
  const t = useT();
  return (
    <Flex
      component="nav"
      align="center"
      wrap="wrap"
      gap="0.5rem 1rem"
      justify="space-between"
      aria-label={t("Pages")}
    >
      <Flex component="label" align="center" wrap="wrap" gap="xs">
        <span className="small dimmed">{t("Rows per page")}</span>
        <NativeSelect
          value={String(size)}
          data={pageSizes.map(String)}
          onChange={({ currentTarget: { value } }) => showSize(Number(value))}
        />
      </Flex>
      <Group gap={4} ml="auto" wrap="nowrap">
        {children}
      </Group>
    </Flex>
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
    <Pages size={size} showSize={showSize}>
      <PageButton
        label={t("Previous page")}
        turn="90deg"
        onPress={page > 1 ? () => showPage(Math.min(page - 1, pages)) : undefined}
      />
      <span className="small">{t("Page {page} of {pages}", { page, pages })}</span>
      <PageButton
        label={t("Next page")}
        turn="-90deg"
        onPress={page < pages ? () => showPage(page + 1) : undefined}
      />
    </Pages>
  );
}

interface PageButtonProps {
  label: string;
  turn: string;
  /** Undefined where there is no further page: the button keeps its focus and does nothing. */
  onPress: (() => void) | undefined;
}

function PageButton({ label, turn, onPress }: PageButtonProps) {
  return (
    <IconButton
      aria-label={label}
      aria-disabled={!onPress}
      opacity={onPress ? 1 : 0.4}
      style={{ rotate: turn }}
      onClick={onPress}
    >
      <ChevronIcon />
    </IconButton>
  );
}
