import { Skeleton } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import type { Column } from "./column.ts";
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
  const widths = ["70%", "90%", "55%", "80%"];
  return (
    <div className="table-surface" role="status" aria-label={t("Loading...")}>
      {narrow ? (
        <ul className="table-cards" aria-hidden="true">
          {skeletonRows.map((row) => (
            <li key={row}>
              <Skeleton height={20} width={widths[row % widths.length]} mb="0.75rem" />
              <Skeleton height={76} />
            </li>
          ))}
        </ul>
      ) : (
        <table className="table" aria-hidden="true" inert>
          <TableHead table={table} columns={columns} />
          <tbody>
            {skeletonRows.map((row) => (
              <tr key={row}>
                {columns.map(({ title }, index) => (
                  <td key={title}>
                    <Skeleton height={16} my={4} width={widths[(row + index) % widths.length]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
