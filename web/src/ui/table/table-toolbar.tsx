import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { Column } from "./column.ts";
import { Filters } from "./filters.tsx";
import type { RowsTable } from "./table-body.tsx";
import { DownloadButton, TableSearch, TableSort } from "./table-tools.tsx";
import { useNarrow } from "./use-narrow.ts";
import { ViewChoice } from "./view-choice.tsx";

interface TableToolbarProps<Row, Sort extends string> {
  label: string;
  table: RowsTable<Sort> & {
    filters: Readonly<Record<string, string>>;
    showFound: (search: string) => void;
    showAll: () => void;
  };
  columns: readonly Column<Row, Sort>[];
  search: string;
  searchLabel: string | undefined;
  filters: ReactNode;
  tools: ReactNode;
  download: (() => Promise<void>) | undefined;
}

/** What stands above a table: search, filters, and what can be done with all that was found. */
export function TableToolbar<Row, Sort extends string>(props: TableToolbarProps<Row, Sort>) {
  const { label, table, columns, search, searchLabel, filters, tools, download } = props;
  const narrow = useNarrow();
  return (
    <Group className="table-toolbar" gap={narrow ? "xs" : "sm"} align="flex-end">
      {searchLabel !== undefined && (
        <TableSearch label={searchLabel} search={search} onSearch={table.showFound} />
      )}
      {filters && (
        <Filters table={table} isShort={searchLabel !== undefined || Boolean(tools)}>
          {filters}
          {narrow && <TableSort table={table} columns={columns} isField />}
        </Filters>
      )}
      <Group gap="xs" ml="auto" {...(narrow && tools && { flex: "1 1 auto" })}>
        {tools}
        {download && <DownloadButton download={download} />}
        <ViewChoice label={label} columns={columns} />
      </Group>
    </Group>
  );
}
