import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { StatusTag } from "../../ui/money/timeline.tsx";
import { CoinsCell } from "../../ui/money/figures.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ReportIcon } from "../../ui/icons/screen-icons.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import type { Column } from "../../ui/table/column.ts";
import { CursorTable } from "../../ui/table/cursor-table.tsx";
import { DataTable, type TablePage } from "../../ui/table/data-table.tsx";
import { PeriodChoice } from "../../ui/table/period-choice.tsx";
import { PeriodFilter } from "../../ui/table/period-filter.tsx";
import { PlainTable } from "../../ui/table/plain-table.tsx";
import { ShowOlder } from "../../ui/table/show-older.tsx";
import { TableViewContext } from "../../ui/table/table-view-choices.ts";
import { useCursorTable } from "../../ui/table/use-cursor-table.ts";
import { useTable } from "../../ui/table/use-table.ts";
import { Whole } from "../../ui/table/whole.tsx";
import { problem } from "./examples.ts";
import { Section, State } from "./state.tsx";

interface Line {
  id: number;
  day: string;
  coins: number;
  message: string;
  status: "P" | "A" | "R";
}

const lines: readonly Line[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  day: `${30 - index} Nov 2026`,
  coins: 1_234.5 * (index + 1),
  message: index % 4 === 0 ? "Direct bonus for FC9T3B5X" : "ROS",
  status: (["A", "P", "R"] as const)[index % 3] ?? "A",
}));

const columns: readonly Column<Line, "day" | "coins">[] = [
  { title: "Serial No", cell: (_, serial) => serial, inCard: "number" },
  { title: "TopUp Date", cell: ({ day }) => <Whole>{day}</Whole>, inCard: "plain", sort: "day" },
  {
    title: "Coin (FC)",
    cell: ({ coins }) => <CoinsCell coins={coins} />,
    coins: ({ coins }) => coins,
    align: "end",
    inCard: "heading",
    sort: "coins",
    value: ({ coins }) => coins,
  },
  { title: "Message", cell: ({ message }) => message, inCard: "plain", value: ({ message }) => message },
  { title: "Status", cell: ({ status }) => <StatusTag status={status} />, inCard: "aside" },
];

const older = {
  error: null,
  hasNextPage: true,
  isFetchingNextPage: false,
  fetchNextPage: async () => undefined,
};

const nothing = <EmptyState icon={ReportIcon}>Nothing to Show</EmptyState>;
const shared = { columns, rowKey: ({ id }: Line) => id, empty: nothing };

export function Lists() {
  return (
    <Section title="Lists">
      <State name="Searched, sorted, narrowed, opened and paged by the server">
        <Paged />
      </State>
      <State name="Read from the newest on">
        <FromNewest />
      </State>
      <State name="Loading">
        <Single name="loading" load={() => new Promise(() => undefined)} />
      </State>
      <State name="Failed">
        <Single name="failed" load={() => Promise.reject(problem)} />
      </State>
      <State name="Nothing there">
        <Single name="empty" load={async () => ({ rows: [], total: 0 })} />
      </State>
      <State name="The next older part of a list: offered, on its way, failed">
        <ShowOlder list={older} />
        <ShowOlder list={{ ...older, isFetchingNextPage: true }} />
        <ShowOlder list={{ ...older, error: problem }} />
      </State>
      <State name="All there: the page sorts, searches and saves it">
        <TableViewContext value>
          <PlainTable label="Credits" columns={columns} rows={lines.slice(0, 12)} rowKey={({ id }) => id} />
        </TableViewContext>
      </State>
      <State name="A few figures in a card">
        <PlainTable
          label="Few"
          columns={columns.slice(1, 3)}
          rows={lines.slice(0, 3)}
          rowKey={({ id }) => id}
          dense
        />
      </State>
    </Section>
  );
}

const opened = ({ message }: Line) => <p>{message}: what it follows from.</p>;

function useTableHere() {
  return useTable<"day" | "coins">({
    sorts: ["day", "coins"],
    first: { sort: "day", order: "desc" },
    filters: ["status", "from", "to"],
  });
}

function Paged() {
  const table = useTableHere();
  const { page, size, filters, search } = table;
  const found = lines.filter(
    ({ status, message }) =>
      (filters["status"] === undefined || filters["status"] === status) &&
      message.toLowerCase().includes(search.toLowerCase()),
  );
  const shown = { rows: found.slice((page - 1) * size, page * size), total: found.length };
  const result = useQuery({ queryKey: ["parts", table.query], queryFn: () => shown });
  return (
    <DataTable
      {...shared}
      label="Wallet report"
      table={table}
      result={result}
      searchLabel="Search the messages"
      filters={
        <>
          <PeriodFilter filters={filters} onFilter={table.showFiltered} />
          <ChoiceFilter
            label="Status"
            name="status"
            table={table}
            choices={[
              ["P", "Pending"],
              ["A", "Accepted"],
              ["R", "Rejected"],
            ]}
          />
        </>
      }
      tools={<PeriodChoice table={table} />}
      details={opened}
      download={async () => undefined}
    />
  );
}

function FromNewest() {
  const table = useCursorTable(["search"]);
  const result = useQuery({
    queryKey: ["parts", "newest"],
    queryFn: () => ({ rows: lines.slice(0, 5), next: "6" }),
  });
  return <CursorTable {...shared} label="Newest" table={table} result={result} searchLabel="Search" />;
}

function Single({ name, load }: { name: string; load: () => Promise<TablePage<Line>> }) {
  const result: UseQueryResult<TablePage<Line>> = useQuery({
    queryKey: ["parts", name],
    queryFn: load,
    retry: false,
  });
  return <DataTable {...shared} label={name} table={useTableHere()} result={result} />;
}
