import type { PasskeyInvitation } from "@fc/contract/security/passkey-wire";
import { addPasskey, finishPasskey, passkeyMessages } from "@fc/contract/security/passkeys";
import { noticeMs } from "@fc/contract/notice-times";
import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, type ApiError } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { deviceText } from "../../../lib/labels/device-text.ts";
import { makePasskey } from "../../../lib/passkeys.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { heldStep } from "../../../ui/otp/held-step.ts";
import { useOtpChange } from "../../../ui/otp/use-otp-change.ts";
import { CodeDialog } from "../../../ui/otp/code-dialog.tsx";
import { sessionsQuery } from "./queries.ts";

interface AddDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** First the codes, then the device makes the passkey. */
export function AddDialog({ onClose, onDone }: AddDialogProps) {
  const t = useT();
  const { id: userId } = useMember();
  const { data: sessions } = useQuery(sessionsQuery(userId));
  const device = sessions?.find(({ isThis }) => isThis)?.device;
  const [typed, setTyped] = useState(() => heldStep.find("passkey-add", userId)?.change?.name);
  const [problem, setProblem] = useState<string>();
  const [invitation, setInvitation] = useState<PasskeyInvitation>();
  const shown = typed ?? (device ? deviceText(device, t) : "");
  const otp = useOtpChange({
    purpose: "passkey-add",
    userId,
    change: { userId, name: shown.trim() },
    perform: async (body) => {
      setInvitation((await call(addPasskey, { body })).data);
      return {};
    },
    onRefused: ({ fields }: ApiError) => {
      setProblem(fields["name"]);
      return fields["name"] !== undefined;
    },
    // Where the answer was lost, what it said is lost too: the member begins again.
    onDone: ({ isLookedUp }) => void (isLookedUp && onClose()),
  });
  if (invitation) return <MakeDialog invitation={invitation} onClose={onClose} onDone={onDone} />;
  return (
    <CodeDialog title={t("Add a passkey")} action={t("Continue")} otp={otp} onClose={onClose}>
      <p className="small dimmed">{t("Step {step} of {count}", { step: 1, count: 2 })}</p>
      <p>{t("First the code by e-mail, then your device makes the passkey and keeps it.")}</p>
      <PlainTextField
        label={t("Name of the passkey")}
        name="passkeyName"
        description={t("By this you recognise it in the list.")}
        value={shown}
        maxLength={40}
        autoComplete="off"
        error={problem && t(problem)}
        onChange={(event) => {
          setProblem(undefined);
          setTyped(event.currentTarget.value);
        }}
      />
    </CodeDialog>
  );
}

/** On a press of its own: some browsers make a passkey only right after one. */
function MakeDialog({ invitation, onClose, onDone }: AddDialogProps & { invitation: PasskeyInvitation }) {
  const t = useT();
  const { id: userId } = useMember();
  const { busy, problem, submit } = useSubmit(async () => {
    const passkey = await makePasskey(invitation);
    await call(finishPasskey, { body: { userId, passkey } });
    onClose();
    toast.success(passkeyMessages.added, noticeMs.changeConfirmed);
    onDone();
  });
  return (
    <Dialog title={t("Add a passkey")} onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <p className="small dimmed">{t("Step {step} of {count}", { step: 2, count: 2 })}</p>
        <p>
          {t(
            "Now your device asks for your fingerprint, face or PIN and makes the passkey. You have five minutes.",
          )}
        </p>
        <FormProblem error={problem} />
        <Group gap="sm" wrap="nowrap">
          <Button variant="default" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" flex={1} px="xs" aria-disabled={busy} mod={{ busy }}>
            {busy ? t("Loading") : t("Make the passkey")}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
