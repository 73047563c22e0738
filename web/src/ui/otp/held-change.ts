import type { SentChange } from "@fc/contract/otp/changes";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { fieldOf, isKeyOf, recordOf } from "@fc/contract/sure";
import { addressFields } from "@fc/contract/withdraw/kinds";

type Kind = "text" | "number" | "text, or empty";
type KindOf<Value> = null extends Value ? "text, or empty" : Value extends number ? "number" : "text";
type FieldsOf<Change> = {
  [Field in keyof Change as undefined extends Change[Field] ? never : Field]: KindOf<Change[Field]>;
};
type OptionsOf<Change> = {
  [Field in keyof Change as undefined extends Change[Field] ? Field : never]-?: KindOf<
    NonNullable<Change[Field]>
  >;
};

/** What a change of each purpose consists of. The compiler compares it with the contract. */
type Shapes = {
  [Purpose in OtpPurpose]: [needed: FieldsOf<SentChange<Purpose>>, options: OptionsOf<SentChange<Purpose>>];
};

const member = { userId: "number" } as const;
const repeats = { repeats: "text" } as const;

const shapes: Shapes = {
  "change-password": [{ ...member, newPassword: "text" }, { oldPassword: "text" }],
  staking: [
    { ...member, refId: "text", amount: "number", proofImageUrl: "text" },
    { ...repeats, utr: "text", transactionHash: "text" },
  ],
  "staking-topup": [
    { ...member, refId: "text", amount: "number" },
    { ...repeats, coins: "number" },
  ],
  "stake-undo": [{ ...member, stakeId: "number" }, repeats],
  withdraw: [
    { ...member, amount: "number", currencyType: "text" },
    { ...repeats, ...recordOf(addressFields, () => "text" as const) },
  ],
  "internal-transfer": [{ ...member, refId: "text", amount: "number", currencyType: "text" }, repeats],
  transfer: [{ fromRefId: "text", toRefId: "text", amount: "number" }, repeats],
  "authenticator-on": [member, {}],
  "authenticator-off": [member, {}],
  "recovery-codes": [member, {}],
  "passkey-add": [{ ...member, name: "text" }, {}],
  "passkey-end": [{ ...member, passkeyId: "text" }, {}],
  "passkey-confirm": [member, {}],
  profile: [
    {
      id: "number",
      name: "text",
      gender: "text",
      mobileNumber: "text",
      dob: "text, or empty",
      nominee: "text",
      relation: "text",
      address: "text",
      city: "text",
      pin: "text",
      country: "text",
    },
    {},
  ],
  "coin-address-create": [{ ...member, freeCoinAddress: "text" }, {}],
  "coin-address-update": [{ ...member, freeCoinAddress: "text", newAddress: "text" }, {}],
  fmdc: [{ refId: "text", token: "text" }, {}],
  bank: [
    { ...member, accountNumber: "text", ifscCode: "text", branch: "text", bankName: "text" },
    { bankImageUrl: "text" },
  ],
  pan: [{ ...member, nameInPan: "text", panNumber: "text", panImageUrl: "text" }, {}],
  "email-new": [{ ...member, newEmail: "text" }, {}],
  email: [{ ...member, newEmail: "text" }, {}],
  "mail-phrase": [{ ...member, phrase: "text" }, {}],
  "my-data": [member, {}],
  "close-account": [{ ...member, leftFc: "number", lockedFc: "number" }, {}],
};

export const isPurpose = (name: string | undefined): name is OtpPurpose =>
  name !== undefined && isKeyOf(shapes, name);

/** Whether what was stored fills the form of this purpose: it may be of another release, or somebody's own making. */
export function isChangeOf<Purpose extends OtpPurpose>(
  purpose: Purpose,
  stored: unknown,
): stored is SentChange<Purpose> {
  const [needed, options] = shapes[purpose];
  return (
    Object.entries<Kind>(needed).every(([name, kind]) => fits(fieldOf(stored, name), kind)) &&
    Object.entries<Kind>(options).every(([name, kind]) => {
      const value = fieldOf(stored, name);
      return value === undefined || fits(value, kind);
    })
  );
}

function fits(value: unknown, kind: Kind): boolean {
  if (kind === "text, or empty" && value === null) return true;
  return typeof value === (kind === "number" ? "number" : "string");
}
