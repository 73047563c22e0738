import { otpIn } from "@fc/contract/otp/portal";
import { Button, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useLingui } from "@lingui/react";
import { flushSync } from "react-dom";
import { timeText, waitText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import { Note } from "../feedback/note.tsx";
import { FormProblem } from "../feedback/problem.tsx";
import { TextField } from "../form/fields.tsx";
import { AppCodeField } from "./app-code-field.tsx";
import { Checking, NotDone } from "./checking.tsx";
import { codeStyles } from "./code-styles.ts";
import { submitsItself } from "./submits-itself.ts";
import { codeStates, outcomePlaces, triesWorthSaying, type CodeRefusal } from "./code-state.ts";
import type { OtpChange } from "./use-otp-change.ts";

/** The second step of a guarded change; in the form, above its submit button. */
export function OtpStep({ otp }: { otp: OtpChange }) {
  const t = useT();
  if (otp.outcome) return <Checking state={otp.outcome} />;
  if (otp.earlier) return <RepeatQuestion earlier={otp.earlier} />;
  return (
    <>
      {otp.isNotDone && <NotDone />}
      {otp.outdated && otp.sendsAt === null && (
        <Note>{t("You changed the form. The next step sends a new code for it.")}</Note>
      )}
      {otp.sent && otp.step === "code" && !otp.sent.passkey && <SentCode otp={otp} sent={otp.sent} />}
      {otp.passkey.isNext && (otp.step === "code" || otp.passkey.problem) && <Signing otp={otp} />}
      {otp.sendsAt !== null && <DelayedSendNote until={otp.sendsAt} />}
      <FormProblem error={otp.limited} />
    </>
  );
}

/** The same change was made a few minutes ago, perhaps on another device. */
function RepeatQuestion({ earlier: { at, reference } }: { earlier: NonNullable<OtpChange["earlier"]> }) {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <Note tone="bad" live>
      <p>
        {t("You did exactly this at {time}. Do you want to do it twice?", {
          time: timeText(at, i18n.locale),
        })}
      </p>
      <a className="link-button" href={`/receipt/${reference}`}>
        {t("Receipt {reference}", { reference })}
      </a>
    </Note>
  );
}

/** A passkey signs in place of a code. */
function Signing({ otp }: { otp: OtpChange }) {
  const t = useT();
  return (
    <Stack gap="sm" p="md" bdrs="md" bg="var(--fc-brand-wash)">
      <p>
        {t(
          "Your device asks for your fingerprint, face or PIN. Your passkey then signs exactly this change.",
        )}
      </p>
      <FormProblem error={otp.passkey.problem} />
      <button
        type="button"
        className="link-button"
        style={{ alignSelf: "flex-start", textAlign: "start", marginBlock: "-0.5rem" }}
        disabled={otp.busy}
        onClick={() => void otp.passkey.switchToMail()}
      >
        {t("Use the code by e-mail")}
      </button>
    </Stack>
  );
}

function SentCode({ otp, sent }: { otp: OtpChange; sent: NonNullable<OtpChange["sent"]> }) {
  const t = useT();
  const { i18n } = useLingui();
  const isExpired = useCountdown(sent.expiresAt) === 0;
  const isOver = otp.mailed.refusal !== undefined && codeStates[otp.mailed.refusal.reason].next !== "enter";
  // The time also runs out after a wrong try.
  const refusal: CodeRefusal | undefined = isExpired && !isOver ? { reason: "expired" } : otp.mailed.refusal;
  const next = refusal ? codeStates[refusal.reason].next : "enter";
  return (
    <Stack gap="sm" p="md" bdrs="md" bg="var(--fc-brand-wash)">
      <p>{t("We sent a code to {email}.", { email: sent.sentTo })}</p>
      <div>
        <TextField
          label={t("OTP")}
          name="otp"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus={!otp.forgotten}
          value={otp.mailed.value}
          onChange={({ currentTarget: { value, form } }) => {
            const now = otpIn(value);
            const typed = { purpose: otp.purpose, hasAppCode: otp.appCode !== undefined, now };
            const isComplete = submitsItself({ ...typed, before: otp.mailed.value });
            if (!isComplete) return otp.mailed.set(now);
            // The form submits what the page shows, so the last digit is there first.
            flushSync(() => otp.mailed.set(now));
            form?.requestSubmit();
          }}
          error={otp.mailed.problem && t(otp.mailed.problem)}
          styles={codeStyles}
        />
        {/* Here before it has a text, so that screen readers notice the text. */}
        <Text component="div" size="sm" aria-live="polite">
          {refusal && <RefusedCode refusal={refusal} />}
        </Text>
      </div>
      {otp.appCode && next === "enter" && <AppCodeField appCode={otp.appCode} />}
      {otp.otherDetails && (
        <Note tone="bad" live>
          {t(otp.otherDetails)}
        </Note>
      )}
      {next === "enter" && (
        // Both fit beside each other on a phone.
        <Group justify="space-between" gap="0 md" fz={13} mb="-0.75rem">
          <span>{t("Valid until {time}", { time: timeText(sent.expiresAt, i18n.locale) })}</span>
          <SendAgain otp={otp} sent={sent} />
        </Group>
      )}
      {next === "sendNew" && <SendAgain otp={otp} sent={sent} isNextStep />}
      {next === "look" && (
        <UnstyledButton
          component="a"
          className="link-button"
          my="-0.75rem"
          href={outcomePlaces[otp.purpose].path}
        >
          {t(outcomePlaces[otp.purpose].label)}
        </UnstyledButton>
      )}
    </Stack>
  );
}

function RefusedCode({ refusal: { reason, triesLeft } }: { refusal: CodeRefusal }) {
  const t = useT();
  const { text } = codeStates[reason];
  return (
    <>
      {text && <p>{t(text)}</p>}
      {triesLeft !== undefined && triesLeft <= triesWorthSaying && (
        <p>{t("Tries left for this code: {count}", { count: triesLeft })}</p>
      )}
    </>
  );
}

interface SendAgainProps {
  otp: OtpChange;
  sent: NonNullable<OtpChange["sent"]>;
  /** Nothing else leads on. */
  isNextStep?: boolean;
}

function SendAgain({ otp, sent, isNextStep = false }: SendAgainProps) {
  const t = useT();
  const seconds = Math.ceil(useCountdown(sent.resendAt) / 1000);
  const text = seconds > 0 ? t("Send again in {seconds} s", { seconds }) : t("Send a new code");
  const shared = {
    disabled: seconds > 0 || otp.busy || otp.sendsAt !== null,
    onClick: () => void otp.resend(),
  };
  if (isNextStep) {
    return (
      <Button variant="outline" {...shared}>
        {text}
      </Button>
    );
  }
  return (
    <button type="button" className="link-button" {...shared}>
      {text}
    </button>
  );
}

/** A timer is not read out at every second. */
function DelayedSendNote({ until }: { until: string }) {
  const t = useT();
  const { i18n } = useLingui();
  const wait = waitText(Math.ceil(useCountdown(until) / 1000), i18n.locale);
  return (
    <Note live>
      <span role="timer">{t("A new code can be sent in {wait}. It is sent by itself.", { wait })}</span>
    </Note>
  );
}
