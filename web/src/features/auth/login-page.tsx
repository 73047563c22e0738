import { login, loginRefused } from "@fc/contract/auth";
import { lazy, Suspense, useRef, useState, type ComponentType, type SubmitEvent } from "react";
import { ApiError, call } from "../../lib/api.ts";
import { formText } from "../../lib/form-text.ts";
import { useT } from "../../lib/i18n.ts";
import { session } from "../../lib/session.ts";
import { PasswordField, PlainTextField } from "../../ui/fields.tsx";
import { LockIcon, MailIcon, SupportIcon } from "../../ui/icons.tsx";
import { Brand } from "../../ui/logo.tsx";
import { Note } from "../../ui/note.tsx";
import { ColourSwitch, LanguageSwitch } from "../../ui/preferences.tsx";
import { FormProblem } from "../../ui/problem.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { toast } from "../../ui/toasts.tsx";
import "./login.css";

const ForgotPasswordDialog = lazy(() => import("./forgot-password-dialog.tsx"));

export interface SupportDialogProps {
  onClose: () => void;
  onSent: (reference: string) => void;
}

/** The support modal belongs to another feature; the portal hands it in. */
export function LoginPage({ SupportDialog }: { SupportDialog: ComponentType<SupportDialogProps> }) {
  const t = useT();
  const [forgotOpen, setForgotOpen] = useState(false);
  const [supportOpen, setSupportOpen] = useState(false);
  const [reference, setReference] = useState<string>();

  return (
    <div className="login">
      <div className="login-bar">
        <Brand />
        <div className="row">
          <LanguageSwitch />
          <div className="login-colours-wide">
            <ColourSwitch />
          </div>
        </div>
      </div>
      <main className="login-main">
        <div className="login-form stack stack-loose">
          <div className="stack stack-tight">
            <h1 className="login-title">{t("Sign in to your account")}</h1>
            <p className="dimmed">{t("Use the user ID and password from your welcome e-mail.")}</p>
          </div>
          {reference && (
            <Note tone="good" live onClose={() => setReference(undefined)}>
              <p>{t("Your message has reached us.")}</p>
              <p>{t("Reference number: {reference}", { reference })}</p>
            </Note>
          )}
          <LoginForm onForgot={() => setForgotOpen(true)} />
          <div className="login-help">
            <span className="dimmed">{t("Trouble signing in?")}</span>
            <button type="button" className="link-button" onClick={() => setSupportOpen(true)}>
              {t("Support")}
            </button>
          </div>
        </div>
        <SafetyAdvice />
        <div className="login-colours-narrow">
          <ColourSwitch />
        </div>
      </main>
      <Suspense>
        {forgotOpen && (
          <ForgotPasswordDialog onClose={() => setForgotOpen(false)} onSupport={() => setSupportOpen(true)} />
        )}
        {supportOpen && (
          <SupportDialog
            onClose={() => setSupportOpen(false)}
            onSent={(sentReference) => {
              setReference(sentReference);
              setSupportOpen(false);
              setForgotOpen(false);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function LoginForm({ onForgot }: { onForgot: () => void }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const running = useRef(false);

  const signIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    const form = event.currentTarget;
    const body = { refId: formText(form, "refId"), password: formText(form, "password") };
    setBusy(true);
    setProblem(undefined);
    toast.clear();
    try {
      const { isAuth, token } = await call(login, { body });
      // The guards of the router notice the session and lead on.
      if (isAuth && token) session.start(token);
      else setProblem(new ApiError({ code: "NO_MATCH", message: loginRefused }));
    } catch (error) {
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <form className="stack" onSubmit={(event) => void signIn(event)} noValidate>
      <PlainTextField label={t("User ID")} name="refId" autoComplete="username" autoCapitalize="characters" />
      <PasswordField label={t("Password")} name="password" autoComplete="current-password" />
      <div className="login-forgot">
        <button type="button" className="link-button" onClick={onForgot}>
          {t("Forgot Password")}
        </button>
      </div>
      <FormProblem error={problem} />
      <SubmitButton busy={busy}>{t("Login")}</SubmitButton>
    </form>
  );
}

/** What a bank would tell its customers at the door. */
function SafetyAdvice() {
  const t = useT();
  return (
    <aside className="login-aside" aria-labelledby="safety-title">
      <h2 id="safety-title">{t("Keep your account safe")}</h2>
      <ul>
        <li>
          <LockIcon />
          <span>{t("We never ask for your password or OTP by phone, message or e-mail.")}</span>
        </li>
        <li>
          <MailIcon />
          <span>{t("Every sensitive change is confirmed by a code sent to your own e-mail.")}</span>
        </li>
        <li>
          <SupportIcon />
          <span>{t("Something looks wrong? Write to support, you get a reference number.")}</span>
        </li>
      </ul>
    </aside>
  );
}
