import { Box, Skeleton, Table as Grid } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import type { Column } from "./column.ts";
import { RuledTable, TableSurface } from "./ruled-table.tsx";
import { useFolded } from "./use-folded.ts";
import { TableHead, type RowsTable } from "./table-body.tsx";
import "./table-cards.css";

const skeletonRows = [0, 1, 2, 3, 4, 5, 6, 7];

interface TableSkeletonProps<Row, Sort extends string> {
  narrow: boolean;
  table: RowsTable<Sort>;
  columns: readonly Column<Row, Sort>[];
}

/** Outlines of rows, under the headers that stay. */
export function TableSkeleton<Row, Sort extends string>({
  narrow,
  table,
  columns,
}: TableSkeletonProps<Row, Sort>) {
  const t = useT();
  const places = useFolded(columns);
  const widths = ["70%", "90%", "55%", "80%"];
  return (
    <TableSurface role="status" aria-label={t("Loading...")}>
      {narrow ? (
        <ul className="plain-list table-cards" aria-hidden="true">
          {skeletonRows.map((row) => (
            <Box component="li" key={row} px="sm" py={8}>
              <Skeleton height={20} width={widths[row % widths.length]} mb="0.5rem" />
              <Skeleton height={16} />
            </Box>
          ))}
        </ul>
      ) : (
        <RuledTable label={t("Loading...")} isOutline>
          <TableHead table={table} columns={columns} />
          <Grid.Tbody>
            {skeletonRows.map((row) => (
              <Grid.Tr key={row}>
                {places.map((place, index) => (
                  <Grid.Td key={place[0]?.title}>
                    <Skeleton height={16} my={4} width={widths[(row + index) % widths.length]} />
                  </Grid.Td>
                ))}
              </Grid.Tr>
            ))}
          </Grid.Tbody>
        </RuledTable>
      )}
    </TableSurface>
  );
}
