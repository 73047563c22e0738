import { dashboard as dashboardRoute } from "@fc/contract/dashboard/portal";
import { login, loginRefused } from "@fc/contract/login/portal";
import { session as sessionRoute } from "@fc/contract/login/session";
import type { ResponseOf } from "@fc/contract/route";
import { Button } from "@mantine/core";
import { Suspense, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { addressOf, ApiError, call } from "../../../lib/api/api.ts";
import { keepEarly } from "../../../lib/api/early-answers.ts";
import { canUsePasskeys } from "../../../lib/can-use-passkeys.ts";
import { formText } from "../../../lib/form-text.ts";
import { useT } from "../../../lib/i18n.ts";
import {
  lazyComponent,
  problemFor,
  reasonFor,
  type LazyComponent,
} from "../../../lib/lazy/lazy-component.ts";
import { isThrottled } from "../../../lib/labels/problem-message.ts";
import { remember } from "../../../lib/session/remembered-member.ts";
import { cutOff } from "../../../lib/session/cut-off.ts";
import { session } from "../../../lib/session/session.ts";
import { loadOrNotify } from "../../../ui/feedback/load-or-notify.ts";
import { PasswordField, PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { LockIcon, MailIcon, SupportIcon } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { PublicAside, PublicFrame } from "../../../ui/layout/public-frame.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { savesData, whenIdle } from "../../../lib/lazy/when-idle.ts";

const ForgotPasswordDialog = lazyComponent(() => import("./forgot-password-dialog.tsx"));

export interface SupportDialogProps {
  /** What was typed so far, to start with. */
  refId: string;
  onClose: () => void;
  onSent: (reference: string) => void;
}

interface LoginPageProps {
  /** Belongs to another feature; the portal hands it in. */
  SupportDialog: LazyComponent<SupportDialogProps>;
  /** Loads the code of what is shown after signing in. */
  preloadNext: () => Promise<void>;
}

/** What begins as soon as the script of the page runs. */
function useFirstScript({ SupportDialog, preloadNext }: LoginPageProps): void {
  useEffect(
    () =>
      whenIdle(async () => {
        if (!savesData()) await preloadNext();
        await ForgotPasswordDialog.preload();
        await SupportDialog.preload();
      }),
    [SupportDialog, preloadNext],
  );

  // A button that was pressed before the script had loaded takes effect now (login-hold.js).
  useEffect(() => void window.dispatchEvent(new Event("fc-login-ready")), []);
}

export function LoginPage({ SupportDialog, preloadNext }: LoginPageProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  /** Open, with the user ID that was typed before. */
  const [forgot, setForgot] = useState<{ refId: string }>();
  const [support, setSupport] = useState<{ refId: string }>();
  const [reference, setReference] = useState<string>();

  useFirstScript({ SupportDialog, preloadNext });

  // The page can be used before its script has loaded. What was typed or filled in by then was not heard.
  useEffect(() => {
    const fields = form.current?.querySelectorAll("input") ?? [];
    if ([...fields].some(({ value }) => value !== "")) void preloadNext();
  }, [preloadNext]);

  const typedRefId = () => (form.current ? formText(form.current, "refId").trim() : "");
  const openForgot = async () => {
    const there = await loadOrNotify([ForgotPasswordDialog], { onRetry: () => void openForgot() });
    if (there) setForgot({ refId: typedRefId() });
  };
  const openSupport = async (refId?: string) => {
    const there = await loadOrNotify([SupportDialog], { onRetry: () => void openSupport(refId) });
    if (there) setSupport({ refId: refId ?? typedRefId() });
  };

  return (
    <>
      <PublicFrame
        title={t("Sign in to your account")}
        lead={<p className="dimmed">{t("Use the user ID and password from your welcome e-mail.")}</p>}
        aside={<SafetyAdvice />}
        centred
      >
        {reference && (
          <Note tone="good" live onClose={() => setReference(undefined)}>
            <p>{t("Your message has reached us.")}</p>
            <p>{t("Reference number: {reference}", { reference })}</p>
          </Note>
        )}
        <CutOffNote />
        <LoginForm form={form} onTyping={() => void preloadNext()} onForgot={() => void openForgot()} />
        <PasskeyLogin />
        <div className="row" style={{ justifyContent: "center", flexWrap: "wrap", gap: "0 0.375rem" }}>
          <span className="dimmed">{t("Trouble signing in?")}</span>
          <button type="button" className="link-button" onClick={() => void openSupport()}>
            {t("Support")}
          </button>
          <a className="link-button" href="/documents">
            {t("Terms, privacy and risks")}
          </a>
        </div>
      </PublicFrame>
      <Suspense>
        {forgot && (
          <ForgotPasswordDialog
            refId={forgot.refId}
            onClose={() => setForgot(undefined)}
            onSupport={(refId) => void openSupport(refId)}
          />
        )}
        {support && (
          <SupportDialog
            refId={support.refId}
            onClose={() => setSupport(undefined)}
            onSent={(sentReference) => {
              setReference(sentReference);
              setSupport(undefined);
              setForgot(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface LoginFormProps {
  form: RefObject<HTMLFormElement | null>;
  onTyping: () => void;
  onForgot: () => void;
}

function LoginForm({ form, onTyping, onForgot }: LoginFormProps) {
  const t = useT();
  const { busy, problem, submit } = useSubmit(async (body: { refId: string; password: string }) => {
    toast.clear();
    enter(await call(login, { body }));
  });
  // Only the server checks what was typed; what it says about a field is shown there.
  const fields = problem instanceof ApiError && problem.code === "BAD_REQUEST" ? problem.fields : {};
  const isAtFields = fields["refId"] !== undefined || fields["password"] !== undefined;
  // A new attempt clears the problem, so this runs for each refusal.
  useEffect(() => {
    if (isAtFields) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, isAtFields]);

  return (
    <Form
      ref={form}
      onSubmit={(filled) => {
        void submit({
          refId: formText(filled, "refId"),
          password: formText(filled, "password"),
        });
      }}
    >
      <PlainTextField
        label={t("User ID")}
        name="refId"
        autoComplete="username"
        autoCapitalize="characters"
        onInput={onTyping}
        error={fields["refId"] && t(fields["refId"])}
      />
      <PasswordField
        label={t("Password")}
        name="password"
        autoComplete="current-password"
        onInput={onTyping}
        error={fields["password"] && t(fields["password"])}
      />
      <div className="row" style={{ justifyContent: "flex-end", margin: "-0.75rem 0 -0.25rem" }}>
        <button type="button" className="link-button" onClick={onForgot}>
          {t("Forgot Password")}
        </button>
      </div>
      <FormProblem error={isAtFields ? undefined : problem}>
        {isThrottled(problem) && (
          <p>{t("Or press Forgot Password: the temporary password from the e-mail lets you in at once.")}</p>
        )}
      </FormProblem>
      <SubmitButton busy={busy}>{t("Login")}</SubmitButton>
    </Form>
  );
}

/** Starts the session that a login has opened. */
function enter({ isAuth, token, session: member, dashboard }: ResponseOf<typeof login>): void {
  if (!isAuth || !token) throw new ApiError({ code: "NO_MATCH", message: loginRefused });
  // The guards of the router notice the session and lead on.
  session.start(token);
  if (!member) return;
  remember(member);
  keepEarly(token, {
    [addressOf(sessionRoute.path)]: { data: member },
    ...(dashboard && { [addressOf(dashboardRoute.path, { userId: member.id })]: { data: dashboard } }),
  });
}

/** What became of the money that was about to be moved when the session ended. */
function CutOffNote() {
  const t = useT();
  const what = useSyncExternalStore(cutOff.subscribe, cutOff.read, () => null);
  if (what === null) return null;
  return (
    <Note tone={what === "unknown" ? "bad" : "info"} live>
      {what === "nothing-moved"
        ? t("You were signed out before it was done. Nothing was moved.")
        : t(
            "You were signed out before we knew whether it went through. Once you sign in we look it up. Nothing is sent a second time.",
          )}
    </Note>
  );
}

const neverChanges = () => () => undefined;

/** In place of user ID and password. It is in the page from the start, so that nothing moves when the script is there. */
function PasskeyLogin() {
  const t = useT();
  const isPossible = useSyncExternalStore(neverChanges, canUsePasskeys, () => true);
  const { busy, problem, submit } = useSubmit(async () => {
    toast.clear();
    const { signInByPasskey } = await import("./passkey-sign-in.ts").catch(async (missing: unknown) => {
      throw problemFor(await reasonFor(missing));
    });
    enter(await signInByPasskey());
  });
  if (!isPossible) return null;
  return (
    <div className="stack">
      <Button variant="default" fullWidth aria-disabled={busy} mod={{ busy }} onClick={() => void submit()}>
        {busy ? t("Loading") : t("Sign in with a passkey")}
      </Button>
      <FormProblem error={problem} />
    </div>
  );
}

/** Safety advice, as a bank gives it on its login page. */
function SafetyAdvice() {
  const t = useT();
  return (
    <PublicAside title={t("Keep your account safe")}>
      <ul>
        <li>
          <LockIcon />
          <span>{t("We never ask for your password or OTP by phone, message or e-mail.")}</span>
        </li>
        <li>
          <MailIcon />
          <span>{t("Every sensitive change asks for a code by mail or for your passkey.")}</span>
        </li>
        <li>
          <MailIcon />
          <span>{t("If you chose a phrase, it stands in every mail from us.")}</span>
        </li>
        <li>
          <SupportIcon />
          <span>{t("Something looks wrong? Write to support, you get a reference number.")}</span>
        </li>
      </ul>
    </PublicAside>
  );
}
