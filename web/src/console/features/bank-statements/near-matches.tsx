import {
  bankDifferences,
  matchBankLine,
  type BankMatch,
  type BankMatches,
} from "@fc/contract/bank-statements/console-matches";
import { Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { rupees } from "../../../lib/format/rupees.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { BankIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { CreditCell, Differences } from "../../bank/credit-cell.tsx";
import { RequestCell } from "./request-cell.tsx";
import { bankKey } from "../../bank/queries.ts";

const columns: readonly Column<BankMatch>[] = [
  {
    title: "Request",
    cell: ({ request }) => <RequestCell request={request} />,
    value: ({ request }) => `${request.reference} ${request.member.name} ${request.member.refId}`,
  },
  {
    title: "Credit",
    cell: ({ line }) => <CreditCell line={line} />,
    value: ({ line }) => `${line.day} ${line.words}`,
  },
  {
    title: "What differs",
    cell: ({ differences }) => <Differences differences={differences} />,
    value: ({ differences }) => differences.map((difference) => bankDifferences[difference]).join(", "),
    inCard: "plain",
  },
];

function actionsOf(onChoose: (match: BankMatch) => void): Column<BankMatch> {
  return {
    title: "Actions",
    cell: (match) => (
      <button type="button" className="link-button" onClick={() => onChoose(match)}>
        <Whole>It pays for this</Whole>
      </button>
    ),
    inCard: "actions",
  };
}

/** A person looks at these: beside each other what the member says and what the bank says. */
export function NearMatches({ matches: { near, isMore } }: { matches: BankMatches }) {
  const [chosen, setChosen] = useState<BankMatch>();
  if (near.length === 0) {
    return (
      <div className="card">
        <EmptyState icon={BankIcon}>No credit is near a request without being exact.</EmptyState>
      </div>
    );
  }
  return (
    <Card aria-label="Near matches">
      <Text c="dimmed">
        Matching a credit approves nothing: the request is decided in its queue.
        {isMore && " Only the oldest are shown."}
      </Text>
      <PlainTable
        label="Near matches"
        columns={[...columns, actionsOf(setChosen)]}
        rows={near}
        rowKey={({ request, line }) => `${request.id} ${line.id}`}
      />
      {chosen && <Matching match={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function Matching({ match: { line, request }, onClose }: { match: BankMatch; onClose: () => void }) {
  const matching = useChange(
    bankKey,
    () => call(matchBankLine, { params: { id: line.id }, body: { reference: request.reference } }),
    onClose,
  );
  return (
    <ConfirmDialog title="It pays for this request" action="Match" change={matching} onClose={onClose}>
      <p>
        {rupees(line.amountInr)} then pay for {request.reference} of {request.member.name}, and for no other
        request.
      </p>
    </ConfirmDialog>
  );
}
