import { isKeyOf } from "../sure.ts";
import type { ReceiptKindName } from "../receipts/kinds.ts";
import { referenceOf } from "../receipts/reference.ts";
import { settingGroups, settingsOf } from "../settings/business-settings.ts";

export type LogDetails = Readonly<Record<string, unknown>>;

/** The details that name a record, and the kind of its reference. */
const references: Readonly<Record<string, ReceiptKindName>> = {
  request: "staking-request",
  withdrawal: "withdrawal",
};

/** The money movements and support messages that a line names: each can be opened. */
export function referencesIn(details: LogDetails): string[] {
  const made = Object.keys(references).flatMap((name) => {
    const id = details[name];
    return typeof id === "number" ? [detailText(name, id)] : [];
  });
  const { reference } = details;
  return typeof reference === "string" ? [...made, reference] : made;
}

const kycParts: Readonly<Record<string, string>> = {
  bank: "the bank details",
  pan: "the PAN",
  coinAddress: "the free coin address",
  fmdc: "the FMDC address",
};

const moment = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "Asia/Kolkata",
});

/** What a line says of one of its details. */
export function detailText(name: string, value: unknown): string {
  const kind = references[name];
  if (kind !== undefined && typeof value === "number") return referenceOf(kind, value);
  if (name === "setting" && typeof value === "string") return settingName(value);
  if (name === "part" && typeof value === "string") return kycParts[value] ?? value;
  // Only there to be asked for in brackets.
  if (value === true) return "";
  if (typeof value === "number") return value.toLocaleString("en-IN");
  if (value === null || value === undefined) return "–";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? moment.format(new Date(text)) : text;
}

/** "Coin address (Payment details)" of payment.coinAddress; as it is stored where the setting is gone. */
function settingName(stored: string): string {
  const [group = "", name = ""] = stored.split(".");
  if (!isKeyOf(settingGroups, group)) return stored;
  const { title } = settingGroups[group];
  const setting = settingsOf(group)[name];
  return setting ? `${setting.label} (${title})` : stored;
}
