import { noticeMs } from "@fc/contract/notice-times";
import { otpMessages, sendOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import type { SentChange } from "@fc/contract/otp/changes";
import { useRef, useState } from "react";
import { ApiError, call, isAnswerLost } from "../../lib/api/api.ts";
import { isThrottled } from "../../lib/labels/problem-message.ts";
import { msg } from "../../lib/msg.ts";
import { toast } from "../feedback/toasts.tsx";
import { cutOff } from "../../lib/session/cut-off.ts";
import { unsaved } from "../form/unsaved.ts";
import { fingerprintOf, heldFor, unansweredFor } from "./held-for.ts";
import { heldStep, type HeldStep, type SentCode } from "./held-step.ts";
import { byOwnClock } from "./own-clock.ts";
import { settling } from "./settling.ts";
import { useAppCode } from "./use-app-code.ts";
import { useMailedCode, type CodeAnswer } from "./use-mailed-code.ts";
import { usePasskeySigning } from "./use-passkey-signing.ts";
import { useDelayedSend } from "./use-delayed-send.ts";
import { useOutcome } from "./use-outcome.ts";

/** What is known of a change that was made. */
export interface Done {
  /** Of its receipt, where coins were moved. */
  reference?: string | undefined;
}

/** One change of a form: what it is confirmed as, and the call that makes it. */
export interface ConfirmedChange<Purpose extends OtpPurpose> {
  purpose: Purpose;
  /** The body of the call that makes the change, as the form is now. */
  change: SentChange<Purpose>;
  /**
   * Makes the change, once its code was verified; a call that must not be done twice is sent under the key. It is
   * called with the change beside it, so a form that has changes of two purposes passes one or the other as a whole.
   */
  perform(change: SentChange<Purpose>, key: string): Promise<Done>;
}

interface OtpChangeOptions<Purpose extends OtpPurpose> extends ConfirmedChange<Purpose> {
  userId: number;
  /** The change holds a password: nothing of it is kept, not even in this tab. */
  secret?: boolean;
  /** What to say when the form, typed again after a reload, is not what the code was sent for. */
  otherDetails?: string;
  /** The change was made: now, or before a lost answer, as the server says. */
  onDone: (done: Done & { isLookedUp: boolean }) => void;
  /** May show a refusal at its field; otherwise it becomes the error notice. */
  onRefused?: (error: ApiError) => boolean;
  /**
   * For a review of money. A refusal that is not about the code ends it: the step is dropped, this fetches fresh
   * figures, and `ended` then says why.
   */
  onEnded?: (error: ApiError) => Promise<unknown>;
}

interface CodeOut extends SentCode {
  /** The change the code was sent for; null when a reload forgot it because it is secret. */
  fingerprint: string | null;
}

export type OtpChange = ReturnType<typeof useOtpChange>;

/**
 * The two-step flow: the first submit mails a code for exactly this change, the second verifies the
 * code and makes the change. Editing the form afterwards leads back to the first step, since the
 * code confirms the change that was sent with it and no other. The key of the request is made before the first step
 * and kept until the outcome is known; where an answer was lost, the outcome is asked for before anything else. A key
 * under which nothing was done is closed by that, so the next press begins with a new key and a new code.
 */
export function useOtpChange<Purpose extends OtpPurpose>(options: OtpChangeOptions<Purpose>) {
  const { purpose, userId, secret = false } = options;
  const [step, setStep] = useState<HeldStep<Purpose>>();
  const [sent, setSent] = useState<CodeOut>();
  const [repeats, setRepeats] = useState<string>();
  const [earlier, setEarlier] = useState<ApiError["earlier"]>();
  const [isNotDone, setNotDone] = useState(false);
  const [limited, setLimited] = useState<ApiError>();
  const [ended, setEnded] = useState<ApiError>();
  const [isOther, setIsOther] = useState(false);
  const [busy, setBusy] = useState(false);
  // A ref changes at once; state would change too late to stop the second tap of a double tap.
  const running = useRef(false);
  const wantedLast = useRef("");
  const mailed = useMailedCode({ userId, grant: sent?.grant });
  const appCode = useAppCode({ purpose, userId });
  const passkey = usePasskeySigning({ purpose, userId });

  const change: SentChange<Purpose> = repeats === undefined ? options.change : { ...options.change, repeats };
  const fingerprint = fingerprintOf(change);
  const fits = sent !== undefined && (sent.fingerprint === null || sent.fingerprint === fingerprint);

  // A step for what the form now says, of before a reload or of another tab, is taken up again.
  const [lookedFor, setLookedFor] = useState<string>();
  const [unanswered] = useState(() => unansweredFor(options));
  // Nothing says what a secret step was for, so it is taken up before this form has one of its own, and not after.
  if (!fits && lookedFor !== fingerprint && !(secret && step)) {
    setLookedFor(fingerprint);
    const held = heldFor(options);
    if (held) takeUp(held);
  }

  const outcome = useOutcome({
    userId,
    first: unanswered?.key,
    onDone: (key, reference) => finish(key, { reference, isLookedUp: true }),
    onNotDone: giveUp,
  });

  function takeUp(held: HeldStep<Purpose>): void {
    setStep(held);
    setRepeats(held.change && "repeats" in held.change ? held.change.repeats : undefined);
    if (held.code) setSent({ ...held.code, fingerprint: held.change ? fingerprintOf(held.change) : null });
  }

  async function send(wanted: SentChange<Purpose> = change, isSigned = passkey.isNext): Promise<void> {
    wantedLast.current = fingerprintOf(wanted);
    const isSame =
      step !== undefined && (secret || fingerprintOf(step.change ?? {}) === fingerprintOf(wanted));
    const kept = isSame ? step : heldStep.begin({ purpose, userId, ...(secret ? {} : { change: wanted }) });
    // The new code closes the one before, so that nothing can be made under the old key any more.
    if (step && !isSame) heldStep.drop(step);
    // Kept before the code is requested: a request that is repeated because its answer was lost has the same key.
    setStep(kept);
    heldStep.keep(kept);
    const { data } = await call(sendOtp, {
      params: { userId },
      body: { purpose, change: wanted, key: kept.key, ...(isSigned && { passkey: true }) },
    });
    const inOwnTime = byOwnClock(data);
    const next = { ...kept, code: inOwnTime };
    setStep(next);
    heldStep.keep(next);
    setSent({ ...inOwnTime, fingerprint: fingerprintOf(wanted) });
    mailed.reset();
    appCode.reset();
    passkey.reset();
    if (inOwnTime.passkey) return sign(inOwnTime, next, wanted);
    toast.success(otpMessages.sent, noticeMs.otpSent);
  }

  /** The passkey signs exactly this change, which is made at once. */
  async function sign(code: SentCode, kept: HeldStep<Purpose>, wanted: SentChange<Purpose>): Promise<void> {
    await passkey.sign(code);
    await make(kept, wanted, () => {
      setSent(undefined);
      toast.failure(new ApiError({ code: "CHANGED", message: changedSince }));
    });
  }

  async function confirm(): Promise<void> {
    if (sent?.passkey && step) return sign(sent, step, change);
    const lacksAppCode = sent?.authenticator === true && appCode.isEmpty();
    if (mailed.isUnusable() || lacksAppCode || !step) return;
    const answer = await mailed.verify();
    // A spent code has done its work, perhaps by this form: then the change answers again as it did the first time.
    const isSpent = answer.reason === "spent";
    if (!answer.data && !isSpent) return refuseCode(answer);
    mailed.accept();
    if (sent?.authenticator && !isSpent) await appCode.verify();
    await make(step, change, async () => {
      mailed.distrust();
      refuseCode(isSpent ? answer : await mailed.verify());
    });
  }

  /** Makes the change. `onUnconfirmed`: the server does not take this change for what was confirmed. */
  async function make(
    kept: HeldStep<Purpose>,
    wanted: SentChange<Purpose>,
    onUnconfirmed: () => void | Promise<void>,
  ): Promise<void> {
    settling.begin(kept.key);
    heldStep.keepSent(kept);
    try {
      finish(kept.key, { ...(await options.perform(wanted, kept.key)), isLookedUp: false });
      settling.end(kept.key);
    } catch (error) {
      if (isAnswerLost(error)) {
        heldStep.keep({ ...kept, isUnanswered: true });
        return outcome.ask(kept.key);
      }
      settling.end(kept.key);
      if (isSignedOut(error)) {
        // Keeping it again would leave what was typed to the next person at this browser.
        heldStep.drop(kept);
        if (options.onEnded) cutOff.tell("nothing-moved");
        throw error;
      }
      heldStep.keep(kept);
      if (!isInvalidOtp(error)) throw error;
      await onUnconfirmed();
    }
  }

  /** Says why the code cannot be used. Where it is right itself, what it confirms is not what the form says now. */
  function refuseCode({ data, reason = "wrong", triesLeft }: CodeAnswer): void {
    if (data && sent?.fingerprint === null) return setIsOther(true);
    // Another tab has asked what became of this request: nothing was done.
    if (reason === "closed") return step && giveUp(step.key);
    if (reason === "spent" && step) heldStep.drop(step);
    mailed.refuse(data ? "changed" : reason, triesLeft);
  }

  /** Nothing was done under this key, and the server takes nothing under it any more. */
  function giveUp(key: string): void {
    heldStep.drop({ userId, key });
    setNotDone(true);
    if (step?.key === key) forgetStep();
  }

  /** Refused for a reason that another code would not change. */
  async function end(error: ApiError): Promise<void> {
    const held = heldFor(options);
    if (held) heldStep.drop(held);
    // Before the reason is shown, so that it never stands beside old figures.
    await options.onEnded?.(error);
    forgetStep();
    setRepeats(undefined);
    setEnded(error);
  }

  function forgetStep(): void {
    setStep(undefined);
    setSent(undefined);
    mailed.reset();
    appCode.reset();
    passkey.reset();
  }

  function finish(key: string, done: Done & { isLookedUp: boolean }): void {
    heldStep.drop({ userId, key });
    forgetStep();
    setRepeats(undefined);
    unsaved.forget();
    options.onDone(done);
  }

  async function run(work: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setIsOther(false);
    setNotDone(false);
    setLimited(undefined);
    toast.clear();
    try {
      await work();
    } catch (error) {
      await refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  async function refuse(error: unknown): Promise<void> {
    if (error instanceof ApiError) {
      if (isInvalidOtp(error)) {
        mailed.distrust();
        return mailed.refuse(undefined);
      }
      if (passkey.refuse(error)) {
        // Nothing that was asked for can be signed any more: the next press asks anew.
        if (error.code !== "NO_PASSKEY_GIVEN" && error.code !== "INVALID_PASSKEY") setSent(undefined);
        return;
      }
      if (appCode.refuse(error)) {
        // Turned on elsewhere since the code was sent.
        if (sent && !sent.authenticator) setSent({ ...sent, authenticator: true });
        return;
      }
      // Another tab has looked the key up before this one used it.
      if (error.code === "GIVEN_UP" && step) return giveUp(step.key);
      if (error.earlier) return setEarlier(error.earlier);
      if (options.onRefused?.(error)) return;
      if (error.limit === "otp-resend" && error.retryAt)
        return delayedSend.start(error.retryAt, wantedLast.current);
      if (isThrottled(error)) return setLimited(error);
      if (options.onEnded && isFinal(error)) return end(error);
    }
    toast.failure(error);
  }

  const delayedSend = useDelayedSend(fingerprint, () => void run(() => send()));

  /** The member knows of the earlier one and wants the same once more. */
  async function sendRepeated({ reference }: NonNullable<typeof earlier>): Promise<void> {
    setEarlier(undefined);
    setRepeats(reference);
    await send({ ...options.change, repeats: reference });
  }

  async function submit(): Promise<void> {
    if (delayedSend.until !== null) return;
    if (outcome.state) return outcome.again();
    const isOver = sent?.passkey !== undefined && Date.parse(sent.expiresAt) <= Date.now();
    return run(earlier ? () => sendRepeated(earlier) : fits && !isOver ? confirm : () => send());
  }

  /** The way back to the mailed code, for this change. */
  function switchToMail(): Promise<void> {
    passkey.wantMail();
    return run(() => send(change, false));
  }

  return {
    purpose,
    /**
     * `lost`: an answer was lost, and what became of the change is not known. `repeated`: the same was done shortly
     * before, and the member is asked whether it is meant.
     */
    step: stepOf({ isLost: outcome.state !== undefined, isRepeated: earlier !== undefined, fits }),
    /** The key of the request, once there is one. */
    key: step?.key,
    /** While the step is `lost`. */
    outcome: outcome.state,
    /** While the step is `repeated`: when it was done, and the reference of its receipt. */
    earlier,
    /** The server said after a lost answer that nothing was done, and that nothing will be. */
    isNotDone,
    /** A code is out, but the form was edited since. */
    outdated: sent !== undefined && !fits && earlier === undefined && !passkey.isNext,
    /** The page was reloaded and has forgotten the secret part of the change. */
    forgotten: sent?.fingerprint === null,
    sent,
    mailed,
    /** Whether the next press asks for a passkey, and why the last one was refused. */
    passkey: {
      isNext: earlier === undefined && (fits ? sent.passkey !== undefined : passkey.isNext),
      problem: passkey.problem,
      switchToMail,
    },
    /** A limit that refuses codes for now. */
    limited,
    /** Why a review of money is over without anything having been moved. */
    ended,
    /** When a code that was requested too soon will be sent by itself; null if none waits. */
    sendsAt: delayedSend.until,
    /** Whether a press would do nothing: the code is over, or the next one sends itself. */
    isWaiting: delayedSend.until !== null || (fits && earlier === undefined && mailed.isOver),
    /** For a dialog that closes while the form behind it stays. */
    close: () => {
      delayedSend.cancel();
      setEarlier(undefined);
      setRepeats(undefined);
    },
    /** For a form that is left: its code is not used. A request whose outcome is not known is asked for again. */
    leave: () => {
      delayedSend.cancel();
      if (step && outcome.state === undefined && !running.current) heldStep.drop(step);
    },
    /** The second field, where the member has turned an authenticator app on. */
    appCode: sent?.authenticator ? appCode : undefined,
    /** Set when the code is right, but for something else than the form now says. */
    otherDetails: isOther ? (options.otherDetails ?? otherDetails) : undefined,
    busy: busy || outcome.state === "checking",
    submit,
    resend: () => run(() => send()),
  };
}

const changedSince = msg("What you confirmed has changed since. Please look at it and confirm it again.");

const otherDetails = msg(
  "These are not the details the code was sent for. Please enter the same ones again, or send a new code for these.",
);

type Step = "form" | "code" | "lost" | "repeated";

function stepOf({ isLost, isRepeated, fits }: Record<"isLost" | "isRepeated" | "fits", boolean>): Step {
  if (isLost) return "lost";
  if (isRepeated) return "repeated";
  return fits ? "code" : "form";
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "NOT_SIGNED_IN";
}

/** The server has refused the change itself. Under a key that was used for other details something may have moved. */
function isFinal(error: ApiError): boolean {
  return !isAnswerLost(error) && !isSignedOut(error) && error.code !== "IDEMPOTENCY_CONFLICT";
}

function isInvalidOtp(error: unknown): boolean {
  return error instanceof ApiError && error.code === "INVALID_OTP";
}
