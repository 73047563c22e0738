import { errors } from "@fc/contract/errors";
import { hoursText } from "@fc/contract/hours-text";
import type { MemberPage } from "@fc/contract/members/console";
import { proposeEmail, proposePan, proposeProfile } from "@fc/contract/members/console-corrections";
import type { IdentityFact } from "@fc/contract/members/console-identity-facts";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { formText } from "../../../lib/form-text.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { IdentityFacts } from "./identity-facts.tsx";
import { Revealed } from "./kyc-card.tsx";
import { useReveal } from "./use-reveal.ts";

interface OfMember {
  member: MemberPage;
  onClose: () => void;
}

/** Each dialog has one key: a retry after a lost response does not do it twice. */
function useKey(): string {
  const [key] = useState(newIdempotencyKey);
  return key;
}

/** What a new e-mail address brings with it, for both operators. */
export function emailConsequences({ holdHours }: MemberPage): string {
  const wait = holdHours > 0 ? ` Coin withdrawals then wait ${hoursText(holdHours, "en")}.` : "";
  return `Every device is signed out, and both addresses are told.${wait}`;
}

/** For a member who lost the old mailbox. The operator asks for facts that a stranger would not know. */
export function EmailCorrectionDialog({ member, onClose }: OfMember) {
  const { refId, name, profile } = member;
  const idempotencyKey = useKey();
  const [asked, setAsked] = useState<readonly IdentityFact[]>([]);
  return (
    <ActionDialog
      title={`Change the e-mail address of ${name}`}
      action="Propose"
      done="Proposed: another operator confirms it"
      onClose={onClose}
      act={async (form, reason) => {
        const newEmail = formText(form, "newEmail").trim();
        if (newEmail.toLowerCase() !== formText(form, "repeated").trim().toLowerCase()) {
          throw badField("repeated", "The two addresses differ");
        }
        const body = { newEmail, asked: [...asked], reason };
        return call(proposeEmail, { params: { refId }, body, idempotencyKey });
      }}
    >
      <p>
        Only for a member who can no longer read mail at {profile.mailId}. It counts once another operator has
        confirmed it. {emailConsequences(member)}
      </p>
      <IdentityFacts member={member} asked={asked} onChange={setAsked} />
      <PlainTextField label="New e-mail address" name="newEmail" type="email" autoComplete="off" />
      <PlainTextField label="New e-mail address again" name="repeated" type="email" autoComplete="off" />
    </ActionDialog>
  );
}

function badField(field: string, words: string): ApiError {
  return new ApiError({ code: "BAD_REQUEST", message: errors.BAD_REQUEST[1], fields: { [field]: words } });
}

/** For a member who cannot confirm it alone: one field may stay as it is. */
export function ProfileCorrectionDialog({ member: { refId, name, profile }, onClose }: OfMember) {
  const idempotencyKey = useKey();
  return (
    <ActionDialog
      title={`Correct name or mobile number of ${name}`}
      action="Propose"
      done="Proposed: another operator confirms it"
      onClose={onClose}
      act={(form, reason) => {
        const body = { name: formText(form, "name"), mobileNumber: formText(form, "mobileNumber"), reason };
        return call(proposeProfile, { params: { refId }, body, idempotencyKey });
      }}
    >
      <p>
        For a member who cannot do it under Profile. It counts once another operator has confirmed it, and the
        member is told.
      </p>
      <TextInput label="Name" name="name" defaultValue={name} maxLength={80} autoComplete="off" />
      <PlainTextField
        label="Mobile number"
        name="mobileNumber"
        defaultValue={profile.mobileNumber}
        maxLength={32}
        autoComplete="off"
      />
    </ActionDialog>
  );
}

/** The operator reads the right number from the picture, so it is revealed first. */
export function PanCorrectionDialog({ member: { refId, name }, onClose }: OfMember) {
  const idempotencyKey = useKey();
  const { revealed, busy, problem, reveal } = useReveal(refId);
  const { pan } = revealed;
  return (
    <ActionDialog
      title={`Correct the PAN of ${name}`}
      action="Propose"
      done="Proposed: another operator confirms it"
      isReady={pan !== undefined}
      onClose={onClose}
      act={(form, reason) => {
        const body = {
          nameInPan: formText(form, "nameInPan"),
          panNumber: formText(form, "panNumber"),
          reason,
        };
        return call(proposePan, { params: { refId }, body, idempotencyKey });
      }}
    >
      <p>
        For a typing mistake: name and number as the picture shows them. The record from before stays in the
        history, and the member is told once another operator has confirmed it.
      </p>
      {pan ? (
        <>
          <Revealed part="pan" kyc={revealed} withPicture />
          <TextInput label="Name in PAN" name="nameInPan" defaultValue={pan.nameInPan} maxLength={80} />
          <PlainTextField label="PAN number" name="panNumber" defaultValue={pan.panNumber} maxLength={10} />
        </>
      ) : (
        <Button variant="default" aria-disabled={busy} onClick={() => void reveal("pan")}>
          Reveal the PAN
        </Button>
      )}
      <FormProblem error={problem} />
    </ActionDialog>
  );
}
