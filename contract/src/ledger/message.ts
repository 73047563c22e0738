import { rewardKindNames, rewardKinds } from "../plan/reward-kinds.ts";

/** What an entry of the ledger says, in words for people: a text to translate, and what is filled into it. */
export interface MessageWords {
  text: string;
  values: Readonly<Record<string, string>>;
  /** Shown after the text: whom or what it was about. */
  detail: string;
}

/** By their first tokens; the longest one that fits counts, and what follows it is the detail. */
const known: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    rewardKindNames.map((kind) => [rewardKinds[kind].token, rewardKinds[kind].reportText]),
  ),
  STAKE: "Stake started",
  "STAKE/TRANSFER": "Stake paid from the transfer wallet",
  "STAKE/ENDED": "Stake ended",
  "STAKE/RETURNED": "Stake returned",
  // What the activity says of the reversal of a stake.
  "STAKE/UNDONE": "Stake undone",
  WITHDRAW: "Coin withdrawal",
  "WITHDRAW/REQUESTED": "Withdrawal requested",
  "WITHDRAW/ACCEPTED": "Withdrawal accepted",
  "WITHDRAW/REJECTED": "Withdrawal rejected and returned",
  "WITHDRAW/CANCELLED": "Withdrawal cancelled and returned",
  TAX: "Tax deducted at source",
  INTERNAL: "Internal transfer",
  TRANSFER: "Wallet transfer",
  OPENING: "Opening entry",
  ADJUSTMENT: "Adjustment by hand",
  REVERSAL: "Reversal of an entry",
  POOL: "Rewards pool funded",
};

const transferText = "Transfer from {from} to {to}";
/** Not after a colon: it is the business that was reached, and not the reward. */
const offerText = "Offer at {matched} of matched business";

/**
 * Messages are tokens, separated by slashes and, where several belong together, by underscores: `ROI`,
 * `TRANSFER/FC7K2M9QX_FC8P3N4RT`. What is not known yet is shown as its own words, never as nothing.
 */
export function messageWords(message: string): MessageWords {
  const parts = message
    .split("/")
    .map((part) => part.trim())
    .filter(Boolean);
  const [first = "", second = ""] = parts;
  const [from, to, ...others] = second.split("_").filter(Boolean);
  if (first === "TRANSFER" && from !== undefined && to !== undefined && others.length === 0) {
    return { text: transferText, values: { from, to }, detail: details(parts.slice(2)) };
  }
  if (first === rewardKinds.offer_reward.token && second.startsWith("$")) {
    return { text: offerText, values: { matched: second }, detail: details(parts.slice(2)) };
  }
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join("/");
    const text = Object.hasOwn(known, name) ? known[name] : undefined;
    if (text !== undefined) return { text, values: {}, detail: details(parts.slice(length)) };
  }
  return { text: parts.map(words).join(" · ") || message.trim() || "-", values: {}, detail: "" };
}

/**
 * The messages whose words contain what somebody typed, in the reader's language or in English. The ledger stores
 * tokens and no words, so a search for words becomes one for tokens.
 */
export function messagesSaying(typed: string, translated: (text: string) => string): string[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  const says = (text: string) =>
    text
      .replaceAll(/\{\w+\}/g, "")
      .toLowerCase()
      .includes(wanted);
  const texts = Object.entries({
    ...known,
    TRANSFER: transferText,
    [rewardKinds.offer_reward.token]: offerText,
  });
  return texts.filter(([, text]) => says(text) || says(translated(text))).map(([message]) => message);
}

/** A message in English, for files, mails and the console. */
export function messageText(message: string): string {
  return englishText(messageWords(message));
}

export function englishText({ text, values, detail }: MessageWords): string {
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return detail === "" ? filled : `${filled}: ${detail}`;
}

/** The staking wallet's report names the rewards of that wallet and shows everything else as a dash. */
export function stakingMessageWords(message: string): MessageWords {
  const [token] = message.split("/");
  const kind = rewardKindNames.find((each) => rewardKinds[each].token === token);
  const isNamed = kind !== undefined && rewardKinds[kind].wallet === "staking";
  return { text: isNamed ? rewardKinds[kind].reportText : "-", values: {}, detail: "" };
}

/** Ids, dates and people's own words stay as they were written. */
function details(parts: readonly string[]): string {
  return parts.map((part) => part.split("_").filter(Boolean).join(" ")).join(", ");
}

function words(part: string): string {
  const text = part
    .split("_")
    .filter(Boolean)
    // A word of capitals alone is shouting; with a digit in it, it is an id.
    .map((word) => (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
