import type { BankMatches, PaidRequest } from "@fc/contract/bank-statements/console-matches";
import { requestQueueStates } from "@fc/contract/request-states";
import { Text } from "@mantine/core";
import { dollarsText } from "../../../lib/format/amounts.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { rupees } from "../../../lib/format/rupees.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { BankIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { ReferenceLink } from "../../links/links.tsx";

const states = requestQueueStates("Approved");

const columns: readonly Column<PaidRequest>[] = [
  {
    title: "Member",
    cell: ({ member }) => <Requester member={member} />,
    value: ({ member }) => `${member.name} ${member.refId}`,
  },
  {
    title: "Request",
    cell: ({ reference }) => <ReferenceLink reference={reference} />,
    value: ({ reference }) => reference,
  },
  {
    title: "Amount",
    cell: ({ amountUsd }) => dollarsText(amountUsd),
    value: ({ amountUsd }) => amountUsd,
    align: "end",
  },
  {
    title: "Rupees",
    cell: ({ amountInr }) => (amountInr === null ? "–" : rupees(amountInr)),
    value: ({ amountInr }) => amountInr,
    align: "end",
  },
  { title: "UTR", cell: ({ utr }) => utr ?? "–", value: ({ utr }) => utr },
  {
    title: "Requested",
    cell: ({ requestedAt }) => <Whole>{dateTimeText(requestedAt, "en")}</Whole>,
    value: ({ requestedAt }) => requestedAt,
  },
  {
    title: "State",
    cell: ({ status }) => <StateTag status={status}>{states[status]}</StateTag>,
    value: ({ status }) => states[status],
    inCard: "aside",
  },
];

/** The bank shows no payment for these. One that was approved was perhaps a fake. */
export function UnpaidRequests({ matches: { unpaid, lastDay, isMore } }: { matches: BankMatches }) {
  const upTo = lastDay === null ? "" : ` up to ${dayText(lastDay, "en")}`;
  if (unpaid.length === 0) {
    return (
      <div className="card">
        <EmptyState icon={BankIcon}>{`Each request${upTo} has a credit.`}</EmptyState>
      </div>
    );
  }
  return (
    <Card aria-label="Requests without a credit">
      <Text c="dimmed">
        The statements{upTo} have no credit for these requests.
        {isMore && " Only the oldest are shown."}
      </Text>
      <PlainTable label="Requests without a credit" columns={columns} rows={unpaid} rowKey={({ id }) => id} />
    </Card>
  );
}
