import { forgotPassword, passwordSent } from "@fc/contract/login/portal";
import { useRef, useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { formText } from "../../../lib/form-text.ts";
import { useT } from "../../../lib/i18n.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import "../../../ui/styles/signed-in.ts";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";

interface ForgotPasswordDialogProps {
  /** What was typed so far, to start with. */
  refId: string;
  onClose: () => void;
  onSupport: (refId: string) => void;
}

export default function ForgotPasswordDialog({ refId, onClose, onSupport }: ForgotPasswordDialogProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState(false);
  const typed = () => (form.current ? formText(form.current, "refId").trim() : "");
  const { busy, problem, submit } = useSubmit(async () => {
    setMissing(typed() === "");
    if (typed() === "") return;
    await call(forgotPassword, { body: { refId: typed() } });
    onClose();
    toast.success(passwordSent);
  });

  return (
    <Dialog title={t("Forgot Password")} onClose={onClose}>
      <Form ref={form} onSubmit={() => void submit()}>
        <p className="dimmed">
          {t(
            "Enter your user ID. We send a temporary password, valid for 30 minutes, to the e-mail of your account.",
          )}
        </p>
        <PlainTextField
          label={t("User ID")}
          name="refId"
          defaultValue={refId}
          autoComplete="username"
          autoCapitalize="characters"
          error={missing && t("Please enter a user ID")}
        />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>{t("Send password")}</SubmitButton>
        <div className="row small">
          <span className="dimmed">{t("No access to your e-mail?")}</span>
          <button type="button" className="link-button" onClick={() => onSupport(typed())}>
            {t("Support")}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
