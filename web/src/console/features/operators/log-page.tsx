import { operatorLogSorts, type operatorLog, type OperatorLogLine } from "@fc/contract/operators/console";
import { logActionNames, loggedActions } from "@fc/contract/operators/console-log";
import type { QueryOf } from "@fc/contract/route";
import { Spoiler } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { exactTimeText } from "../../../lib/format/dates.ts";
import { Requester } from "../../../ui/queue/requester.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { LogText } from "../../links/links.tsx";
import { downloadLog, operatorLogQuery, operatorsQuery } from "./queries.ts";

type Sort = (typeof operatorLogSorts)[number];

const columns: readonly Column<OperatorLogLine, Sort>[] = [
  {
    title: "When",
    cell: ({ at }) => <Whole>{exactTimeText(at, "en")}</Whole>,
    sort: "at",
    inCard: "aside",
  },
  { title: "Who", cell: ({ operator }) => <Whole>{operator}</Whole>, folds: true },
  {
    title: "What",
    cell: (line) => (
      // A line may quote a whole text that was released.
      <Spoiler className="any-length" maxHeight={40} showLabel="All of it" hideLabel="Less">
        <LogText {...line} />
      </Spoiler>
    ),
    inCard: "heading",
  },
  { title: "Member", cell: ({ member }) => (member ? <Requester member={member} isNarrow /> : "–") },
  { title: "From", cell: ({ ip }) => ip, folds: true },
];

const actions = logActionNames.map((name) => [name, loggedActions[name].label] as const);

export default function LogPage() {
  const table = useTable({
    sorts: operatorLogSorts,
    first: { sort: "at", order: "desc" },
    filters: ["operatorId", "action", "from", "to"],
  });
  const query = queryOf(table.query);
  const result = useQuery(operatorLogQuery(query));
  const { data: operators = [] } = useQuery(operatorsQuery);
  return (
    <DataTable
      label="What operators did"
      table={table}
      columns={columns}
      rowKey={({ id }) => id}
      result={result}
      download={() => downloadLog(query)}
      searchLabel="Member: user ID, name, e-mail or mobile number"
      filters={
        <>
          <ChoiceFilter
            label="Operator"
            name="operatorId"
            all="Everybody"
            table={table}
            choices={operators.map(({ id, name }) => [String(id), name] as const)}
          />
          <ChoiceFilter label="Action" name="action" table={table} choices={actions} />
          <PeriodChoice table={table} />
        </>
      }
      empty={<p className="state">Nothing has been done yet.</p>}
    />
  );
}

/** A typed address may name an action that there is not. It is left out, because the server would refuse it. */
function queryOf({ action, ...rest }: Record<string, string | number>): QueryOf<typeof operatorLog> {
  const known = logActionNames.find((name) => name === action);
  return { ...rest, ...(known && { action: known }) };
}
