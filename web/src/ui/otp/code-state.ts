import type { CodeProblem, OtpPurpose } from "@fc/contract/otp/portal";
import { msg } from "../../lib/msg.ts";

/**
 * Why a code was refused. `changed`: the code is right, but what it confirms is no longer what the form would do. A
 * `closed` one is no refusal: the whole step is over.
 */
export interface CodeRefusal {
  reason: Exclude<CodeProblem, "closed"> | "changed";
  triesLeft?: number | undefined;
}

interface CodeState {
  /** What is said below the specification's headline. */
  text: string | undefined;
  /** `sendNew`: no code can be entered any more for what was sent. `look`: neither can, nor should, a new one. */
  next: "enter" | "sendNew" | "look";
}

export const codeStates = {
  wrong: { text: undefined, next: "enter" },
  earlier: {
    text: msg("This is an earlier code. Please enter the newest one that we sent."),
    next: "enter",
  },
  expired: { text: msg("This code has expired."), next: "sendNew" },
  replaced: {
    text: msg(
      "A newer code was sent for another change, perhaps from another tab. This one no longer counts.",
    ),
    next: "sendNew",
  },
  locked: {
    text: msg("There were too many wrong tries. For your safety this code no longer counts."),
    next: "sendNew",
  },
  changed: {
    text: msg("What this code was sent for has changed since. It no longer counts."),
    next: "sendNew",
  },
  spent: {
    text: msg("This code was used: what it was sent for has been done. You find it here:"),
    next: "look",
  },
} as const satisfies Record<CodeRefusal["reason"], CodeState>;

/** How many tries are left when the page begins to say so: after the second wrong one of five. */
export const triesWorthSaying = 3;

const withdrawals = { path: "/Withdraw-report", label: msg("Withdraw Report") };
/** The Transfer Wallet Report leaves out stakes and the house's own accounts; this one shows everything. */
const transfers = { path: "/wallet-report?wallet=transfer", label: msg("Wallet Report") };
const security = { path: "/security", label: msg("Security") };

/** Where a change that was made is shown. */
export const outcomePlaces: Record<OtpPurpose, { path: string; label: string }> = {
  withdraw: withdrawals,
  "internal-transfer": withdrawals,
  transfer: transfers,
  "staking-topup": transfers,
  "stake-undo": { path: "/stacking-investment", label: msg("Staking Investment") },
  staking: { path: "/topupRequest", label: msg("Staking Report") },
  profile: security,
  "change-password": security,
  "coin-address-create": security,
  "coin-address-update": security,
  fmdc: security,
  bank: security,
  pan: security,
  "email-new": security,
  email: security,
  "mail-phrase": security,
  "authenticator-on": security,
  "authenticator-off": security,
  "recovery-codes": security,
  "passkey-add": security,
  "passkey-end": security,
  "passkey-confirm": security,
  "my-data": security,
  "close-account": { path: "/my-data", label: msg("My data") },
};
