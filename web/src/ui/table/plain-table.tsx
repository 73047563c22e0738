import { Box, Group } from "@mantine/core";
import { useContext, type ReactNode } from "react";
import type { Column } from "./column.ts";
import { TableRows } from "./table-body.tsx";
import { TableCards } from "./table-cards.tsx";
import { saveTable } from "./table-file.ts";
import { DownloadButton, TableSearch, TableSort } from "./table-tools.tsx";
import { TableViewContext } from "./table-view-choices.ts";
import { useNarrow } from "./use-narrow.ts";
import { useWholeTable } from "./use-whole-table.ts";

interface PlainTableProps<Row> {
  /** Names the table for screen readers, and its file. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Close lines, for a few figures inside a card: nothing to search or to save. */
  dense?: boolean;
}

/** Fewer rows are seen at a glance. */
const searchedFrom = 10;

/** A list that is all there: the page itself sorts it, searches it and writes its file. */
export function PlainTable<Row>({ label, columns, rows, rowKey, dense = false }: PlainTableProps<Row>) {
  const narrow = useNarrow();
  const shown = useWholeTable(withHeading(columns), rows);
  const shared = { label, table: shown.table, columns: shown.columns, rows: shown.rows, rowKey };
  // Two columns of close lines fit a phone as well.
  const isCards = narrow && !(dense && columns.length <= 2);
  const Rows = isCards ? TableCards : TableRows;
  return (
    <>
      {!dense && (
        <Tools columns={columns} save={() => saveTable(label, shown.columns, shown.rows)}>
          {rows.length >= searchedFrom && (
            <TableSearch label={`Find in: ${label}`} search={shown.search} onSearch={shown.showFound} />
          )}
          {isCards && <TableSort table={shown.table} columns={shown.columns} />}
        </Tools>
      )}
      {/* What does not fit scrolls by itself, so that the page does not. */}
      <Box style={dense ? undefined : { overflowX: "auto" }}>
        <Rows {...shared} total={shown.rows.length} isDense={dense} />
      </Box>
      {shown.rows.length === 0 && rows.length > 0 && <p className="state">Nothing fits.</p>}
    </>
  );
}

interface ToolsProps<Row> {
  columns: readonly Column<Row>[];
  save: () => Promise<void>;
  children: ReactNode;
}

/** Where tables are worked with all day. */
function Tools<Row>({ columns, save, children }: ToolsProps<Row>) {
  if (!useContext(TableViewContext)) return null;
  return (
    <Group gap="sm" align="flex-end" p="sm">
      {children}
      {columns.some(({ value }) => value) && <DownloadButton download={save} isQuiet />}
    </Group>
  );
}

/** A card is headed by the first column, where none was chosen for that. */
function withHeading<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (columns.some(({ inCard }) => inCard === "heading")) return columns;
  return columns.map((column, at) => (at === 0 ? { ...column, inCard: "heading" } : column));
}
