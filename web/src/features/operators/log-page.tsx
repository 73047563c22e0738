import { operatorLogSorts, type OperatorLogLine } from "@fc/contract/operators";
import { useQuery } from "@tanstack/react-query";
import { dateTimeText } from "../../lib/format.ts";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useTable } from "../../ui/table/use-table.ts";
import { operatorLogQuery } from "./queries.ts";

type Sort = (typeof operatorLogSorts)[number];

const columns: readonly Column<OperatorLogLine, Sort>[] = [
  { title: "When", cell: ({ at }) => dateTimeText(at, "en"), inCard: "aside" },
  { title: "Who", cell: ({ operator }) => operator },
  { title: "What", cell: ({ action }) => action.replace("/", ": ").replaceAll("-", " "), inCard: "heading" },
  { title: "Member", cell: ({ member }) => (member ? `${member.name} (${member.refId})` : "–") },
  { title: "Details", cell: ({ details }) => detailsText(details) },
  { title: "From", cell: ({ ip }) => ip },
];

function detailsText(details: Record<string, unknown>): string {
  const words = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
  return words.length > 0 ? words.join(", ") : "–";
}

export default function LogPage() {
  const table = useTable({ sorts: operatorLogSorts, first: { sort: "at", order: "desc" }, filters: [] });
  const { page, size } = table.query;
  const result = useQuery(operatorLogQuery({ page, size }));
  return (
    <DataTable
      label="What operators did"
      table={table}
      columns={columns}
      rowKey={({ id }) => id}
      result={result}
      empty={<p className="state">Nothing has been done yet.</p>}
    />
  );
}
