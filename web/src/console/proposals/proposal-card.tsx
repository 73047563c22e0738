import { confirmProposal, refuseProposal, type ConsoleProposal } from "@fc/contract/proposals/console";
import { proposalKinds } from "@fc/contract/proposals/console-kinds";
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../lib/api/api.ts";
import { dateTimeText } from "../../lib/format/dates.ts";
import { useOperator } from "../../lib/session/operator.ts";
import { StateTag } from "../../ui/content/state-tag.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { toast } from "../../ui/feedback/toasts.tsx";
import { useAction, useChange } from "../../ui/form/use-change.ts";
import { ReasonDialog } from "../../ui/queue/reason-dialog.tsx";
import { Card } from "../../ui/layout/page.tsx";
import type { Column } from "../../ui/table/column.ts";
import { PlainTable } from "../../ui/table/plain-table.tsx";

type ProposalLine = ConsoleProposal["lines"][number];

const columns: readonly Column<ProposalLine>[] = [
  { title: "What", cell: ({ label }) => label },
  { title: "Now", cell: ({ from }) => <span className="any-length">{from}</span> },
  { title: "Proposed", cell: ({ to }) => <strong className="any-length">{to}</strong> },
];

/** Each value from before beside the new one. */
export function ProposalLines({ title, lines }: Pick<ConsoleProposal, "title" | "lines">) {
  return <PlainTable label={title} columns={columns} rows={lines} rowKey={({ label }) => label} dense />;
}

/** What waits for a second person, with the buttons that this operator may use. */
export function ProposalCard({ proposal }: { proposal: ConsoleProposal }) {
  const me = useOperator();
  const { kind, title, reason, proposedBy, proposedAt, expiresAt, problem } = proposal;
  const isOwn = proposedBy.id === me.id;
  return (
    <Card aria-label={title}>
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 className="card-title">{title}</h2>
          <Text size="sm" c="dimmed">
            {proposalKinds[kind].label}
          </Text>
        </div>
        <StateTag status={problem === null ? "P" : "R"}>
          {problem === null ? `Proposed by ${isOwn ? "you" : proposedBy.name}, waiting` : "Out of date"}
        </StateTag>
      </Group>
      <ProposalLines {...proposal} />
      <p>Reason: {reason}</p>
      <Text size="sm" c="dimmed">
        Proposed by {proposedBy.name}, {dateTimeText(proposedAt, "en")}. It expires{" "}
        {dateTimeText(expiresAt, "en")}.
      </Text>
      {problem !== null && <Note tone="bad">{problem}</Note>}
      <Decision proposal={proposal} isOwn={isOwn} />
    </Card>
  );
}

function Decision({ proposal, isOwn }: { proposal: ConsoleProposal; isOwn: boolean }) {
  const me = useOperator();
  const [open, setOpen] = useState<"confirm" | "refuse">();
  // Everything on the page may depend on what is decided here.
  const act = useAction([]);
  const { confirmedBy } = proposalKinds[proposal.kind];
  const mayConfirm = confirmedBy.operators.some((role) => role === me.role);
  if (!mayConfirm && !isOwn) return null;
  const refusal = isOwn ? "Take back" : "Refuse";
  const params = { id: proposal.id };
  return (
    <Group gap="sm">
      {isOwn && (
        <Text size="sm" c="dimmed">
          Another person confirms it.
        </Text>
      )}
      {!isOwn && proposal.problem === null && (
        <Button onClick={() => setOpen("confirm")}>
          Confirm<span className="visually-hidden"> {proposal.title}</span>
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen("refuse")}>
        {refusal}
        <span className="visually-hidden"> {proposal.title}</span>
      </Button>
      {open === "confirm" && <ConfirmProposal proposal={proposal} onClose={() => setOpen(undefined)} />}
      {open === "refuse" && (
        <ReasonDialog
          title={`${refusal}: ${proposal.title}`}
          label="Reason, for the other operators"
          action={refusal}
          problemOf={(text) =>
            text.length < 3 ? "Please give a reason of at least three letters" : undefined
          }
          onClose={() => setOpen(undefined)}
          onGiven={(reason) => {
            setOpen(undefined);
            void act(async () => {
              await call(refuseProposal, { params, body: { reason } });
              return isOwn ? "Taken back" : "Refused";
            });
          }}
        />
      )}
    </Group>
  );
}

function ConfirmProposal({ proposal, onClose }: { proposal: ConsoleProposal; onClose: () => void }) {
  const change = useChange(
    [],
    () => call(confirmProposal, { params: { id: proposal.id } }),
    () => {
      toast.done(`Done: ${proposal.title}`);
      onClose();
    },
  );
  return (
    <ConfirmDialog title={proposal.title} action="Confirm" change={change} isWide onClose={onClose}>
      <ProposalLines {...proposal} />
      <p>
        It counts at once, in your name and in that of {proposal.proposedBy.name}. Please check each new value
        against a source of your own, not against what {proposal.proposedBy.name} sent you.
      </p>
    </ConfirmDialog>
  );
}
