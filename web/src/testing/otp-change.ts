import type { OtpChange } from "../ui/otp/use-otp-change.ts";

const nothing = () => undefined;

/** The mailed code of a step, as the field has it. */
export function mailedCode(state: Partial<OtpChange["mailed"]> = {}): OtpChange["mailed"] {
  return {
    value: "123456",
    problem: undefined,
    refusal: undefined,
    isOver: false,
    set: nothing,
    isUnusable: () => false,
    verify: async () => ({ data: true }),
    accept: nothing,
    distrust: nothing,
    refuse: nothing,
    reset: nothing,
    ...state,
  };
}

/** A guarded change whose code was sent at `start`; `state` is what differs. */
export function otpChange(start: number, state: Partial<OtpChange> = {}): OtpChange {
  const inSeconds = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  return {
    purpose: "transfer",
    step: "code",
    outdated: false,
    forgotten: false,
    sent: {
      grant: "",
      sentTo: "a•••n@example.com",
      expiresAt: inSeconds(600),
      resendAt: inSeconds(-1),
      authenticator: false,
      fingerprint: "",
    },
    mailed: mailedCode(),
    passkey: { isNext: false, problem: undefined, switchToMail: async () => undefined },
    limited: undefined,
    ended: undefined,
    sendsAt: null,
    isWaiting: false,
    close: nothing,
    leave: nothing,
    key: "a-key-of-the-request",
    outcome: undefined,
    earlier: undefined,
    isNotDone: false,
    appCode: undefined,
    otherDetails: undefined,
    busy: false,
    submit: async () => undefined,
    resend: async () => undefined,
    ...state,
  };
}
