import {
  blockMember,
  freezeMember,
  openMemberView,
  resetAccess,
  unblockMember,
} from "@fc/contract/members/console-actions";
import type { MemberPage } from "@fc/contract/members/console";
import { Button, Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { memberView } from "../../../lib/session/member-view.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { ActionDialog } from "./action-dialog.tsx";

/** The actions on how a member signs in: block, unblock, reset, and open a member view. */
export function AccessActions({ member }: { member: MemberPage }) {
  const { role } = useOperator();
  const [asking, setAsking] = useState<"block" | "freeze" | "unblock" | "reset">();
  const looking = useSubmit(async () => {
    const { data } = await call(openMemberView, { params: { refId: member.refId } });
    memberView.begin({ token: data.token, refId: member.refId });
  });
  const close = () => setAsking(undefined);
  if (!mayCall(role, blockMember) || member.status === "closed") return null;
  const { status } = member;
  return (
    <Group gap="sm">
      {status === "active" && (
        <Button
          variant="default"
          aria-disabled={looking.busy}
          mod={{ busy: looking.busy }}
          onClick={() => void looking.submit()}
        >
          Look as this member
        </Button>
      )}
      {status !== "blocked" && (
        <Button variant="default" onClick={() => setAsking("reset")}>
          Reset access
        </Button>
      )}
      {status === "active" && (
        <Button variant="default" onClick={() => setAsking("freeze")}>
          Freeze
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking(status === "active" ? "block" : "unblock")}>
        {status === "active" ? "Block" : "Unblock"}
      </Button>
      <FormProblem error={looking.problem} />
      {(asking === "block" || asking === "freeze" || asking === "unblock") && (
        <StatusDialog member={member} act={asking} onClose={close} />
      )}
      {asking === "reset" && <ResetDialog member={member} onClose={close} />}
    </Group>
  );
}

interface StatusDialogProps {
  member: MemberPage;
  act: "block" | "freeze" | "unblock";
  onClose: () => void;
}

/** Keeps the member out, protects the account from somebody else, or opens it again. */
function StatusDialog({ member: { refId, name, status }, act, onClose }: StatusDialogProps) {
  if (act === "block") {
    return (
      <ActionDialog
        title={`Block ${name}`}
        action="Block"
        done={`${name} is blocked`}
        onClose={onClose}
        act={(_form, reason) => call(blockMember, { params: { refId }, body: { reason } })}
      >
        <p>
          Signs the member out everywhere and refuses to sign in. The coins stay, stakes go on earning, and
          pending withdrawals still wait to be decided.
        </p>
      </ActionDialog>
    );
  }
  if (act === "freeze") {
    return (
      <ActionDialog
        title={`Freeze the account of ${name}`}
        action="Freeze"
        done={`The account of ${name} is frozen`}
        onClose={onClose}
        act={(_form, reason) => call(freezeMember, { params: { refId }, body: { reason } })}
      >
        <p>
          For a member whose account somebody else may be in. Signs out everywhere, and voids codes, temporary
          passwords and passkeys. Nobody signs in and no withdrawal is paid until somebody has looked and
          unblocked it.
        </p>
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title={`Unblock ${name}`}
      action="Unblock"
      done={`${name} can sign in again`}
      onClose={onClose}
      act={(_form, reason) => call(unblockMember, { params: { refId }, body: { reason } })}
    >
      <p>
        {status === "frozen"
          ? "Ask the member what happened, compare the changes below, and reset the access first if somebody else may know the password. Pending withdrawals can then be paid again."
          : "The member signs in with the password from before."}
      </p>
    </ActionDialog>
  );
}

function ResetDialog({ member, onClose }: { member: MemberPage; onClose: () => void }) {
  const { refId, name, profile, authenticatorSince } = member;
  // It is kept from when the dialog opened. The server refuses the reset if there was a newer one, which was not seen.
  const [lastReset] = useState(member.accessResetAt);
  return (
    <ActionDialog
      title={`Reset the access of ${name}`}
      action="Reset"
      done={`A temporary password was sent to ${profile.mailId}`}
      onClose={onClose}
      act={(form, reason) => {
        const turnOffAuthenticator = new FormData(form).has("authenticator");
        return call(resetAccess, { params: { refId }, body: { reason, turnOffAuthenticator, lastReset } });
      }}
    >
      <p>
        Signs the member out everywhere, voids the password and mails a temporary one to {profile.mailId}. It
        works once, for 24 hours.
      </p>
      {authenticatorSince !== null && (
        <Checkbox size="md" name="authenticator" label="Also turn off the authenticator app" />
      )}
    </ActionDialog>
  );
}
