import type { Correction, MemberPage } from "@fc/contract/members/console";
import { confirmCorrection, proposeEmail, refuseCorrection } from "@fc/contract/members/console-corrections";
import { requestStates } from "@fc/contract/request-states";
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { StatusTag } from "../../../ui/money/timeline.tsx";
import type { Column } from "../../../ui/table/column.ts";
import {
  emailConsequences,
  EmailCorrectionDialog,
  PanCorrectionDialog,
  ProfileCorrectionDialog,
} from "./correction-dialogs.tsx";
import { AskedFacts, isShown } from "./identity-facts.tsx";
import { Revealed } from "./kyc-card.tsx";
import { proposalColumns, ProposalDecision } from "./proposal-decision.tsx";
import { membersKey } from "./queries.ts";
import { Records } from "./records.tsx";
import { useReveal } from "./use-reveal.ts";

const columns = (member: MemberPage): readonly Column<Correction>[] => [
  {
    title: "State",
    cell: ({ status }) => <StatusTag status={status} />,
    value: ({ status }) => requestStates[status].label,
  },
  {
    title: "What",
    cell: ({ change }) => <span className="members-text">{correctionText(change)}</span>,
    value: ({ change }) => correctionText(change),
  },
  ...proposalColumns,
  { title: "Decision", cell: (correction) => <Decision member={member} correction={correction} /> },
];

/** The member's e-mail address, name, number and PAN, which take two operators. */
export function CorrectionsSection({ member }: { member: MemberPage }) {
  const { role } = useOperator();
  const [proposing, setProposing] = useState<"email" | "profile" | "pan">();
  const close = () => setProposing(undefined);
  return (
    <>
      <Records
        id="corrections"
        title="Corrections"
        columns={columns(member)}
        rows={member.corrections}
        rowKey={({ id }) => id}
        empty="Nothing was ever corrected."
      >
        {mayCall(role, proposeEmail) && (
          <Group gap="sm">
            <Button variant="default" onClick={() => setProposing("email")}>
              Change e-mail address
            </Button>
            <Button variant="default" onClick={() => setProposing("profile")}>
              Correct name or number
            </Button>
            {member.kyc.pan !== null && (
              <Button variant="default" onClick={() => setProposing("pan")}>
                Correct the PAN
              </Button>
            )}
          </Group>
        )}
      </Records>
      {proposing === "email" && <EmailCorrectionDialog member={member} onClose={close} />}
      {proposing === "profile" && <ProfileCorrectionDialog member={member} onClose={close} />}
      {proposing === "pan" && <PanCorrectionDialog member={member} onClose={close} />}
    </>
  );
}

export function correctionText(change: Correction["change"]): string {
  switch (change.kind) {
    case "email":
      return `E-mail ${change.from} → ${change.to}`;
    case "profile":
      return profileLines(change)
        .map(({ label, from, to }) => `${label} ${from} → ${to}`)
        .join(", ");
    case "pan":
      return "PAN";
  }
}

type ProfileCorrection = Extract<Correction["change"], { kind: "profile" }>;

/** What of it is corrected. */
function profileLines({ from, to }: ProfileCorrection) {
  return [
    { label: "Name", from: from.name, to: to.name },
    {
      label: "Mobile number",
      from: phoneText(from.mobileNumber) || "none",
      to: phoneText(to.mobileNumber),
    },
  ].filter((line) => line.from !== line.to);
}

/** By which the buttons of a correction name it. */
function shortText(change: Correction["change"]): string {
  if (change.kind === "email") return change.to;
  return change.kind === "profile" ? "the corrected profile" : "the corrected PAN";
}

const reviewTitles = {
  email: "New e-mail address",
  profile: "Corrected name or mobile number",
  pan: "Corrected PAN",
} as const satisfies Record<Correction["change"]["kind"], string>;

interface OfCorrection {
  member: MemberPage;
  correction: Correction;
}

function Decision({ member, correction }: OfCorrection) {
  const { id, change } = correction;
  const { role } = useOperator();
  const [reviewing, setReviewing] = useState(false);
  return (
    <>
      <ProposalDecision
        proposal={correction}
        what={shortText(change)}
        mayDecide={mayCall(role, confirmCorrection)}
        onConfirm={() => setReviewing(true)}
        refuse={(reason) => call(refuseCorrection, { params: { id }, body: { reason } })}
        refused="Nothing was changed"
      />
      {reviewing && <Review member={member} correction={correction} onClose={() => setReviewing(false)} />}
    </>
  );
}

/** What the second operator has to look at before confirming it. */
function Review({ member, correction, onClose }: OfCorrection & { onClose: () => void }) {
  const { id, change, reason, proposedBy } = correction;
  const kyc = useReveal(member.refId);
  const confirming = useChange(
    membersKey,
    () => call(confirmCorrection, { params: { id } }),
    () => {
      toast.done("Changed, and the member is notified");
      onClose();
    },
  );
  const { pan } = kyc.revealed;
  return (
    <ConfirmDialog
      title={`${reviewTitles[change.kind]} of ${member.name}`}
      action="Confirm"
      change={confirming}
      isReady={
        (change.kind !== "email" || change.asked.every((fact) => isShown(fact, kyc.revealed))) &&
        (change.kind !== "pan" || pan !== undefined)
      }
      onClose={onClose}
    >
      <p>
        {proposedBy.name} proposes it: {reason}
      </p>
      {change.kind === "email" ? (
        <>
          <Figures>
            <Figure label="From">
              <span className="any-length">{change.from}</span>
            </Figure>
            <Figure label="To" strong>
              <span className="any-length">{change.to}</span>
            </Figure>
          </Figures>
          <AskedFacts member={member} asked={change.asked} kyc={kyc} />
          <Text size="sm" c="dimmed">
            {emailConsequences(member)}
          </Text>
        </>
      ) : change.kind === "profile" ? (
        profileLines(change).map(({ label, from, to }) => (
          <Figures key={label}>
            <Figure label={label}>{from}</Figure>
            <Figure label="Corrected" strong>
              {to}
            </Figure>
          </Figures>
        ))
      ) : pan ? (
        <>
          <Revealed part="pan" kyc={kyc.revealed} withPicture />
          {pan.proposed && (
            <Figures>
              <Figure label="New name in PAN" strong>
                {pan.proposed.nameInPan}
              </Figure>
              <Figure label="New PAN number" strong>
                <span className="unit-id">{pan.proposed.panNumber}</span>
              </Figure>
            </Figures>
          )}
        </>
      ) : (
        <Button variant="default" aria-disabled={kyc.busy} onClick={() => void kyc.reveal("pan")}>
          Reveal the PAN to compare
        </Button>
      )}
      <FormProblem error={kyc.problem} />
    </ConfirmDialog>
  );
}
