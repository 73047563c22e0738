import {
  resultReason,
  type BulkMail,
  type bulkMailResultPage,
  type BulkMailResultRow,
} from "@fc/contract/bulk-mail/console";
import {
  bulkMailResultNames,
  bulkMailResults,
  type BulkMailResult,
} from "@fc/contract/bulk-mail/console-kinds";
import type { QueryOf } from "@fc/contract/route";
import { useQuery } from "@tanstack/react-query";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { CloseIcon } from "../../../ui/icons/icons.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { downloadResults, resultsQuery } from "./queries.ts";

const looks = {
  waiting: {},
  queued: { status: "P" },
  sent: { status: "A" },
  failed: { status: "R" },
  bounced: { status: "R" },
  skipped: { icon: CloseIcon },
} as const satisfies Record<BulkMailResult, object>;

function columnsOf({ state }: BulkMail): readonly Column<BulkMailResultRow>[] {
  const labelOf = (result: BulkMailResult) =>
    result === "waiting" && state === "cancelled" ? "Cancelled" : bulkMailResults[result];
  return [
    { title: "Member", cell: (member) => <Requester member={member} isNarrow />, inCard: "heading" },
    {
      title: "Result",
      cell: ({ result }) => <StateTag {...looks[result]}>{labelOf(result)}</StateTag>,
      inCard: "aside",
    },
    {
      title: "Reason",
      cell: ({ reason }) => (
        <span className="any-length">{reason === null ? "–" : resultReason(reason)}</span>
      ),
    },
    { title: "When", cell: ({ at }) => <Moment at={at} /> },
    { title: "Unsubscribed by it", cell: ({ unsubscribedAt }) => <Moment at={unsubscribedAt} /> },
  ];
}

function Moment({ at }: { at: string | null }) {
  return <Whole>{at === null ? "–" : dateTimeText(at, "en")}</Whole>;
}

const filterNames = ["search", "result"] as const;
const choices = bulkMailResultNames.map((result) => [result, bulkMailResults[result]] as const);

/** What became of the mail to each member. */
export function ResultsTable({ mail }: { mail: BulkMail }) {
  const table = useCursorTable(filterNames);
  const query = queryOf(table.query);
  const result = useQuery(resultsQuery(mail, query));
  return (
    <CursorTable
      label="Mails"
      table={table}
      columns={columnsOf(mail)}
      rowKey={({ memberId }) => memberId}
      result={result}
      download={() => downloadResults(mail.id, query)}
      searchLabel="User ID, name, e-mail or mobile number"
      filters={<ChoiceFilter label="Result" name="result" choices={choices} table={table} />}
      empty={<p className="state">Nobody is written down yet.</p>}
    />
  );
}

/** A typed address may contain any filter. Unknown values are left out, because the server would refuse them. */
function queryOf({ result, ...rest }: Record<string, string | number>): QueryOf<typeof bulkMailResultPage> {
  const known = bulkMailResultNames.find((each) => each === result);
  return { ...rest, ...(known && { result: known }) };
}
