import {
  cancelDeduction,
  confirmAdjustment,
  proposeAdjustment,
  refuseAdjustment,
  setDeduction,
} from "@fc/contract/members/console-actions";
import type { Adjustment, MemberDeduction, MemberPage } from "@fc/contract/members/console";
import { requestStates } from "@fc/contract/request-states";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { Button } from "@mantine/core";
import { useState } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StatusTag } from "../../../ui/money/timeline.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { useAction } from "../../../ui/form/use-change.ts";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { Words } from "./member-cells.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { AdjustmentDialog, DeductionDialog } from "./money-dialogs.tsx";
import { proposalColumns, ProposalDecision } from "./proposal-decision.tsx";
import { membersKey } from "./queries.ts";
import { Records } from "./records.tsx";
import { Coins } from "../../../ui/money/figures.tsx";

const deductionColumns: readonly Column<MemberDeduction>[] = [
  {
    title: "Amount",
    cell: ({ amountFc }) => <Coins coins={amountFc} isPublic />,
    value: ({ amountFc }) => amountFc,
  },
  { title: "Reason", cell: ({ reason }) => <Words>{reason}</Words>, value: ({ reason }) => reason },
  {
    title: "Set by",
    cell: ({ setBy, setAt }) => `${setBy ?? "–"}, ${dateTimeText(setAt, "en")}`,
    value: ({ setAt }) => setAt,
  },
  { title: "State", cell: deductionState, value: deductionState },
];

function cancelColumn(onCancel: (deduction: MemberDeduction) => void): Column<MemberDeduction> {
  return {
    title: "Action",
    cell: (deduction) =>
      isOpen(deduction) && (
        <button
          type="button"
          className="link-button"
          aria-label={`Cancel the deduction of ${coinsText(deduction.amountFc)}`}
          onClick={() => onCancel(deduction)}
        >
          Cancel
        </button>
      ),
    inCard: "actions",
  };
}

export function DeductionsSection({ member: { refId, name, deductions } }: { member: MemberPage }) {
  const { role } = useOperator();
  const [setting, setSetting] = useState(false);
  const [cancelling, setCancelling] = useState<MemberDeduction>();
  return (
    <>
      <Records
        id="deductions"
        title="Deductions"
        columns={
          mayCall(role, cancelDeduction)
            ? [...deductionColumns, cancelColumn(setCancelling)]
            : deductionColumns
        }
        rows={deductions}
        rowKey={({ id }) => id}
        empty="The member owes nothing and never did."
      >
        {mayCall(role, setDeduction) && (
          <div>
            <Button variant="default" onClick={() => setSetting(true)}>
              Set a deduction
            </Button>
          </div>
        )}
      </Records>
      {setting && <DeductionDialog refId={refId} name={name} onClose={() => setSetting(false)} />}
      {cancelling && (
        <ActionDialog
          title={`Cancel the deduction of ${coinsText(cancelling.amountFc)}`}
          action="Cancel it"
          done="The deduction is cancelled"
          onClose={() => setCancelling(undefined)}
          act={(_form, reason) => call(cancelDeduction, { params: { id: cancelling.id }, body: { reason } })}
        >
          <p>What is not collected yet is no longer owed. What is collected stays so.</p>
        </ActionDialog>
      )}
    </>
  );
}

function isOpen({ amountFc, collectedFc, cancelled }: MemberDeduction): boolean {
  return cancelled === null && collectedFc < amountFc;
}

function deductionState(deduction: MemberDeduction): string {
  const { amountFc, collectedFc, cancelled } = deduction;
  if (cancelled) {
    return `cancelled by ${cancelled.by ?? "–"}, ${dateTimeText(cancelled.at, "en")}: ${cancelled.reason}`;
  }
  if (collectedFc === 0) return "to be collected";
  return collectedFc < amountFc ? `${coinsText(collectedFc)} collected` : "collected";
}

const adjustmentColumns: readonly Column<Adjustment>[] = [
  {
    title: "State",
    cell: ({ status }) => <StatusTag status={status} />,
    value: ({ status }) => requestStates[status].label,
  },
  {
    title: "Wallet",
    cell: ({ wallet }) => walletKinds[wallet].label,
    value: ({ wallet }) => walletKinds[wallet].label,
  },
  {
    title: "Amount",
    cell: (adjustment) => <Whole>{signedCoins(adjustment)}</Whole>,
    value: ({ direction, amountFc }) => (direction === "credit" ? amountFc : -amountFc),
  },
  ...proposalColumns,
  { title: "Decision", cell: (adjustment) => <Decision adjustment={adjustment} /> },
];

/** Lists corrections of wallets. One operator proposes a correction here, and another confirms it. */
export function AdjustmentsSection({ member: { refId, name, adjustments } }: { member: MemberPage }) {
  const { role } = useOperator();
  const [proposing, setProposing] = useState(false);
  return (
    <>
      <Records
        id="adjustments"
        title="Adjustments"
        columns={adjustmentColumns}
        rows={adjustments}
        rowKey={({ id }) => id}
        empty="No wallet was ever adjusted."
      >
        {mayCall(role, proposeAdjustment) && (
          <div>
            <Button variant="default" onClick={() => setProposing(true)}>
              Propose an adjustment
            </Button>
          </div>
        )}
      </Records>
      {proposing && <AdjustmentDialog refId={refId} name={name} onClose={() => setProposing(false)} />}
    </>
  );
}

export function signedCoins({ direction, amountFc }: Pick<Adjustment, "direction" | "amountFc">): string {
  return `${direction === "credit" ? "+" : "−"}${coinsText(amountFc)}`;
}

function Decision({ adjustment }: { adjustment: Adjustment }) {
  const { id } = adjustment;
  const { role } = useOperator();
  const act = useAction(membersKey);
  const { busy, submit: confirm } = useSubmit(() =>
    act(async () => {
      await call(confirmAdjustment, { params: { id } });
      return "Posted, and the member is notified";
    }),
  );
  return (
    <ProposalDecision
      proposal={adjustment}
      what={signedCoins(adjustment)}
      mayDecide={mayCall(role, confirmAdjustment)}
      busy={busy}
      onConfirm={() => void confirm()}
      refuse={(reason) => call(refuseAdjustment, { params: { id }, body: { reason } })}
      refused="Nothing was posted"
    />
  );
}
