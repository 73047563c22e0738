import { Table as Grid } from "@mantine/core";
import type { Column } from "./column.ts";
import { RuledTable } from "./ruled-table.tsx";
import { TableCards } from "./table-cards.tsx";
import { useNarrow } from "./use-narrow.ts";

interface PlainTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Close lines, for a few figures inside a card. */
  dense?: boolean;
}

/** A few rows that are all there: nothing to search, to sort or to page. */
export function PlainTable<Row>({ label, columns, rows, rowKey, dense = false }: PlainTableProps<Row>) {
  const narrow = useNarrow();
  // Two columns of close lines fit a phone as well.
  if (narrow && !(dense && columns.length <= 2)) {
    return (
      <TableCards
        label={label}
        table={{ serialOf: (index) => index + 1 }}
        columns={withHeading(columns)}
        rows={rows}
        total={rows.length}
        rowKey={rowKey}
        isDense={dense}
      />
    );
  }
  return (
    <RuledTable label={label} isDense={dense}>
      <Grid.Thead>
        <Grid.Tr>
          {columns.map(({ title, align }) => (
            <Grid.Th key={title} scope="col" data-align={align}>
              {title}
            </Grid.Th>
          ))}
        </Grid.Tr>
      </Grid.Thead>
      <Grid.Tbody>
        {rows.map((row, index) => (
          <Grid.Tr key={rowKey(row)}>
            {columns.map(({ title, cell, align }) => (
              <Grid.Td key={title} data-align={align}>
                {cell(row, index + 1)}
              </Grid.Td>
            ))}
          </Grid.Tr>
        ))}
      </Grid.Tbody>
    </RuledTable>
  );
}

/** A card is headed by the first column, where none was chosen for that. */
function withHeading<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (columns.some(({ inCard }) => inCard === "heading")) return columns;
  return columns.map((column, at) => (at === 0 ? { ...column, inCard: "heading" } : column));
}
