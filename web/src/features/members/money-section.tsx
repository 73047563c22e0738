import {
  cancelDeduction,
  confirmAdjustment,
  proposeAdjustment,
  refuseAdjustment,
  setDeduction,
} from "@fc/contract/console-member-actions";
import type { Adjustment, MemberDeduction, MemberPage } from "@fc/contract/console-members";
import { walletNames } from "@fc/contract/reports";
import { Button } from "@mantine/core";
import { useState } from "react";
import { coinsText } from "../../lib/amounts.ts";
import { call } from "../../lib/api.ts";
import { dateTimeText } from "../../lib/format.ts";
import { mayCall, useOperator } from "../../lib/operator.ts";
import { StatusTag } from "../../ui/money/timeline.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { Section } from "./member-cards.tsx";
import { Whole } from "./member-words.tsx";
import { AdjustmentDialog, DeductionDialog } from "./money-dialogs.tsx";
import { PlainTable } from "./records.tsx";
import { useConfirmAdjustment } from "./use-confirm-adjustment.ts";

/** What the member owes. */
export function DeductionsSection({ member: { refId, name, deductions } }: { member: MemberPage }) {
  const { role } = useOperator();
  const [setting, setSetting] = useState(false);
  const [cancelling, setCancelling] = useState<MemberDeduction>();
  const mayCancel = mayCall(role, cancelDeduction);
  const rows = deductions.map((deduction) => ({
    key: deduction.id,
    cells: [
      <Whole key="amount">{coinsText(deduction.amountFc)}</Whole>,
      <span key="reason" className="members-text">
        {deduction.reason}
      </span>,
      `${deduction.setBy ?? "–"}, ${dateTimeText(deduction.setAt, "en")}`,
      deductionState(deduction),
      mayCancel && isOpen(deduction) && (
        <button
          key="cancel"
          type="button"
          className="link-button"
          aria-label={`Cancel the deduction of ${coinsText(deduction.amountFc)}`}
          onClick={() => setCancelling(deduction)}
        >
          Cancel
        </button>
      ),
    ],
  }));
  return (
    <Section id="deductions" title="Deductions">
      {mayCall(role, setDeduction) && (
        <div>
          <Button variant="default" onClick={() => setSetting(true)}>
            Set a deduction
          </Button>
        </div>
      )}
      <PlainTable
        label="Deductions"
        titles={["Amount", "Reason", "Set by", "State", "Action"]}
        rows={rows}
        empty="The member owes nothing and never did."
      />
      {setting && <DeductionDialog refId={refId} name={name} onClose={() => setSetting(false)} />}
      {cancelling && (
        <ActDialog
          title={`Cancel the deduction of ${coinsText(cancelling.amountFc)}`}
          action="Cancel it"
          done="The deduction is cancelled"
          onClose={() => setCancelling(undefined)}
          act={(_form, reason) => call(cancelDeduction, { params: { id: cancelling.id }, body: { reason } })}
        >
          <p>What is not collected yet is no longer owed. What is collected stays so.</p>
        </ActDialog>
      )}
    </Section>
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

/** Corrections of a wallet: proposed here by one, confirmed by another. */
export function AdjustmentsSection({ member: { refId, name, adjustments } }: { member: MemberPage }) {
  const { role } = useOperator();
  const [proposing, setProposing] = useState(false);
  const rows = adjustments.map((adjustment) => ({
    key: adjustment.id,
    cells: [
      <StatusTag key="status" status={adjustment.status} />,
      walletNames[adjustment.wallet],
      <Whole key="amount">{signedCoins(adjustment)}</Whole>,
      <span key="reason" className="members-text">
        {adjustment.reason}
      </span>,
      `${adjustment.proposedBy.name}, ${dateTimeText(adjustment.proposedAt, "en")}`,
      <Decision key="decision" adjustment={adjustment} />,
    ],
  }));
  return (
    <Section id="adjustments" title="Adjustments">
      {mayCall(role, proposeAdjustment) && (
        <div>
          <Button variant="default" onClick={() => setProposing(true)}>
            Propose an adjustment
          </Button>
        </div>
      )}
      <PlainTable
        label="Adjustments"
        titles={["State", "Wallet", "Amount", "Reason", "Proposed by", "Decision"]}
        rows={rows}
        empty="No wallet was ever adjusted."
      />
      {proposing && <AdjustmentDialog refId={refId} name={name} onClose={() => setProposing(false)} />}
    </Section>
  );
}

export function signedCoins({ direction, amountFc }: Pick<Adjustment, "direction" | "amountFc">): string {
  return `${direction === "credit" ? "+" : "−"}${coinsText(amountFc)}`;
}

function Decision({ adjustment }: { adjustment: Adjustment }) {
  const { id, status, decidedBy, decidedAt, refusal, proposedBy } = adjustment;
  const me = useOperator();
  const [refusing, setRefusing] = useState(false);
  const { busy, confirm } = useConfirmAdjustment();
  if (status !== "P") {
    const when = decidedAt === null ? "" : `, ${dateTimeText(decidedAt, "en")}`;
    return `${decidedBy ?? "–"}${when}${refusal === null ? "" : `: ${refusal}`}`;
  }
  if (!mayCall(me.role, confirmAdjustment)) return "waits for a second operator";
  const isMine = proposedBy.id === me.id;
  return (
    <span className="row">
      {isMine ? (
        <span className="small dimmed">Another operator confirms it.</span>
      ) : (
        <button
          type="button"
          className="link-button"
          aria-disabled={busy}
          aria-label={`Confirm ${signedCoins(adjustment)}`}
          onClick={() => void confirm(id)}
        >
          Confirm
        </button>
      )}
      <button
        type="button"
        className="link-button"
        aria-label={`${isMine ? "Take back" : "Refuse"} ${signedCoins(adjustment)}`}
        onClick={() => setRefusing(true)}
      >
        {isMine ? "Take back" : "Refuse"}
      </button>
      {refusing && (
        <ActDialog
          title={`${isMine ? "Take back" : "Refuse"} ${signedCoins(adjustment)}`}
          action={isMine ? "Take back" : "Refuse"}
          done="Nothing was posted"
          reasonLabel="Reason, for the other operators"
          onClose={() => setRefusing(false)}
          act={(_form, reason) => call(refuseAdjustment, { params: { id }, body: { reason } })}
        />
      )}
    </span>
  );
}
