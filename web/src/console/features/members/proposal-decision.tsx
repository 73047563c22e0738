import { Flex, Text } from "@mantine/core";
import type { Proposal } from "@fc/contract/members/console";
import { useState } from "react";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useOperator } from "../../../lib/session/operator.ts";
import type { Column } from "../../../ui/table/column.ts";
import { Words } from "./member-cells.tsx";
import { ActionDialog } from "./action-dialog.tsx";

/** Why, and who proposed it; the same for everything that takes two operators. */
export const proposalColumns: readonly Column<Proposal>[] = [
  { title: "Reason", cell: ({ reason }) => <Words>{reason}</Words>, value: ({ reason }) => reason },
  {
    title: "Proposed by",
    cell: ({ proposedBy, proposedAt }) => `${proposedBy.name}, ${dateTimeText(proposedAt, "en")}`,
    value: ({ proposedAt }) => proposedAt,
  },
];

interface ProposalDecisionProps {
  proposal: Proposal;
  /** What is proposed, in a few words: it names the buttons. */
  what: string;
  mayDecide: boolean;
  busy?: boolean;
  /** Confirms it, or shows first what has to be looked at. */
  onConfirm: () => void;
  refuse: (reason: string) => Promise<unknown>;
  /** Shown for a moment once it is refused. */
  refused: string;
}

/** How a proposal was decided; while it waits, the buttons for it. Who proposed it may only take it back. */
export function ProposalDecision(props: ProposalDecisionProps) {
  const { proposal, what, mayDecide, busy = false, onConfirm, refuse, refused } = props;
  const { status, decidedBy, decidedAt, refusal, proposedBy } = proposal;
  const me = useOperator();
  const [refusing, setRefusing] = useState(false);
  if (status !== "P") {
    const when = decidedAt === null ? "" : `, ${dateTimeText(decidedAt, "en")}`;
    return `${decidedBy ?? "–"}${when}${refusal === null ? "" : `: ${refusal}`}`;
  }
  if (!mayDecide) return "waits for a second operator";
  const isMine = proposedBy.id === me.id;
  return (
    <Flex component="span" align="center" wrap="wrap" gap="sm">
      {isMine ? (
        <Text component="span" size="sm" c="dimmed">
          Another operator confirms it.
        </Text>
      ) : (
        <button
          type="button"
          className="link-button"
          aria-disabled={busy}
          aria-label={`Confirm ${what}`}
          onClick={onConfirm}
        >
          Confirm
        </button>
      )}
      <button
        type="button"
        className="link-button"
        aria-label={`${isMine ? "Take back" : "Refuse"} ${what}`}
        onClick={() => setRefusing(true)}
      >
        {isMine ? "Take back" : "Refuse"}
      </button>
      {refusing && (
        <ActionDialog
          title={`${isMine ? "Take back" : "Refuse"} ${what}`}
          action={isMine ? "Take back" : "Refuse"}
          done={refused}
          reasonLabel="Reason, for the other operators"
          onClose={() => setRefusing(false)}
          act={(_form, reason) => refuse(reason)}
        />
      )}
    </Flex>
  );
}
