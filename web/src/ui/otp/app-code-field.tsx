import { otpIn } from "@fc/contract/otp/portal";
import { UnstyledButton } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import { PlainTextField, TextField } from "../form/fields.tsx";
import { codeStyles } from "./code-styles.ts";
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
          // Twice as long as the app's.
          styles={{ input: { fontSize: "1.125rem", fontWeight: 600, letterSpacing: "0.1em" } }}
          onChange={(event) => appCode.set(event.currentTarget.value)}
        />
      ) : (
        <TextField
          {...shared}
          label={t("Code of your authenticator app")}
          name="appCode"
          inputMode="numeric"
          styles={codeStyles}
          onChange={(event) => appCode.set(otpIn(event.currentTarget.value))}
        />
      )}
      <UnstyledButton
        className="link-button"
        fz="sm"
        mb="-0.5rem"
        style={{ alignSelf: "flex-start" }}
        onClick={() => appCode.chooseRecovery(!isRecovery)}
      >
        {isRecovery ? t("Use the app's code") : t("Use a recovery code")}
      </UnstyledButton>
    </div>
  );
}
