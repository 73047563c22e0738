import { Flex } from "@mantine/core";
import { entryKinds, entryKindWords, type LedgerEntry } from "@fc/contract/ledger/console";
import { messageText } from "@fc/contract/ledger/message";
import { useQuery } from "@tanstack/react-query";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { CoinsCell } from "../../../ui/money/figures.tsx";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { EntryLink } from "../../links/links.tsx";
import { downloadEntries, entriesQuery } from "./queries.ts";

const columns: readonly Column<LedgerEntry>[] = [
  { title: "Entry", cell: ({ id }) => <EntryLink id={id} />, inCard: "heading" },
  {
    title: "Counts from",
    cell: ({ effectiveAt }) => <Whole>{dateTimeText(effectiveAt, "en")}</Whole>,
    sort: "effectiveAt",
    inCard: "aside",
  },
  { title: "Kind", cell: ({ kind }) => entryKindWords[kind] },
  { title: "Message", cell: ({ message }) => messageText(message) },
  {
    title: "Lines",
    cell: ({ lines }) => (lines === null ? "over 1,000" : lines.toLocaleString("en-IN")),
    align: "end",
  },
  {
    title: "Amount (FC)",
    cell: ({ amount }) => (amount === null ? "–" : <CoinsCell coins={amount} />),
    align: "end",
  },
];

const kinds = entryKinds.map((kind) => [kind, entryKindWords[kind]] as const);

export function Entries() {
  const table = useCursorTable(["search", "kind", "from", "to"], {
    sort: "effectiveAt",
    order: "desc",
  });
  const result = useQuery(entriesQuery(table.query));
  return (
    <Flex component="section" direction="column" gap="md" aria-label="Entries">
      <h2 className="card-title">Entries</h2>
      <CursorTable
        label="Entries"
        table={table}
        columns={columns}
        rowKey={({ id }) => id}
        result={result}
        download={() => downloadEntries(table.query)}
        searchLabel="Number of an entry, or a user ID"
        filters={
          <>
            <ChoiceFilter label="Kind" name="kind" choices={kinds} table={table} />
            <PeriodChoice table={table} />
          </>
        }
        empty={<EmptyState icon={ReportIcon}>Nothing has been entered yet.</EmptyState>}
      />
    </Flex>
  );
}
