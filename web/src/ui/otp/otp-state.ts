import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { ApiError } from "../../lib/api/api.ts";
import type { HeldStep, SentCode } from "./held-step.ts";

/** A code that was sent. */
export interface CodeOut extends SentCode {
  /** The change that it was sent for; null when a reload forgot it because it is secret. */
  fingerprint: string | null;
}

/** What the form says beside its fields until the next press. */
export type OtpNote =
  /** The server said after a lost answer that nothing was done, and that nothing will be. */
  | { about: "nothing-done" }
  /** A limit refuses codes for now. */
  | { about: "limit"; error: ApiError }
  /** The code is right, but for something else than the form now says. */
  | { about: "other-details" };

/** What is known of the request in every state. */
interface Known<Purpose extends OtpPurpose> {
  /** The request with its key, from its first press until its outcome is known. */
  step: HeldStep<Purpose> | undefined;
  sent: CodeOut | undefined;
  /** The receipt of the same change of before, where the member wants it once more. */
  repeats: string | undefined;
}

type Phase =
  /** The form can be filled in; no code is out. */
  | { name: "idle"; note?: OtpNote }
  /** A code is being requested. */
  | { name: "sending" }
  /** A code is out, or a passkey is asked for. */
  | { name: "waiting"; note?: OtpNote }
  /** The code is being verified and the change made. */
  | { name: "confirming" }
  /** The same was done shortly before, and the member is asked whether it is meant. */
  | { name: "repeated"; earlier: NonNullable<ApiError["earlier"]> }
  /** An answer was lost. What became of the request under this key is being looked up. */
  | { name: "lost"; key: string }
  /** A review of money is over, and nothing was moved. */
  | { name: "ended"; error: ApiError };

export type OtpState<Purpose extends OtpPurpose> = Known<Purpose> & Phase;

export type OtpEvent<Purpose extends OtpPurpose> =
  /** A request of before a reload, or of another tab, goes on here. */
  | { type: "takenUp"; held: HeldStep<Purpose>; sent: CodeOut | undefined; repeats: string | undefined }
  | { type: "sendBegun"; step: HeldStep<Purpose>; repeats: string | undefined }
  | { type: "codeSent"; step: HeldStep<Purpose>; sent: CodeOut }
  | { type: "confirmBegun" }
  /** The authenticator app was turned on elsewhere after the code was sent. */
  | { type: "appCodeWanted" }
  /** What was sent cannot confirm this change any more. */
  | { type: "codeGone" }
  /** The press has come to an end without another event that leads on. */
  | { type: "pressOver"; note?: OtpNote }
  | { type: "repeatAsked"; earlier: NonNullable<ApiError["earlier"]> }
  | { type: "answerLost"; key: string }
  | { type: "nothingDone"; key: string }
  | { type: "made" }
  | { type: "refusedForGood"; error: ApiError }
  /** The dialog was closed; the form behind it stays. */
  | { type: "closed" };

type StateName = Phase["name"];
type EventName = OtpEvent<OtpPurpose>["type"];

/** The states in which an event changes something. In any other one it comes too late. */
export const heardIn: Readonly<Record<EventName, readonly StateName[]>> = {
  takenUp: ["idle", "waiting"],
  sendBegun: ["idle", "waiting", "repeated"],
  codeSent: ["sending"],
  confirmBegun: ["waiting"],
  appCodeWanted: ["confirming"],
  codeGone: ["sending", "confirming"],
  pressOver: ["sending", "confirming"],
  repeatAsked: ["sending", "confirming"],
  answerLost: ["confirming"],
  nothingDone: ["sending", "confirming", "lost"],
  made: ["confirming", "lost"],
  refusedForGood: ["sending", "confirming"],
  closed: ["idle", "sending", "waiting", "confirming", "repeated", "lost"],
};

export const nothingKnown = { step: undefined, sent: undefined, repeats: undefined };

export function nextOtpState<Purpose extends OtpPurpose>(
  state: OtpState<Purpose>,
  event: OtpEvent<Purpose>,
): OtpState<Purpose> {
  if (!heardIn[event.type].includes(state.name)) return state;
  const { step, sent, repeats } = state;
  const known = { step, sent, repeats };
  switch (event.type) {
    case "takenUp":
      return resting({ step: event.held, sent: event.sent, repeats: event.repeats });
    case "sendBegun":
      // An earlier code stays visible until the new one is there.
      return { ...known, step: event.step, repeats: event.repeats, name: "sending" };
    case "codeSent":
      return { ...known, step: event.step, sent: event.sent, name: "waiting" };
    case "confirmBegun":
      return { ...known, name: "confirming" };
    case "appCodeWanted":
      return { ...state, sent: sent && { ...sent, authenticator: true } };
    case "codeGone":
      return { ...state, sent: undefined };
    case "pressOver":
      return resting(known, event.note);
    case "repeatAsked":
      return { ...known, name: "repeated", earlier: event.earlier };
    case "answerLost":
      return { ...known, name: "lost", key: event.key };
    case "nothingDone": {
      const isThis = step?.key === event.key;
      return resting(isThis ? { ...nothingKnown, repeats } : known, { about: "nothing-done" });
    }
    case "made":
      return resting(nothingKnown);
    case "refusedForGood":
      return { ...nothingKnown, name: "ended", error: event.error };
    case "closed":
      return state.name === "repeated"
        ? resting({ ...known, repeats: undefined })
        : { ...state, repeats: undefined };
  }
}

/** The state between two presses. */
function resting<Purpose extends OtpPurpose>(known: Known<Purpose>, note?: OtpNote): OtpState<Purpose> {
  return { ...known, name: known.sent ? "waiting" : "idle", ...(note && { note }) };
}
