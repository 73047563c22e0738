import {
  bulkMailsCsv,
  bulkMailSorts,
  recipientsOf,
  writeBulkMail,
  type BulkMail,
  type BulkMailTotals,
} from "@fc/contract/bulk-mail/console";
import { bulkMailKinds, bulkMailStateNames, bulkMailStates } from "@fc/contract/bulk-mail/console-kinds";
import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { bulkMailPath, BulkMailStateTag, countText } from "./bulk-mail-cells.tsx";
import { bulkMailsQuery } from "./queries.ts";

type Sort = (typeof bulkMailSorts)[number];

/** With what all mails that are found come to. */
const columnsWith = (all: BulkMailTotals | undefined): readonly Column<BulkMail, Sort>[] => [
  { title: "State", cell: (mail) => <BulkMailStateTag {...mail} />, inCard: "aside" },
  { title: "Subject", cell: (mail) => <Subject mail={mail} />, inCard: "heading" },
  {
    title: "Sent",
    cell: ({ totals }) => countText(totals.sent),
    total: all && countText(all.sent),
    align: "end",
  },
  {
    title: "Of",
    cell: ({ state, totals }) => (state === "draft" ? "–" : countText(recipientsOf(totals))),
    total: all && countText(recipientsOf(all)),
    align: "end",
  },
  {
    title: "Failed",
    cell: ({ totals }) => countText(totals.failed + totals.bounced),
    total: all && countText(all.failed + all.bounced),
    align: "end",
  },
  {
    title: "Left out",
    cell: ({ totals }) => countText(totals.skipped),
    total: all && countText(all.skipped),
    align: "end",
  },
  {
    title: "Written",
    cell: ({ createdAt }) => <Whole>{dateTimeText(createdAt, "en")}</Whole>,
    sort: "createdAt",
  },
];

function Subject({ mail: { id, subject, kind, writtenBy } }: { mail: BulkMail }) {
  const page: string = bulkMailPath(id);
  return (
    <>
      <Anchor component={Link} to={page} className="any-length" fw={600} py={4} display="inline-block">
        {subject.en}
      </Anchor>
      <Text size="sm" c="dimmed" fw={400}>
        {bulkMailKinds[kind].label}, by {writtenBy}
      </Text>
    </>
  );
}

/** Every mail to many members, with what became of it. */
export default function BulkMailsPage() {
  const { role } = useOperator();
  const table = useTable({
    sorts: bulkMailSorts,
    first: { sort: "createdAt", order: "desc" },
    filters: ["state"],
  });
  const { state, ...query }: typeof table.query & { state?: string } = table.query;
  const known = bulkMailStateNames.find((each) => each === state);
  const found = { ...query, ...(known && { state: known }) };
  const result = useQuery(bulkMailsQuery(found));
  const page: string = bulkMailPath("new");
  return (
    <Stack>
      <WaitingHere kinds={["bulk-mail"]} />
      {mayCall(role, writeBulkMail) && (
        <div>
          <Button renderRoot={(props) => <Link {...props} to={page} />}>Write a bulk mail</Button>
        </div>
      )}
      <DataTable
        label="Bulk mails"
        table={table}
        columns={columnsWith(result.data?.totals)}
        rowKey={({ id }) => id}
        result={result}
        searchLabel="Words of the subject"
        filters={
          <ChoiceFilter
            label="State"
            name="state"
            choices={bulkMailStateNames.map((each) => [each, bulkMailStates[each]])}
            table={table}
          />
        }
        download={() => download(bulkMailsCsv, { query: withoutPage(found) })}
        empty={<p className="state">No mail to many members has been written yet.</p>}
      />
    </Stack>
  );
}
