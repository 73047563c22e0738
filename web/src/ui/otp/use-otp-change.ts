import {
  noticeMs,
  otpDigits,
  otpMessages,
  sendOtp,
  verifyOtp,
  type OtpPurpose,
} from "@fc/contract/otp/portal";
import type { SentChange } from "@fc/contract/otp/changes";
import { errors } from "@fc/contract/errors";
import { useRef, useState } from "react";
import { ApiError, call } from "../../lib/api/api.ts";
import { msg } from "../../lib/msg.ts";
import { toast } from "../feedback/toasts.tsx";
import { heldStep } from "./held-step.ts";
import { useAppCode } from "./use-app-code.ts";

/** One change of a form: what it is confirmed as, and the call that makes it. */
export interface ConfirmedChange<Purpose extends OtpPurpose> {
  purpose: Purpose;
  /** The body of the call that makes the change, as the form is now. */
  change: SentChange<Purpose>;
  /**
   * Makes the change, once its code was verified. It is called with the change beside it, so a form that has changes
   * of two purposes passes one or the other as a whole.
   */
  perform(change: SentChange<Purpose>): Promise<unknown>;
}

interface OtpChangeOptions<Purpose extends OtpPurpose> extends ConfirmedChange<Purpose> {
  userId: number;
  /** The change holds a password: nothing of it is kept, not even in this tab. */
  secret?: boolean;
  /** What to say when the form, typed again after a reload, is not what the code was sent for. */
  otherDetails?: string;
  onDone: () => void;
  /** May show a refusal at its field; otherwise it becomes the error notice. */
  onRefused?: (error: ApiError) => boolean;
}

interface SentCode {
  sentTo: string;
  expiresAt: string;
  resendAt: string;
  /** Whether the authenticator app's code is needed as well. */
  authenticator: boolean;
  /** The change the code was sent for; null when a reload forgot it because it is secret. */
  fingerprint: string | null;
}

export type OtpChange = ReturnType<typeof useOtpChange>;

/**
 * The two-step flow: the first submit mails a code for exactly this change, the second verifies the
 * code and makes the change. Editing the form afterwards leads back to the first step, since the
 * code confirms the change that was sent with it and no other.
 */
export function useOtpChange<Purpose extends OtpPurpose>(options: OtpChangeOptions<Purpose>) {
  const { purpose, userId, change, secret = false } = options;
  const [sent, setSent] = useState<SentCode | undefined>(() => restored(purpose, userId, secret));
  const [code, setCode] = useState("");
  const [codeProblem, setCodeProblem] = useState<string>();
  const [isOther, setIsOther] = useState(false);
  const [busy, setBusy] = useState(false);
  // A ref changes at once; state would change too late to stop the second tap of a double tap.
  const running = useRef(false);
  const verified = useRef<string>(undefined);
  const appCode = useAppCode({ purpose, userId });

  const fits =
    sent !== undefined && (sent.fingerprint === null || sent.fingerprint === fingerprintOf(change));

  async function send(): Promise<void> {
    const { data } = await call(sendOtp, { params: { userId }, body: { purpose, change } });
    setSent({ ...data, fingerprint: fingerprintOf(change) });
    setCode("");
    setCodeProblem(undefined);
    verified.current = undefined;
    appCode.reset();
    heldStep.keep({ purpose, userId, ...data, ...(secret ? {} : { change }) });
    toast.success(otpMessages.sent, noticeMs.otpSent);
  }

  async function confirm(): Promise<void> {
    const lacksAppCode = sent?.authenticator === true && appCode.isEmpty();
    if (code === "") return setCodeProblem(otpMessages.empty);
    if (code.length < otpDigits) return setCodeProblem(errors.INVALID_OTP[1]);
    if (lacksAppCode) return;
    // A code that was verified before the connection broke must not be verified a second time.
    if (verified.current !== code) {
      const { data } = await call(verifyOtp, { params: { userId, otp: code }, query: {} });
      if (!data) return setCodeProblem(errors.INVALID_OTP[1]);
      verified.current = code;
    }
    if (sent?.authenticator) await appCode.verify();
    try {
      await options.perform(change);
    } catch (error) {
      // The code was right a moment ago, so it is the form that was typed differently this time.
      if (!isInvalidOtp(error) || sent?.fingerprint !== null) throw error;
      verified.current = undefined;
      return setIsOther(true);
    }
    reset();
    options.onDone();
  }

  function reset(): void {
    heldStep.drop();
    setSent(undefined);
    setCode("");
    setCodeProblem(undefined);
    verified.current = undefined;
    appCode.reset();
  }

  async function run(step: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setIsOther(false);
    toast.clear();
    try {
      await step();
    } catch (error) {
      refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  function refuse(error: unknown): void {
    if (error instanceof ApiError) {
      if (isInvalidOtp(error)) {
        verified.current = undefined;
        return setCodeProblem(error.message);
      }
      if (appCode.refuse(error)) {
        // Turned on elsewhere since the code was sent.
        if (sent && !sent.authenticator) setSent({ ...sent, authenticator: true });
        return;
      }
      if (options.onRefused?.(error)) return;
    }
    toast.failure(error);
  }

  return {
    step: fits ? ("code" as const) : ("form" as const),
    /** A code is out, but the form was edited since. */
    outdated: sent !== undefined && !fits,
    /** The page was reloaded and has forgotten the secret part of the change. */
    forgotten: sent?.fingerprint === null,
    sent,
    code,
    codeProblem,
    /** The second field, where the member has turned an authenticator app on. */
    appCode: sent?.authenticator ? appCode : undefined,
    /** Set when the code is right, but for something else than the form now says. */
    otherDetails: isOther ? (options.otherDetails ?? otherDetails) : undefined,
    busy,
    setCode(next: string) {
      setCode(next);
      setCodeProblem(undefined);
    },
    submit: () => run(fits ? confirm : send),
    resend: () => run(send),
  };
}

const otherDetails = msg(
  "These are not the details the code was sent for. Please enter the same ones again, or send a new code for these.",
);

function isInvalidOtp(error: unknown): boolean {
  return error instanceof ApiError && error.code === "INVALID_OTP";
}

function restored(purpose: OtpPurpose, userId: number, secret: boolean): SentCode | undefined {
  const held = heldStep.find(purpose, userId, new Date());
  if (!held) return undefined;
  const { sentTo, expiresAt, resendAt, authenticator } = held;
  return {
    sentTo,
    expiresAt,
    resendAt,
    authenticator,
    fingerprint: secret ? null : fingerprintOf(held.change ?? {}),
  };
}

function fingerprintOf(change: object): string {
  return JSON.stringify(change);
}
