import { indiaTime } from "../../platform/format.ts";
import type { Fact, Facts, MailDefinition, MailTable } from "./mail.ts";

/** What the mail about a sensitive change needs, by the kind of event that the Security page shows for it. */
export interface ChangeValues {
  "password-changed": { heldUntil: Date | undefined };
  "temporary-password-used": object;
  "profile-changed": { changed: string; newValues: Fact[] };
  "bank-changed": { account: Fact[] };
  "pan-added": { nameInPan: string; maskedNumber: string };
  "fmdc-changed": { address: string };
  "coin-address-changed": { address: string; before: string | undefined; heldUntil: Date | undefined };
  "device-signed-out": { signedOut: string };
  "others-signed-out": { count: string };
  "authenticator-on": object;
  "authenticator-off": object;
  "recovery-codes-renewed": object;
  "recovery-code-used": { left: number };
}

export type ChangeKind = keyof ChangeValues;

/** For a change that only somebody who is signed in can make. */
const ifNotYou =
  "If this was not you, somebody may be signed in as you: change your password at once, which signs out every other device, and write to support.";

/** A mail about a change ends its facts with when and from where it was made, so that its reader can judge it. */
function change<Values>(
  definition: Omit<MailDefinition<Values>, "facts"> & { facts?: (values: Values) => Facts },
): MailDefinition<Values> {
  return {
    ...definition,
    facts: (values, { now, origin }) => ({
      ...definition.facts?.(values),
      When: indiaTime(now),
      Device: origin?.device,
      "Internet address": origin?.ip,
    }),
  };
}

const factsOf = (facts: readonly Fact[]): Facts =>
  Object.fromEntries(facts.map(({ label, value }) => [label, value]));
const untilText = (until: Date | undefined) => until && indiaTime(until);

export const changeMails: MailTable<ChangeValues> = {
  "password-changed": change({
    subject: "Your FC Portal password was changed",
    heading: "Your password was changed",
    text: "every other device was signed out.",
    facts: ({ heldUntil }) => ({ "Coin withdrawals on hold until": untilText(heldUntil) }),
    note: "If this was not you, ask for a temporary password with Forgot Password at once, and write to support.",
  }),
  "temporary-password-used": change({
    subject: "Your FC Portal temporary password was used",
    heading: "Your temporary password was used",
    text: "somebody signed in with the temporary password that we mailed to you. The old password is void.",
    note: "If this was not you, somebody reads your mail: change the password of your mailbox at once, then choose Forgot Password in the portal, and write to support.",
  }),
  "profile-changed": change({
    subject: "Your FC Portal profile was changed",
    heading: "Your profile was changed",
    text: "your profile was changed.",
    facts: ({ changed, newValues }) => ({ Changed: changed, ...factsOf(newValues) }),
    note: ifNotYou,
  }),
  "bank-changed": change({
    subject: "Your FC Portal bank details were changed",
    heading: "Your bank details were changed",
    text: "your bank details were changed.",
    facts: ({ account }) => factsOf(account),
    note: ifNotYou,
  }),
  "pan-added": change({
    subject: "Your FC Portal PAN details were added",
    heading: "Your PAN details were added",
    text: "your PAN details were added. They cannot be changed any more.",
    facts: ({ nameInPan, maskedNumber }) => ({ "Name in PAN": nameInPan, "PAN number": maskedNumber }),
    note: ifNotYou,
  }),
  "fmdc-changed": change({
    subject: "Your FC Portal FMDC address was set",
    heading: "Your FMDC address was set",
    text: "your FMDC address was set. It cannot be changed any more.",
    facts: ({ address }) => ({ "FMDC address": address }),
    note: ifNotYou,
  }),
  "coin-address-changed": change({
    subject: ({ before }) =>
      before ? "Your FC Portal free coin address was changed" : "Your FC Portal free coin address was set",
    heading: ({ before }) =>
      before ? "Your free coin address was changed" : "Your free coin address was set",
    text: ({ before }) =>
      before ? "withdrawn coins now go to another address." : "withdrawn coins now go to the address below.",
    facts: ({ address, before, heldUntil }) => ({
      "Send coins to": address,
      "No longer to": before || undefined,
      "Coin withdrawals on hold until": untilText(heldUntil),
    }),
    note: ifNotYou,
  }),
  "device-signed-out": change({
    subject: "Your FC Portal account was signed out on another device",
    heading: "Your account was signed out on another device",
    text: "one of your devices was signed out from another one.",
    facts: ({ signedOut }) => ({ "Signed out": signedOut }),
    note: ifNotYou,
  }),
  "others-signed-out": change({
    subject: "Your FC Portal account was signed out on all other devices",
    heading: "Your account was signed out on all other devices",
    text: "every device but the one below was signed out.",
    facts: ({ count }) => ({ "Devices signed out": count }),
    note: ifNotYou,
  }),
  "authenticator-on": change({
    subject: "Your FC Portal authenticator app was turned on",
    heading: "Your authenticator app was turned on",
    text: "withdrawals, transfers and new coin addresses or bank details now ask for its code beside the one that we mail.",
    note: ifNotYou,
  }),
  "authenticator-off": change({
    subject: "Your FC Portal authenticator app was turned off",
    heading: "Your authenticator app was turned off",
    text: "withdrawals, transfers and new coin addresses or bank details no longer ask for its code.",
    note: ifNotYou,
  }),
  "recovery-codes-renewed": change({
    subject: "Your FC Portal recovery codes were replaced",
    heading: "Your recovery codes were replaced",
    text: "new recovery codes were made. The old ones are worth nothing any more.",
    note: ifNotYou,
  }),
  "recovery-code-used": change({
    subject: "Your FC Portal recovery code was used",
    heading: "Your recovery code was used",
    text: "one of your recovery codes was used in place of your authenticator app.",
    facts: ({ left }) => ({ "Recovery codes left": String(left) }),
    note: ifNotYou,
  }),
};
