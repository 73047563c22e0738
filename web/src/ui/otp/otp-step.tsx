import { otpIn } from "@fc/contract/otp/portal";
import { useLingui } from "@lingui/react";
import { useSyncExternalStore } from "react";
import { timeText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import { TextField } from "../form/fields.tsx";
import { Note } from "../feedback/note.tsx";
import { AppCodeField } from "./app-code-field.tsx";
import type { OtpChange } from "./use-otp-change.ts";
import "./otp-step.css";

/** The second step of a guarded change; in the form, above its submit button. */
export function OtpStep({ otp }: { otp: OtpChange }) {
  const t = useT();
  const { i18n } = useLingui();
  const now = useSeconds();
  const { sent } = otp;

  if (otp.outdated) {
    return <Note>{t("You changed the form. The next step sends a new code for it.")}</Note>;
  }
  if (!sent || otp.step !== "code") return null;

  const expired = now >= Date.parse(sent.expiresAt);
  const waitSeconds = Math.ceil((Date.parse(sent.resendAt) - now) / 1000);
  return (
    <div className="otp">
      <p>{t("We sent a code to {email}.", { email: sent.sentTo })}</p>
      <TextField
        label={t("OTP")}
        name="otp"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus={!otp.forgotten}
        value={otp.code}
        onChange={(event) => otp.setCode(otpIn(event.currentTarget.value))}
        error={otp.codeProblem && t(otp.codeProblem)}
      />
      {otp.appCode && <AppCodeField appCode={otp.appCode} />}
      {otp.otherDetails && (
        <Note tone="bad" live>
          {t(otp.otherDetails)}
        </Note>
      )}
      <div className="otp-meta">
        <span>
          {expired
            ? t("This code has expired.")
            : t("Valid until {time}", { time: timeText(sent.expiresAt, i18n.locale) })}
        </span>
        <button
          type="button"
          className="link-button"
          disabled={waitSeconds > 0 || otp.busy}
          onClick={() => void otp.resend()}
        >
          {waitSeconds > 0 ? t("Send again in {seconds} s", { seconds: waitSeconds }) : t("Send a new code")}
        </button>
      </div>
    </div>
  );
}

/** The time in milliseconds, in steps of a second. */
function useSeconds(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000) * 1000);
}

function everySecond(onTick: () => void): () => void {
  const tick = setInterval(onTick, 1000);
  return () => clearInterval(tick);
}
