import { noticeMs } from "@fc/contract/notice-times";
import { otpMessages, sendOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import type { SentChange } from "@fc/contract/otp/changes";
import type { Dispatch } from "react";
import { ApiError, call, isAnswerLost } from "../../lib/api/api.ts";
import { isThrottled } from "../../lib/labels/problem-message.ts";
import { msg } from "../../lib/msg.ts";
import { cutOff } from "../../lib/session/cut-off.ts";
import { toast } from "../feedback/toasts.tsx";
import { unsaved } from "../form/unsaved.ts";
import { fingerprintOf, heldFor } from "./held-for.ts";
import { heldStep, type HeldStep, type SentCode } from "./held-step.ts";
import type { OtpEvent, OtpNote, OtpState } from "./otp-state.ts";
import { byOwnClock } from "./own-clock.ts";
import { settling } from "./settling.ts";
import type { AppCode } from "./use-app-code.ts";
import type { CodeAnswer, MailedCode } from "./use-mailed-code.ts";
import type { PasskeySigning } from "./use-passkey-signing.ts";

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

export interface OtpChangeOptions<Purpose extends OtpPurpose> extends ConfirmedChange<Purpose> {
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

/** One press of the form's button: what the form and the request were when it was pressed. */
export interface Press<Purpose extends OtpPurpose> {
  options: OtpChangeOptions<Purpose>;
  state: OtpState<Purpose>;
  dispatch: Dispatch<OtpEvent<Purpose>>;
  /** What the code is for: the form's change, or the same as before once more. */
  change: SentChange<Purpose>;
  mailed: MailedCode;
  appCode: AppCode;
  passkey: PasskeySigning;
  /** Whether the form was left meanwhile. */
  isLeft: () => boolean;
  /** Sends the code by itself once the server's limit allows it. */
  sendAt: (time: string) => void;
}

interface SendOptions {
  /** Whether a passkey is asked for in place of a code. */
  isSigned: boolean;
  /** The receipt of the same change of before, where the member wants it once more. */
  repeats: string | undefined;
}

/** Requests a code, or what a passkey has to sign, for exactly this change. */
export async function send<Purpose extends OtpPurpose>(
  press: Press<Purpose>,
  { isSigned, repeats }: SendOptions,
): Promise<OtpNote | undefined> {
  const { options, state, dispatch, change } = press;
  const { purpose, userId, secret = false } = options;
  const { step } = state;
  const isSame = step !== undefined && (secret || fingerprintOf(step.change ?? {}) === fingerprintOf(change));
  const kept = isSame ? step : heldStep.begin({ purpose, userId, ...(secret ? {} : { change }) });
  // The new code closes the one before, so that nothing can be made under the old key any more.
  if (step && !isSame) heldStep.drop(step);
  // Kept before the code is requested: a request that is repeated because its answer was lost has the same key.
  heldStep.keep(kept);
  dispatch({ type: "sendBegun", step: kept, repeats });
  const { data } = await call(sendOtp, {
    params: { userId },
    body: { purpose, change, key: kept.key, ...(isSigned && { passkey: true }) },
  });
  const code = byOwnClock(data);
  const next = { ...kept, code };
  heldStep.keep(next);
  dispatch({ type: "codeSent", step: next, sent: { ...code, fingerprint: fingerprintOf(change) } });
  forgetTyped(press);
  if (code.passkey) {
    dispatch({ type: "confirmBegun" });
    return sign(press, code, next);
  }
  toast.success(otpMessages.sent, noticeMs.otpSent);
  return undefined;
}

/** Verifies what was typed, and makes the change that it was sent for. */
export async function confirm<Purpose extends OtpPurpose>(
  press: Press<Purpose>,
): Promise<OtpNote | undefined> {
  const { state, dispatch, mailed, appCode } = press;
  const { step, sent } = state;
  if (!step || !sent) return undefined;
  dispatch({ type: "confirmBegun" });
  if (sent.passkey) return sign(press, sent, step);
  const lacksAppCode = sent.authenticator && appCode.isEmpty();
  if (mailed.isUnusable() || lacksAppCode) return undefined;
  const answer = await mailed.verify();
  // A spent code has done its work, perhaps by this form: then the change answers again as it did the first time.
  const isSpent = answer.reason === "spent";
  if (!answer.data && !isSpent) return refuseCode(press, answer);
  mailed.accept();
  if (sent.authenticator && !isSpent) await appCode.verify();
  return make(press, step, async () => {
    mailed.distrust();
    return refuseCode(press, isSpent ? answer : await mailed.verify());
  });
}

/** The passkey signs exactly this change, which is made at once. */
async function sign<Purpose extends OtpPurpose>(
  press: Press<Purpose>,
  code: SentCode,
  step: HeldStep<Purpose>,
): Promise<OtpNote | undefined> {
  await press.passkey.sign(code);
  return make(press, step, async () => {
    press.dispatch({ type: "codeGone" });
    toast.failure(new ApiError({ code: "CHANGED", message: changedSince }));
    return undefined;
  });
}

/** Makes the change. `onUnconfirmed`: the server does not take this change for what was confirmed. */
async function make<Purpose extends OtpPurpose>(
  press: Press<Purpose>,
  step: HeldStep<Purpose>,
  onUnconfirmed: () => Promise<OtpNote | undefined>,
): Promise<OtpNote | undefined> {
  const { options, change, dispatch } = press;
  settling.begin(step.key);
  heldStep.keepSent(step);
  try {
    const done = await options.perform(change, step.key);
    finish(press, step.key, { ...done, isLookedUp: false });
    settling.end(step.key);
    return undefined;
  } catch (error) {
    if (isAnswerLost(error)) {
      heldStep.keep({ ...step, isUnanswered: true });
      // Where the page was left meanwhile, the shell looks it up.
      if (press.isLeft()) settling.end(step.key);
      else dispatch({ type: "answerLost", key: step.key });
      return undefined;
    }
    settling.end(step.key);
    if (isSignedOut(error)) {
      // Keeping it again would leave what was typed to the next person at this browser.
      heldStep.drop(step);
      if (options.onEnded) cutOff.tell("nothing-moved");
      throw error;
    }
    heldStep.keep(step);
    if (!isInvalidOtp(error)) throw error;
    return onUnconfirmed();
  }
}

type Ending<Purpose extends OtpPurpose> = Pick<
  Press<Purpose>,
  "options" | "dispatch" | "mailed" | "appCode" | "passkey"
>;

/** The change was made, under this key. */
export function finish<Purpose extends OtpPurpose>(
  press: Ending<Purpose>,
  key: string,
  done: Done & { isLookedUp: boolean },
): void {
  heldStep.drop({ userId: press.options.userId, key });
  press.dispatch({ type: "made" });
  forgetTyped(press);
  unsaved.forget();
  press.options.onDone(done);
}

/** Nothing was done under this key, and the server takes nothing under it any more. */
export function giveUp<Purpose extends OtpPurpose>(press: Ending<Purpose>, key: string): void {
  heldStep.drop({ userId: press.options.userId, key });
  press.dispatch({ type: "nothingDone", key });
  forgetTyped(press);
}

/** Says why the code cannot be used. Where it is right itself, what it confirms is not what the form says now. */
function refuseCode<Purpose extends OtpPurpose>(
  press: Press<Purpose>,
  { data, reason = "wrong", triesLeft }: CodeAnswer,
): OtpNote | undefined {
  const { step, sent } = press.state;
  if (data && sent?.fingerprint === null) return { about: "other-details" };
  // Another tab has asked what became of this request: nothing was done.
  if (reason === "closed") {
    if (step) giveUp(press, step.key);
    return undefined;
  }
  if (reason === "spent" && step) heldStep.drop(step);
  press.mailed.refuse(data ? "changed" : reason, triesLeft);
  return undefined;
}

/** Shows a refusal where it belongs: at a field, with the form, or as the end of the review. */
export async function refuse<Purpose extends OtpPurpose>(
  press: Press<Purpose>,
  error: unknown,
): Promise<OtpNote | undefined> {
  if (!(error instanceof ApiError)) {
    toast.failure(error);
    return undefined;
  }
  const { options, state, dispatch, mailed, appCode, passkey } = press;
  if (isInvalidOtp(error)) {
    mailed.distrust();
    mailed.refuse(undefined);
  } else if (passkey.refuse(error)) {
    // Nothing that was asked for can be signed any more: the next press asks anew.
    if (error.code !== "NO_PASSKEY_GIVEN" && error.code !== "INVALID_PASSKEY") dispatch({ type: "codeGone" });
  } else if (appCode.refuse(error)) {
    dispatch({ type: "appCodeWanted" });
  } else if (error.code === "GIVEN_UP" && state.step) {
    // Another tab has looked the key up before this one used it.
    giveUp(press, state.step.key);
  } else if (error.earlier) {
    dispatch({ type: "repeatAsked", earlier: error.earlier });
  } else if (options.onRefused?.(error)) {
    return undefined;
  } else if (error.limit === "otp-resend" && error.retryAt) {
    press.sendAt(error.retryAt);
  } else if (isThrottled(error)) {
    return { about: "limit", error };
  } else if (options.onEnded && isFinal(error)) {
    await end(press, error);
  } else {
    toast.failure(error);
  }
  return undefined;
}

/** Refused for a reason that another code would not change. */
async function end<Purpose extends OtpPurpose>(press: Press<Purpose>, error: ApiError): Promise<void> {
  const { options, dispatch } = press;
  const held = heldFor(options);
  if (held) heldStep.drop(held);
  // Before the reason is shown, so that it never stands beside old figures.
  await options.onEnded?.(error);
  dispatch({ type: "refusedForGood", error });
  forgetTyped(press);
}

function forgetTyped<Purpose extends OtpPurpose>({ mailed, appCode, passkey }: Ending<Purpose>): void {
  mailed.reset();
  appCode.reset();
  passkey.reset();
}

const changedSince = msg("What you confirmed has changed since. Please look at it and confirm it again.");

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
