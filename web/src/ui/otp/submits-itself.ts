import { otpDigits, type OtpPurpose } from "@fc/contract/otp/portal";

/** What moves coins, or cannot be taken back, waits for a press. */
const waitsForPress: ReadonlySet<OtpPurpose> = new Set([
  "staking",
  "staking-topup",
  "stake-undo",
  "withdraw",
  "internal-transfer",
  "transfer",
  "close-account",
] as const);

interface TypedCode {
  purpose: OtpPurpose;
  /** The code of the authenticator app comes after it. */
  hasAppCode: boolean;
  before: string;
  now: string;
}

/**
 * Whether the last digit submits the form. A pasted text may hold other digits than the code's, so it is looked at and
 * submitted by a press.
 */
export function submitsItself({ purpose, hasAppCode, before, now }: TypedCode): boolean {
  const isLastDigit = now.length === otpDigits && before.length === otpDigits - 1 && now.startsWith(before);
  return isLastDigit && !hasAppCode && !waitsForPress.has(purpose);
}
