import { forgotPassword, passwordSent } from "@fc/contract/auth";
import { useRef, useState, type SubmitEvent } from "react";
import { call } from "../../lib/api.ts";
import { formText } from "../../lib/form-text.ts";
import { useT } from "../../lib/i18n.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PlainTextField } from "../../ui/fields.tsx";
import { FormProblem } from "../../ui/problem.tsx";
import "../../ui/styles/rest.ts";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { toast } from "../../ui/toasts.tsx";

interface ForgotPasswordDialogProps {
  onClose: () => void;
  onSupport: () => void;
}

export default function ForgotPasswordDialog({ onClose, onSupport }: ForgotPasswordDialogProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [missing, setMissing] = useState(false);
  const running = useRef(false);

  const ask = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refId = formText(event.currentTarget, "refId").trim();
    setMissing(refId === "");
    if (refId === "" || running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await call(forgotPassword, { body: { refId } });
      onClose();
      toast.success(passwordSent);
    } catch (error) {
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <Dialog title={t("Forgot Password")} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void ask(event)} noValidate>
        <p className="dimmed">
          {t(
            "Enter your user ID. We send a temporary password, valid for 30 minutes, to the e-mail of your account.",
          )}
        </p>
        <PlainTextField
          label={t("User ID")}
          name="refId"
          autoComplete="username"
          autoCapitalize="characters"
          error={missing && t("Please enter a user ID")}
        />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>{t("Send password")}</SubmitButton>
        <div className="row small">
          <span className="dimmed">{t("No access to your e-mail?")}</span>
          <button type="button" className="link-button" onClick={onSupport}>
            {t("Support")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
