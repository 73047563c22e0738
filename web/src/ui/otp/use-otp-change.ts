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
import type { ResponseOf } from "@fc/contract/route";
import { useRef, useState } from "react";
import { ApiError, call } from "../../lib/api/api.ts";
import { isThrottled } from "../../lib/labels/problem-message.ts";
import { msg } from "../../lib/msg.ts";
import { toast } from "../feedback/toasts.tsx";
import { codeStates, type CodeRefusal } from "./code-state.ts";
import { heldStep } from "./held-step.ts";
import { useAppCode } from "./use-app-code.ts";
import { useDelayedSend } from "./use-delayed-send.ts";

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
  /** Names the code, so that the server can say what became of exactly this one. */
  grant: string;
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
  const [refusal, setRefusal] = useState<CodeRefusal>();
  const [limited, setLimited] = useState<ApiError>();
  const [isOther, setIsOther] = useState(false);
  const [busy, setBusy] = useState(false);
  // A ref changes at once; state would change too late to stop the second tap of a double tap.
  const running = useRef(false);
  const verified = useRef<string>(undefined);
  const appCode = useAppCode({ purpose, userId });

  const fits =
    sent !== undefined && (sent.fingerprint === null || sent.fingerprint === fingerprintOf(change));

  /** After `replaced`, the newer code may be for this very change, so that one can be entered. */
  const isOver =
    refusal !== undefined && refusal.reason !== "replaced" && codeStates[refusal.reason].next !== "enter";

  async function send(): Promise<void> {
    const { data } = await call(sendOtp, { params: { userId }, body: { purpose, change } });
    const inOwnTime = byOwnClock(data);
    setSent({ ...inOwnTime, fingerprint: fingerprintOf(change) });
    setCode("");
    setCodeProblem(undefined);
    setRefusal(undefined);
    verified.current = undefined;
    appCode.reset();
    heldStep.keep({ purpose, userId, ...inOwnTime, ...(secret ? {} : { change }) });
    toast.success(otpMessages.sent, noticeMs.otpSent);
  }

  async function confirm(): Promise<void> {
    const lacksAppCode = sent?.authenticator === true && appCode.isEmpty();
    if (code === "") return setCodeProblem(otpMessages.empty);
    if (code.length < otpDigits) return setCodeProblem(errors.INVALID_OTP[1]);
    if (lacksAppCode) return;
    // It cannot become valid again, and another try would count as a wrong one.
    if (isOver) return setCodeProblem(errors.INVALID_OTP[1]);
    // A code that was verified before the connection broke must not be verified a second time.
    const answer = verified.current === code ? { data: true } : await verify();
    // A spent code has done its work, perhaps by this form: then the change answers again as it did the first time.
    const isSpent = answer.reason === "spent";
    if (!answer.data && !isSpent) return refuseCode(answer);
    verified.current = code;
    if (sent?.authenticator && !isSpent) await appCode.verify();
    try {
      await options.perform(change);
    } catch (error) {
      if (!isInvalidOtp(error)) throw error;
      verified.current = undefined;
      return refuseCode(isSpent ? answer : await verify());
    }
    reset();
    options.onDone();
  }

  async function verify(): Promise<CodeAnswer> {
    return call(verifyOtp, { params: { userId, otp: code }, query: sent ? { grant: sent.grant } : {} });
  }

  /** Says why the code cannot be used. Where it is right itself, what it confirms is not what the form says now. */
  function refuseCode({ data, reason = "wrong", triesLeft }: CodeAnswer): void {
    if (data && sent?.fingerprint === null) return setIsOther(true);
    if (reason === "spent") heldStep.drop();
    setCodeProblem(errors.INVALID_OTP[1]);
    setRefusal({ reason: data ? "changed" : reason, triesLeft });
  }

  function reset(): void {
    heldStep.drop();
    setSent(undefined);
    setCode("");
    setCodeProblem(undefined);
    setRefusal(undefined);
    verified.current = undefined;
    appCode.reset();
  }

  async function run(step: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setIsOther(false);
    setLimited(undefined);
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
      if (error.limit === "otp-resend" && error.retryAt) return delayedSend.start(error.retryAt);
      if (isThrottled(error)) return setLimited(error);
    }
    toast.failure(error);
  }

  const delayedSend = useDelayedSend(fingerprintOf(change), () => void run(send));

  return {
    purpose,
    step: fits ? ("code" as const) : ("form" as const),
    /** A code is out, but the form was edited since. */
    outdated: sent !== undefined && !fits,
    /** The page was reloaded and has forgotten the secret part of the change. */
    forgotten: sent?.fingerprint === null,
    sent,
    code,
    codeProblem,
    /** Why the last code was refused, below the headline `codeProblem`. */
    refusal,
    /** A limit that refuses codes for now. */
    limited,
    /** When a code that was requested too soon will be sent by itself; null if none waits. */
    sendsAt: delayedSend.until,
    /** For a dialog that closes while the form behind it stays. */
    cancelSend: delayedSend.cancel,
    /** The second field, where the member has turned an authenticator app on. */
    appCode: sent?.authenticator ? appCode : undefined,
    /** Set when the code is right, but for something else than the form now says. */
    otherDetails: isOther ? (options.otherDetails ?? otherDetails) : undefined,
    busy,
    setCode(next: string) {
      setCode(next);
      setCodeProblem(undefined);
      if (refusal && codeStates[refusal.reason].next === "enter") setRefusal(undefined);
    },
    submit: () => (delayedSend.until === null ? run(fits ? confirm : send) : Promise.resolve()),
    resend: () => run(send),
  };
}

const otherDetails = msg(
  "These are not the details the code was sent for. Please enter the same ones again, or send a new code for these.",
);

/** The answer of `verifyOtp`. */
type CodeAnswer = ResponseOf<typeof verifyOtp>;

/** The server's times by this device's clock, which may be wrong: what counts is how long from now. */
function byOwnClock({ serverTime, expiresAt, resendAt, ...rest }: ResponseOf<typeof sendOtp>["data"]) {
  const offsetMs = Date.now() - Date.parse(serverTime);
  const own = (time: string) => new Date(Date.parse(time) + offsetMs).toISOString();
  return { ...rest, expiresAt: own(expiresAt), resendAt: own(resendAt) };
}

function isInvalidOtp(error: unknown): boolean {
  return error instanceof ApiError && error.code === "INVALID_OTP";
}

function restored(purpose: OtpPurpose, userId: number, secret: boolean): SentCode | undefined {
  const held = heldStep.find(purpose, userId, new Date());
  if (!held) return undefined;
  const { grant, sentTo, expiresAt, resendAt, authenticator } = held;
  return {
    grant,
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
