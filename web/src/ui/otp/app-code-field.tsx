import { otpIn } from "@fc/contract/otp/portal";
import { useT } from "../../lib/i18n.ts";
import { PlainTextField, TextField } from "../form/fields.tsx";
import type { AppCode } from "./use-app-code.ts";

/** Six digits of the app, or a recovery code if the phone is lost. */
export function AppCodeField({ appCode }: { appCode: AppCode }) {
  const t = useT();
  const { value, problem, isRecovery } = appCode;
  const shared = { value, error: problem && t(problem), autoComplete: "off" };
  return (
    <div className="stack stack-tight">
      {isRecovery ? (
        <PlainTextField
          {...shared}
          label={t("Recovery code")}
          name="recoveryCode"
          data-spelt="recovery"
          onChange={(event) => appCode.set(event.currentTarget.value)}
        />
      ) : (
        <TextField
          {...shared}
          label={t("Code of your authenticator app")}
          name="appCode"
          inputMode="numeric"
          onChange={(event) => appCode.set(otpIn(event.currentTarget.value))}
        />
      )}
      <button
        type="button"
        className="link-button otp-other"
        onClick={() => appCode.chooseRecovery(!isRecovery)}
      >
        {isRecovery ? t("Use the app's code") : t("Use a recovery code")}
      </button>
    </div>
  );
}
