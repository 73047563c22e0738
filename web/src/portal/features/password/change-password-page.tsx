import { isKeyOf } from "@fc/contract/sure";
import type { ErrorCode } from "@fc/contract/errors";
import { noticeMs } from "@fc/contract/notice-times";
import { changePassword, passwordChanged } from "@fc/contract/password/portal";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { memberQuery, useMember, type Member } from "../../../lib/session/member.ts";
import { msg } from "../../../lib/msg.ts";
import { safeReturnPath } from "../../../lib/session/session.ts";
import { PasswordField } from "../../../ui/form/fields.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { OtpStep } from "../../../ui/otp/otp-step.tsx";
import { useSubmitLabel } from "../../../ui/otp/submit-label.ts";
import { useOtpChange } from "../../../ui/otp/use-otp-change.ts";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { passwordFormProblems, type PasswordForm } from "./password-form.ts";

/** Where a refusal of the server belongs; the rest becomes the error notice. */
const fieldOfRefusal: Partial<Record<ErrorCode, keyof PasswordForm>> = {
  OLD_PASSWORD_WRONG: "oldPassword",
  PASSWORD_TOO_SHORT: "newPassword",
  PASSWORD_TOO_LONG: "newPassword",
  PASSWORD_WELL_KNOWN: "newPassword",
  PASSWORD_PERSONAL: "newPassword",
  PASSWORD_UNCHANGED: "newPassword",
};

const blank: PasswordForm = { oldPassword: "", newPassword: "", confirmNewPassword: "" };

/** The passwords that are typed, and the change that a code confirms. */
function usePasswordForm(member: Member) {
  const queries = useQueryClient();
  const { register, control, handleSubmit, setError, reset, formState } = useForm<PasswordForm>({
    defaultValues: blank,
    resolver: (values) => {
      const problems = Object.entries(passwordFormProblems(values, { isForced: member.mustChangePassword }));
      const fields = problems.map(([field, message]) => [field, { type: "rule", message }] as const);
      return fields.length > 0 ? { values: {}, errors: Object.fromEntries(fields) } : { values, errors: {} };
    },
  });
  const { oldPassword, newPassword } = useWatch({ control });
  const { errors } = formState;

  const otp = useOtpChange({
    purpose: "change-password",
    userId: member.id,
    change: {
      userId: member.id,
      ...(!member.mustChangePassword && { oldPassword: oldPassword ?? "" }),
      newPassword: newPassword ?? "",
    },
    secret: true,
    otherDetails: msg(
      "These are not the passwords the code was sent for. Please type the same ones again, or send a new code for these.",
    ),
    perform: async (body) => {
      await call(changePassword, { body });
      return {};
    },
    onDone: () => {
      reset(blank);
      toast.success(passwordChanged, noticeMs.changeConfirmed);
      queries.setQueryData(memberQuery.queryKey, { ...member, mustChangePassword: false });
      void queries.invalidateQueries({ queryKey: memberQuery.queryKey });
    },
    onRefused: ({ code, message }) => {
      const field = isKeyOf(fieldOfRefusal, code) ? fieldOfRefusal[code] : undefined;
      if (field) setError(field, { type: "server", message }, { shouldFocus: true });
      return field !== undefined;
    },
  });
  return { register, handleSubmit, errors, otp };
}

export default function ChangePasswordPage() {
  const t = useT();
  const member = useMember();
  useGoOn(member);
  const { register, handleSubmit, errors, otp } = usePasswordForm(member);
  const label = useSubmitLabel(otp, { send: t("Send OTP"), action: t("Change Password") });
  return (
    <Page width="form">
      {member.mustChangePassword && (
        <Note>
          {member.isFirstAfterMove
            ? t("We have moved to a new system. Choose a new password here; then everything else opens.")
            : t(
                "You signed in with a temporary password. Choose your own password now; then everything else opens.",
              )}
        </Note>
      )}
      <Card>
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // The outcome of what was sent before does not depend on what the fields say now.
            if (otp.step === "lost") void otp.submit();
            else void handleSubmit(otp.submit)(event);
          }}
        >
          {otp.forgotten && otp.outcome === undefined && (
            <Note>
              {t(
                "We sent you a code before. Passwords are never stored, so please type the same ones again.",
              )}
            </Note>
          )}
          {/* Password managers need the name that the passwords belong to. */}
          <input
            className="visually-hidden"
            name="username"
            autoComplete="username"
            value={member.refId}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <Passwords isForced={member.mustChangePassword} register={register} errors={errors} />
          <OtpStep otp={otp} />
          <SubmitButton busy={otp.busy} isWaiting={otp.isWaiting}>
            {label}
          </SubmitButton>
          <p className="small dimmed">{t("Your other devices are signed out when the password changes.")}</p>
        </form>
      </Card>
    </Page>
  );
}

interface PasswordsProps extends Pick<ReturnType<typeof usePasswordForm>, "register" | "errors"> {
  isForced: boolean;
}

function Passwords({ isForced, register, errors }: PasswordsProps) {
  const t = useT();
  return (
    <>
      {!isForced && (
        <PasswordField
          label={t("Old password")}
          autoComplete="current-password"
          {...register("oldPassword")}
          error={errors.oldPassword?.message && t(errors.oldPassword.message)}
        />
      )}
      <PasswordField
        label={t("New password")}
        autoComplete="new-password"
        description={t(
          "At least 10 characters. A few unrelated words are easy to remember and hard to guess.",
        )}
        {...register("newPassword")}
        error={errors.newPassword?.message && t(errors.newPassword.message)}
      />
      <PasswordField
        label={t("Confirm new password")}
        autoComplete="new-password"
        {...register("confirmNewPassword")}
        error={errors.confirmNewPassword?.message && t(errors.confirmNewPassword.message)}
      />
    </>
  );
}

/**
 * A forced change ends with the page that the member wanted to see, or the dashboard: now all are open. After a move
 * it ends with what is new, which leads on there.
 */
function useGoOn({ mustChangePassword: isForced, isFirstAfterMove }: Member): void {
  const navigate = useNavigate();
  const { from } = useRouterState({ select: ({ location }) => location.state });
  // As it was at first: on the way to the next page the address says something else already.
  const [first] = useState({ isForced, from, isFirstAfterMove });
  const isFree = first.isForced && !isForced;
  useEffect(() => {
    if (!isFree) return;
    const { from: wanted } = first;
    if (first.isFirstAfterMove)
      void navigate({ to: "/new-here", replace: true, state: wanted === undefined ? {} : { from: wanted } });
    else void navigate({ href: safeReturnPath(wanted), replace: true });
  }, [isFree, first, navigate]);
}
