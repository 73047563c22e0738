import {
  approveBankMatches,
  mostApprovedTogether,
  type ApprovedMatch,
  type BankMatch,
  type BankMatches,
} from "@fc/contract/bank-statements/console-matches";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { coinsText, dollarsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { rupees } from "../../../lib/format/rupees.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { BankIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { CreditCell } from "../../bank/credit-cell.tsx";
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
];

/** Nothing differs: they are approved together, by another operator than the one who imported them. */
export function ExactMatches({ matches: { exact, cost, lastDay } }: { matches: BankMatches }) {
  const [isAsking, setAsking] = useState(false);
  const [results, setResults] = useState<readonly ApprovedMatch[]>();
  const others = exact.filter(({ isImportedByYou }) => !isImportedByYou).slice(0, mostApprovedTogether);
  const refused = results?.filter(({ problem }) => problem !== null) ?? [];
  return (
    <Stack>
      {results && (
        <Note tone={refused.length > 0 ? "bad" : "good"} live onClose={() => setResults(undefined)}>
          <p>{results.length - refused.length} approved.</p>
          {refused.map(({ requestId, reference, problem }) => (
            <Text key={requestId} size="sm">
              {reference}: {problem}
            </Text>
          ))}
        </Note>
      )}
      {exact.length === 0 ? (
        <div className="card">
          <EmptyState icon={BankIcon}>
            {`No request that waits is paid exactly${lastDay === null ? "" : `, up to ${dayText(lastDay, "en")}`}.`}
          </EmptyState>
        </div>
      ) : (
        <Card aria-label="Exact matches">
          <Group justify="space-between" gap="sm 1.5rem">
            <Text c="dimmed" maw="40rem">
              UTR, rupees, day and payer are those of the request, and nobody else names the UTR.
              {others.length < exact.length &&
                ` You imported ${exact.length - others.length} of them yourself: another operator approves those.`}
            </Text>
            {cost !== null && others.length > 0 && (
              <Button onClick={() => setAsking(true)}>{`Approve ${others.length} together`}</Button>
            )}
          </Group>
          <PlainTable
            label="Exact matches"
            columns={columns}
            rows={exact}
            rowKey={({ request, line }) => `${request.id} ${line.id}`}
          />
        </Card>
      )}
      {isAsking && cost !== null && (
        <Approving
          matches={others}
          cost={cost}
          onClose={() => setAsking(false)}
          onApproved={(approved) => {
            setAsking(false);
            setResults(approved);
          }}
        />
      )}
    </Stack>
  );
}

interface ApprovingProps {
  matches: readonly BankMatch[];
  cost: number;
  onClose: () => void;
  onApproved: (results: readonly ApprovedMatch[]) => void;
}

function Approving({ matches, cost, onClose, onApproved }: ApprovingProps) {
  const approving = useChange(
    bankKey,
    async () => {
      const chosen = matches.map(({ line, request }) => ({ lineId: line.id, requestId: request.id }));
      return (await call(approveBankMatches, { body: { cost, matches: chosen } })).data;
    },
    onApproved,
  );
  const sum = matches.reduce((all, { line }) => all + line.amountInr, 0);
  const dollars = matches.reduce((all, { request }) => all + request.amountUsd, 0);
  return (
    <ConfirmDialog
      title={`Approve ${matches.length} together`}
      action="Approve"
      change={approving}
      isOver={approving.problem instanceof ApiError && approving.problem.code === "FORBIDDEN"}
      onClose={onClose}
    >
      <p>
        {rupees(sum)} came in for {dollarsText(dollars)}. Each stake begins at today&apos;s price,{" "}
        {coinsText(cost)} for $15. What you may not approve alone stays where it is.
      </p>
    </ConfirmDialog>
  );
}
