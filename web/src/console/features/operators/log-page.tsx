import { Box } from "@mantine/core";
import {
  logActionText,
  logDetailsText,
  operatorLogSorts,
  type OperatorLogLine,
} from "@fc/contract/operators/console";
import { useQuery } from "@tanstack/react-query";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { Requester } from "../../../ui/queue/requester.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { downloadLog, operatorLogQuery, operatorsQuery } from "./queries.ts";

type Sort = (typeof operatorLogSorts)[number];

const columns: readonly Column<OperatorLogLine, Sort>[] = [
  {
    title: "When",
    cell: ({ at }) => <Whole>{dateTimeText(at, "en")}</Whole>,
    sort: "at",
    inCard: "aside",
  },
  { title: "Who", cell: ({ operator }) => <Words>{operator}</Words> },
  {
    title: "What",
    cell: ({ action }) => <Words>{logActionText(action)}</Words>,
    inCard: "heading",
    folds: true,
  },
  { title: "Member", cell: ({ member }) => (member ? <Requester member={member} isNarrow /> : "–") },
  {
    title: "Details",
    cell: ({ details }) => <span className="any-length">{logDetailsText(details) || "–"}</span>,
  },
  { title: "From", cell: ({ ip }) => ip },
];

/** A few words: their column does not give way to that of the details. */
function Words({ children }: { children: string }) {
  return (
    <Box component="span" display="block" miw="8rem">
      {children}
    </Box>
  );
}

export default function LogPage() {
  const table = useTable({
    sorts: operatorLogSorts,
    first: { sort: "at", order: "desc" },
    filters: ["operatorId"],
  });
  const result = useQuery(operatorLogQuery(table.query));
  const { data: operators = [] } = useQuery(operatorsQuery);
  return (
    <DataTable
      label="What operators did"
      table={table}
      columns={columns}
      rowKey={({ id }) => id}
      result={result}
      download={() => downloadLog(table.query)}
      searchLabel="Member: user ID, name, e-mail or mobile number"
      filters={
        <ChoiceFilter
          label="Operator"
          name="operatorId"
          all="Everybody"
          table={table}
          choices={operators.map(({ id, name }) => [String(id), name] as const)}
        />
      }
      empty={<p className="state">Nothing has been done yet.</p>}
    />
  );
}
