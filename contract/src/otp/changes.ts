import type * as z from "zod/mini";
import { updateBankDetails } from "../bank/portal.ts";
import { closeAccount } from "../closure/portal.ts";
import { coinAddressEdit, createFreeCoinAddress } from "../coin-address/portal.ts";
import { changeEmail, proveEmail } from "../email/portal.ts";
import { createFmdc } from "../fmdc/portal.ts";
import { saveMyData } from "../my-data/portal.ts";
import { createPanRecord } from "../pan/portal.ts";
import { changePassword } from "../password/portal.ts";
import { updateProfile } from "../profile/portal.ts";
import { renewRecoveryCodes, startAuthenticator, turnOffAuthenticator } from "../security/authenticator.ts";
import { setMailPhrase } from "../security/mail-phrase.ts";
import { addPasskey, chooseToConfirmByPasskey, endPasskey } from "../security/passkeys.ts";
import { requestStake, undoStake } from "../staking/portal.ts";
import { topUpStake, transferCoins } from "../transfer/portal.ts";
import { requestWithdrawal, transferInternally } from "../withdraw/portal.ts";
import type { OtpPurpose } from "./portal.ts";

/** What the code of each purpose confirms: the body of the call that makes the change. */
const otpChanges = {
  "change-password": changePassword.body,
  staking: requestStake.body,
  "staking-topup": topUpStake.body,
  "stake-undo": undoStake.body,
  withdraw: requestWithdrawal.body,
  "internal-transfer": transferInternally.body,
  transfer: transferCoins.body,
  "authenticator-on": startAuthenticator.body,
  "authenticator-off": turnOffAuthenticator.body,
  "recovery-codes": renewRecoveryCodes.body,
  "passkey-add": addPasskey.body,
  "passkey-end": endPasskey.body,
  "passkey-confirm": chooseToConfirmByPasskey.body,
  profile: updateProfile.body,
  "coin-address-create": createFreeCoinAddress.body,
  // Its new address is in the path of the call.
  "coin-address-update": coinAddressEdit,
  fmdc: createFmdc.body,
  bank: updateBankDetails.body,
  pan: createPanRecord.body,
  "email-new": proveEmail.body,
  email: changeEmail.body,
  "mail-phrase": setMailPhrase.body,
  "my-data": saveMyData.body,
  "close-account": closeAccount.body,
} as const satisfies Record<OtpPurpose, z.ZodMiniType>;

/** As a form sends it. */
export type SentChange<Purpose extends OtpPurpose> = z.input<(typeof otpChanges)[Purpose]>;

type ParsedChanges = { [Purpose in OtpPurpose]: z.output<(typeof otpChanges)[Purpose]> };
/** As the server has parsed it. */
export type ParsedChange<Purpose extends OtpPurpose> = ParsedChanges[Purpose];

/** The same schemas by purpose, for who does not know before which purpose it will be. */
export const otpChangeSchemas: {
  readonly [Purpose in OtpPurpose]: z.ZodMiniType<ParsedChanges[Purpose]>;
} = otpChanges;
