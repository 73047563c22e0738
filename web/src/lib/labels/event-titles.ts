import type { MemberEvent, MemberEventKind } from "@fc/contract/security/portal";
import type { Translate } from "../i18n.ts";
import { msg } from "../msg.ts";
import { deviceNamed, deviceText } from "./device-text.ts";

export const eventTitles = {
  "password-changed": msg("Password changed"),
  "temporary-password-used": msg("Signed in with a temporary password"),
  "profile-changed": msg("Profile changed"),
  "bank-changed": msg("Bank details changed"),
  "pan-added": msg("PAN details added"),
  "email-changed": msg("E-mail address changed"),
  "coin-address-changed": msg("Free coin address changed"),
  "coin-address-proven": msg("Free coin address proven"),
  "fmdc-changed": msg("FMDC address set"),
  "mail-phrase-set": msg("Phrase of the mails set"),
  "mail-phrase-removed": msg("Phrase of the mails removed"),
  "authenticator-on": msg("Authenticator app turned on"),
  "authenticator-off": msg("Authenticator app turned off"),
  "recovery-code-used": msg("Recovery code used"),
  "recovery-codes-renewed": msg("New recovery codes made"),
  "passkey-added": msg("Passkey added"),
  "passkey-ended": msg("Passkey ended"),
  "passkeys-ended": msg("All passkeys ended"),
  "passkey-copied": msg("Passkey ended, because it may have been copied"),
  "confirms-by-passkey": msg("Changes are now confirmed by a passkey"),
  "confirms-by-mail": msg("Changes are now confirmed by the code by e-mail"),
  "device-signed-out": msg("Another device signed out"),
  "others-signed-out": msg("All other devices signed out"),
  "withdrawal-requested": msg("Withdrawal requested"),
  "withdrawal-cancelled": msg("Withdrawal cancelled"),
  "internal-transfer": msg("Internal transfer"),
  transfer: msg("Transfer sent"),
  "staking-topup": msg("Staking paid from the transfer wallet"),
  "staking-cancelled": msg("Staking request cancelled"),
  "stake-returned": msg("Stake undone"),
  frozen: msg("Account frozen with “This was not me” in a mail"),
  "data-saved": msg("All your data saved as a file"),
  "closure-asked": msg("Closing the account requested"),
  "closure-taken-back": msg("Closing the account taken back"),
  "kyc-read": msg("Your details were looked at"),
  "looked-as-member": msg("Your portal was looked at, without changing anything"),
  blocked: msg("Your account was blocked"),
  "frozen-by-staff": msg("Your account was frozen, to protect it"),
  unblocked: msg("Your account was unblocked"),
  "access-reset": msg("Your access was reset"),
  "deduction-set": msg("A deduction was set"),
  "deduction-cancelled": msg("A deduction was cancelled"),
  adjustment: msg("A wallet was adjusted"),
  "email-replaced": msg("Your e-mail address was changed"),
  "pan-corrected": msg("Your PAN details were corrected"),
  "profile-corrected": msg("Your name or mobile number was corrected"),
  "stake-undone": msg("A stake of yours was undone"),
} as const satisfies Record<MemberEventKind, string>;

/** Which papers an operator has read. */
const kycLabels: Readonly<Record<string, string>> = {
  bank: msg("Bank Details"),
  pan: msg("PAN Details"),
  coinAddress: msg("Free Coin Address"),
  fmdc: msg("FMDC address"),
};

/** What in particular, in words; empty where the title says it all. */
export function eventDetail({ kind, detail }: Pick<MemberEvent, "kind" | "detail">, t: Translate): string {
  if (kind === "device-signed-out") return deviceText(deviceNamed(detail), t);
  if (kind === "others-signed-out") return t("Devices: {count}", { count: detail });
  if (kind === "passkeys-ended") return t("Passkeys: {count}", { count: detail });
  // By the words of the form, which have their Hindi there.
  if (kind === "profile-changed") {
    return detail
      .split(", ")
      .map((field) => t(field))
      .join(", ");
  }
  if (kind === "kyc-read") return t(kycLabels[detail] ?? detail);
  return detail;
}
