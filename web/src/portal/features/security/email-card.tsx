import { changeEmail, emailChanged, newEmailAddress, proveEmail } from "@fc/contract/email/portal";
import { hoursText } from "@fc/contract/hours-text";
import { noticeMs } from "@fc/contract/notice-times";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, type ApiError } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useLanguage, useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { heldStep } from "../../../ui/otp/held-step.ts";
import { useOtpChange, type OtpChange } from "../../../ui/otp/use-otp-change.ts";
import { CodeDialog } from "../../../ui/otp/code-dialog.tsx";
import { emailQuery } from "./queries.ts";

export function EmailCard() {
  const t = useT();
  const language = useLanguage();
  const { id } = useMember();
  const { data, error, refetch } = useQuery(emailQuery(id));
  // A reload in the middle of a code does not lose the step.
  const [isChanging, setChanging] = useState(() => heldNewEmail(id) !== undefined);
  return (
    <Card title={t("E-mail address")}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton rows={2} />
        )
      ) : (
        <>
          <p className="unit-id">
            <strong>{data.email}</strong>
          </p>
          <p>{t("We mail codes, temporary passwords and notices to it.")}</p>
          {data.changeableFrom === null ? (
            <Button variant="default" onClick={() => setChanging(true)}>
              {t("Change e-mail address")}
            </Button>
          ) : (
            <Note>
              {t(
                "You signed in with a temporary password. For your safety the address can be changed from {time}.",
                { time: dateTimeText(data.changeableFrom, language) },
              )}
            </Note>
          )}
          {isChanging && <EmailDialog {...data} onClose={() => setChanging(false)} />}
        </>
      )}
    </Card>
  );
}

/** The step that a reload interrupted. */
function heldNewEmail(userId: number): { newEmail: string; isProven: boolean } | undefined {
  const second = heldStep.find("email", userId)?.change;
  const held = second ?? heldStep.find("email-new", userId)?.change;
  return held && { newEmail: held.newEmail, isProven: second !== undefined };
}

interface EmailDialogProps {
  email: string;
  holdHours: number;
  onClose: () => void;
}

/** Two codes: the first one shows that the member reads mail at the new address, the second one allows the change. */
function EmailDialog({ email, holdHours, onClose }: EmailDialogProps) {
  const t = useT();
  const { id: userId } = useMember();
  const queries = useQueryClient();
  const [held] = useState(() => heldNewEmail(userId));
  const [typed, setTyped] = useState(held?.newEmail ?? "");
  const [isProven, setProven] = useState(held?.isProven ?? false);
  const [problem, setProblem] = useState<string>();
  const change = { userId, newEmail: typed.trim().toLowerCase() };

  function showAtField(error: ApiError): boolean {
    const words = error.fields["newEmail"];
    // Also where the proof has expired or the address was taken meanwhile: the first step begins again.
    if (words !== undefined || error.code === "EMAIL_NOT_PROVEN") setProven(false);
    setProblem(words);
    return words !== undefined;
  }
  const confirm = useOtpChange({
    purpose: "email",
    userId,
    change,
    perform: async (body) => {
      await call(changeEmail, { body });
      return {};
    },
    onRefused: showAtField,
    onDone: () => {
      onClose();
      toast.success(emailChanged, noticeMs.changeConfirmed);
      // The address is shown on several pages, and coin withdrawals wait now.
      void queries.invalidateQueries();
    },
  });
  const prove = useOtpChange({
    purpose: "email-new",
    userId,
    change,
    perform: (body) => call(proveEmail, { body }),
    onRefused: showAtField,
    onDone: () => {
      setProven(true);
      void confirm.submit();
    },
  });

  if (isProven) {
    return <SecondStep newEmail={change.newEmail} holdHours={holdHours} otp={confirm} onClose={onClose} />;
  }
  async function submit(): Promise<void> {
    const checked = newEmailAddress.safeParse(typed);
    setProblem(checked.error?.issues[0]?.message);
    if (checked.success) await prove.submit();
  }
  return (
    <CodeDialog
      title={t("Change e-mail address")}
      action={t("Continue")}
      otp={{ ...prove, submit }}
      onClose={onClose}
    >
      <p className="small dimmed">{t("Step {step} of {count}", { step: 1, count: 2 })}</p>
      <p>
        {t("We mail a code to the new address and then another one to {email}. Both are needed.", { email })}
      </p>
      <PlainTextField
        label={t("New e-mail address")}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem && t(problem)}
      />
    </CodeDialog>
  );
}

interface SecondStepProps extends Omit<EmailDialogProps, "email"> {
  newEmail: string;
  otp: OtpChange;
}

function SecondStep({ newEmail, holdHours, otp, onClose }: SecondStepProps) {
  const t = useT();
  const language = useLanguage();
  return (
    <CodeDialog title={t("Change e-mail address")} action={t("Change")} otp={otp} onClose={onClose}>
      <p className="small dimmed">{t("Step {step} of {count}", { step: 2, count: 2 })}</p>
      <p>
        {t("{email} is confirmed. Now the code that we mail to your present address allows the change.", {
          email: newEmail,
        })}
      </p>
      <Note>
        {t("The change signs out your other devices.")}{" "}
        {holdHours > 0 &&
          t("For your safety coin withdrawals then wait {hours}.", {
            hours: hoursText(holdHours, language),
          })}
      </Note>
    </CodeDialog>
  );
}
