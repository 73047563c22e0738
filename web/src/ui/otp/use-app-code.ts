import { authenticatorMessages, plainCode, verifyAuthenticator } from "@fc/contract/security/authenticator";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { useRef, useState } from "react";
import { call, type ApiError } from "../../lib/api/api.ts";
import { msg } from "../../lib/msg.ts";

const recoveryRefused = msg("This recovery code is wrong, or it was used already");

export type AppCode = ReturnType<typeof useAppCode>;

/** The code of the authenticator app, or a recovery code in its place, beside the mailed one. */
export function useAppCode({ purpose, userId }: { purpose: OtpPurpose; userId: number }) {
  const [value, setValue] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A code is valid once: one that was accepted before the connection broke is not sent again.
  const verified = useRef<string>(undefined);

  return {
    value,
    problem,
    /** Whether a recovery code is being typed, as after a lost phone. */
    isRecovery,
    set(next: string) {
      setValue(next);
      setProblem(undefined);
    },
    chooseRecovery(chosen: boolean) {
      setRecovery(chosen);
      setValue("");
      setProblem(undefined);
    },
    /** If it is empty, the field says so. */
    isEmpty(): boolean {
      if (plainCode(value) !== "") return false;
      setProblem(authenticatorMessages.empty);
      return true;
    },
    async verify(): Promise<void> {
      if (verified.current === value) return;
      await call(verifyAuthenticator, { body: { userId, purpose, code: value } });
      verified.current = value;
    },
    /** Whether a refusal is about this code; if so, it is shown at the field. */
    refuse(error: ApiError): boolean {
      if (error.code !== "INVALID_AUTHENTICATOR_CODE" && error.code !== "AUTHENTICATOR_REQUIRED")
        return false;
      verified.current = undefined;
      setProblem(isRecovery && error.code === "INVALID_AUTHENTICATOR_CODE" ? recoveryRefused : error.message);
      return true;
    },
    reset() {
      verified.current = undefined;
      setValue("");
      setProblem(undefined);
    },
  };
}
