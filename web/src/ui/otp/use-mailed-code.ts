import { errors } from "@fc/contract/errors";
import { otpDigits, otpMessages, verifyOtp } from "@fc/contract/otp/portal";
import type { ResponseOf } from "@fc/contract/route";
import { useRef, useState } from "react";
import { call } from "../../lib/api/api.ts";
import { codeStates, type CodeRefusal } from "./code-state.ts";

/** The answer of `verifyOtp`. */
export type CodeAnswer = ResponseOf<typeof verifyOtp>;

const headline = errors.INVALID_OTP[1];

export type MailedCode = ReturnType<typeof useMailedCode>;

/** The mailed code as it is typed, and what the server said about it. `grant` names the code that was sent last. */
export function useMailedCode({ userId, grant }: { userId: number; grant: string | undefined }) {
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<CodeRefusal>();
  const verified = useRef<string>(undefined);
  /** After `replaced`, the newer code may be for this very change, so that one can be entered. */
  const isOver =
    refusal !== undefined && refusal.reason !== "replaced" && codeStates[refusal.reason].next !== "enter";

  return {
    value,
    problem,
    /** Why the last code was refused, below the headline `problem`. */
    refusal,
    isOver,
    set(next: string) {
      setValue(next);
      setProblem(undefined);
      if (refusal && codeStates[refusal.reason].next === "enter") setRefusal(undefined);
    },
    /** Whether the server need not be asked; if so, the field says why. */
    isUnusable(): boolean {
      // A code that is over cannot become valid again, and another try would count as a wrong one.
      const found =
        value === "" ? otpMessages.empty : value.length < otpDigits || isOver ? headline : undefined;
      setProblem(found);
      return found !== undefined;
    },
    /** A code that was verified before the change was refused is not verified a second time. */
    async verify(): Promise<CodeAnswer> {
      if (verified.current === value) return { data: true };
      return call(verifyOtp, { params: { userId, otp: value }, query: grant === undefined ? {} : { grant } });
    },
    accept() {
      verified.current = value;
    },
    /** The server no longer accepts it, although it was right before. */
    distrust() {
      verified.current = undefined;
    },
    refuse(reason: CodeRefusal["reason"] | undefined, triesLeft?: number) {
      setProblem(headline);
      if (reason) setRefusal({ reason, triesLeft });
    },
    reset() {
      setValue("");
      setProblem(undefined);
      setRefusal(undefined);
      verified.current = undefined;
    },
  };
}
