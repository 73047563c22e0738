import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { SentChange } from "@fc/contract/otp/changes";
import { useEffect, useReducer, useRef, useState } from "react";
import { msg } from "../../lib/msg.ts";
import { toast } from "../feedback/toasts.tsx";
import { fingerprintOf, heldFor, unansweredFor } from "./held-for.ts";
import { heldStep, type HeldStep } from "./held-step.ts";
import {
  confirm,
  finish,
  giveUp,
  refuse,
  send,
  type ConfirmedChange,
  type Done,
  type OtpChangeOptions,
  type Press,
} from "./otp-flow.ts";
import { heardIn, nextOtpState, nothingKnown, type OtpNote, type OtpState } from "./otp-state.ts";
import { useAppCode } from "./use-app-code.ts";
import { useDelayedSend, useSendWhenDue } from "./use-delayed-send.ts";
import { useMailedCode } from "./use-mailed-code.ts";
import { useOwnOutcome } from "./use-outcome.ts";
import { usePasskeySigning } from "./use-passkey-signing.ts";

export type { ConfirmedChange, Done };

export type OtpChange = ReturnType<typeof useOtpChange>;

/**
 * The two-step flow: the first submit mails a code for exactly this change, the second verifies the
 * code and makes the change. Editing the form afterwards leads back to the first step, since the
 * code confirms the change that was sent with it and no other. The key of the request is made before the first step
 * and kept until the outcome is known; where an answer was lost, the outcome is asked for before anything else. A key
 * under which nothing was done is closed by that, so the next press begins with a new key and a new code.
 * `otp-state.ts` has the states, docs/codes.md their picture.
 */
export function useOtpChange<Purpose extends OtpPurpose>(options: OtpChangeOptions<Purpose>) {
  const { purpose, userId } = options;
  const request = useRequest(options);
  const { state, dispatch, fingerprint, fits } = request;
  const { step, sent } = state;
  const mailed = useMailedCode({ userId, grant: sent?.grant });
  const appCode = useAppCode({ purpose, userId });
  const passkey = usePasskeySigning({ purpose, userId });
  const isLeft = useIsLeft();
  const fields = { mailed, appCode, passkey };
  const outcome = useOwnOutcome({
    userId,
    key: state.name === "lost" ? state.key : undefined,
    onDone: (key, reference) =>
      finish({ options, dispatch, ...fields }, key, { reference, isLookedUp: true }),
    onNotDone: (key) => giveUp({ options, dispatch, ...fields }, key),
  });
  const delayedSend = useDelayedSend(fingerprint);
  const { running, press } = usePress({ options, request, fields, isLeft, delayedSend });

  function pressSend(repeats = state.repeats, isSigned = passkey.isNext): Promise<void> {
    return press(repeats, (pressed) => send(pressed, { isSigned, repeats }));
  }

  useSendWhenDue(delayedSend, () => void pressSend());

  async function submit(): Promise<void> {
    if (delayedSend.until !== null) return;
    if (state.name === "lost") return outcome.again();
    // The member knows of the earlier one and wants the same once more.
    if (state.name === "repeated") return pressSend(state.earlier.reference);
    const isOver = sent?.passkey !== undefined && Date.parse(sent.expiresAt) <= Date.now();
    return fits && !isOver ? press(state.repeats, confirm) : pressSend();
  }

  const isRepeated = state.name === "repeated";
  const note = "note" in state ? state.note : undefined;
  return {
    purpose,
    /**
     * `lost`: an answer was lost, and what became of the change is not known. `repeated`: the same was done shortly
     * before, and the member is asked whether it is meant.
     */
    step: shownStep(state.name, fits),
    /** The key of the request, once there is one. */
    key: step?.key,
    /** While the step is `lost`. */
    outcome: outcome.state,
    /** While the step is `repeated`: when it was done, and the reference of its receipt. */
    earlier: isRepeated ? state.earlier : undefined,
    /** The server said after a lost answer that nothing was done, and that nothing will be. */
    isNotDone: note?.about === "nothing-done",
    /** A code is out, but the form was edited since. */
    outdated: sent !== undefined && !fits && !isRepeated && !passkey.isNext,
    /** The page was reloaded and has forgotten the secret part of the change. */
    forgotten: sent?.fingerprint === null,
    sent,
    mailed,
    /** Whether the next press asks for a passkey, and why the last one was refused. */
    passkey: {
      isNext: !isRepeated && (fits ? sent?.passkey !== undefined : passkey.isNext),
      problem: passkey.problem,
      /** The way back to the mailed code, for this change. */
      switchToMail: () => {
        passkey.wantMail();
        return pressSend(state.repeats, false);
      },
    },
    /** A limit that refuses codes for now. */
    limited: note?.about === "limit" ? note.error : undefined,
    /** Why a review of money is over without anything having been moved. */
    ended: state.name === "ended" ? state.error : undefined,
    /** When a code that was requested too soon will be sent by itself; null if none waits. */
    sendsAt: delayedSend.until,
    /** Whether a press would do nothing: the code is over, or the next one sends itself. */
    isWaiting: delayedSend.until !== null || (fits && !isRepeated && mailed.isOver),
    /** For a dialog that closes while the form behind it stays. */
    close: () => {
      delayedSend.cancel();
      dispatch({ type: "closed" });
    },
    /** For a form that is left: its code is not used. A request whose outcome is not known is asked for again. */
    leave: () => {
      delayedSend.cancel();
      if (step && state.name !== "lost" && !running.current) heldStep.drop(step);
    },
    /** The second field, where the member has turned an authenticator app on. */
    appCode: sent?.authenticator ? appCode : undefined,
    /** Set when the code is right, but for something else than the form now says. */
    otherDetails: note?.about === "other-details" ? (options.otherDetails ?? otherDetails) : undefined,
    busy: state.name === "sending" || state.name === "confirming" || outcome.state === "checking",
    submit,
    resend: () => pressSend(),
  };
}

const otherDetails = msg(
  "These are not the details the code was sent for. Please enter the same ones again, or send a new code for these.",
);

interface PressProps<Purpose extends OtpPurpose> {
  options: OtpChangeOptions<Purpose>;
  request: ReturnType<typeof useRequest<Purpose>>;
  fields: Pick<Press<Purpose>, "mailed" | "appCode" | "passkey">;
  isLeft: () => boolean;
  delayedSend: ReturnType<typeof useDelayedSend>;
}

/** Does the work of each press of a button. A press while another one's work is running does nothing. */
function usePress<Purpose extends OtpPurpose>({
  options,
  request: { state, dispatch, changeWith },
  fields,
  isLeft,
  delayedSend,
}: PressProps<Purpose>) {
  // A ref changes at once; the state would change too late to stop the second tap of a double tap.
  const running = useRef(false);

  async function press(
    repeats: string | undefined,
    work: (press: Press<Purpose>) => Promise<OtpNote | undefined>,
  ): Promise<void> {
    if (running.current || !heardIn.sendBegun.includes(state.name)) return;
    running.current = true;
    toast.clear();
    const change = changeWith(repeats);
    const sendAt = (time: string) => delayedSend.start(time, fingerprintOf(change));
    const pressed = { options, state, dispatch, change, ...fields, isLeft, sendAt };
    const note = await work(pressed).catch((error: unknown) => refuse(pressed, error));
    running.current = false;
    dispatch({ type: "pressOver", ...(note && { note }) });
  }
  return { running, press };
}

/** The request of this form. One of before a reload, or of another tab, for what the form now says goes on here. */
function useRequest<Purpose extends OtpPurpose>(options: OtpChangeOptions<Purpose>) {
  const [state, dispatch] = useReducer(nextOtpState<Purpose>, options, firstState);
  const changeWith = (repeats: string | undefined): SentChange<Purpose> =>
    repeats === undefined ? options.change : { ...options.change, repeats };
  const fingerprint = fingerprintOf(changeWith(state.repeats));
  const fits =
    state.sent !== undefined && (state.sent.fingerprint === null || state.sent.fingerprint === fingerprint);

  const [lookedFor, setLookedFor] = useState<string>();
  const mayTakeUp = heardIn.takenUp.includes(state.name) && !fits && lookedFor !== fingerprint;
  // Nothing says what a secret step was for, so it is taken up before this form has one of its own, and not after.
  if (mayTakeUp && !(options.secret && state.step)) {
    setLookedFor(fingerprint);
    const held = heldFor(options);
    if (held) dispatch({ type: "takenUp", ...takenUp(held) });
  }
  return { state, dispatch, changeWith, fingerprint, fits };
}

/** An answer that was lost before a reload is looked up before anything else. */
function firstState<Purpose extends OtpPurpose>(options: OtpChangeOptions<Purpose>): OtpState<Purpose> {
  const unanswered = unansweredFor(options);
  if (!unanswered) return { ...nothingKnown, name: "idle" };
  const { held: step, sent, repeats } = takenUp(unanswered);
  return { step, sent, repeats, name: "lost", key: unanswered.key };
}

function takenUp<Purpose extends OtpPurpose>(held: HeldStep<Purpose>) {
  const { change, code } = held;
  return {
    held,
    sent: code && { ...code, fingerprint: change ? fingerprintOf(change) : null },
    repeats: change && "repeats" in change ? change.repeats : undefined,
  };
}

function useIsLeft(): () => boolean {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  return () => isLeft.current;
}

/** What the form shows. While a code is requested or used, it shows what it showed before. */
function shownStep(name: OtpState<OtpPurpose>["name"], fits: boolean): "form" | "code" | "lost" | "repeated" {
  if (name === "lost" || name === "repeated") return name;
  return fits ? "code" : "form";
}
