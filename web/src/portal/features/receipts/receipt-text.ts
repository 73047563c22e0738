import { asUsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcText, inrText, usdText } from "@fc/contract/amount-text";
import type { ReceiptKindName, receiptKinds } from "@fc/contract/receipts/kinds";
import type { Receipt } from "@fc/contract/receipts/portal";
import { addressLabel, nextTexts, receiptNext, receiptSteps } from "@fc/contract/receipts/steps";
import { fcOf } from "../../../lib/format/amounts.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import type { Translate } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { stepLabels } from "../../../ui/money/request-timeline.tsx";

export const kindLabels = {
  "staking-request": msg("Staking request"),
  "top-up": msg("Stake from the transfer wallet"),
  "stake-return": msg("Stake undone"),
  withdrawal: msg("Coin withdrawal"),
  "internal-transfer": msg("Internal transfer"),
  transfer: msg("Wallet transfer"),
} as const satisfies { [Kind in ReceiptKindName]: (typeof receiptKinds)[Kind]["label"] };

export const valuationLabels = {
  made: msg("At the price when it was made"),
  approved: msg("At the price when it was approved"),
  today: msg("At today's price"),
} as const satisfies Record<Receipt["valuedAt"], string>;

/** In words where it stands: the last step of its timeline. */
export function stateText(receipt: Receipt, t: Translate): string {
  return t(stepLabels[sure(receiptSteps(receipt).at(-1)).name]);
}

export function nextText(
  receipt: Receipt,
  now: Date,
  { t, locale }: { t: Translate; locale: string },
): string {
  const time = receipt.dueAt === null ? "" : dateTimeText(receipt.dueAt, locale);
  const [first, last] = receipt.stakeEarns
    ? [dayText(receipt.stakeEarns.first, locale), dayText(receipt.stakeEarns.last, locale)]
    : ["", ""];
  return t(nextTexts[receiptNext(receipt, now)], { time, first, last });
}

/** What the member entered: dollars for a stake, coins for everything else; and the same in the other currencies. */
export function amountsOf(receipt: Receipt): { head: string; others: string[] } {
  const { kind, amountFc, amountUsd, amountInr } = receipt;
  const inFc = amountFc === null ? undefined : fcText(fcOf(amountFc));
  const inUsd = amountUsd === null ? undefined : dollars(amountUsd, amountFc);
  const inInr = amountInr === null ? undefined : rupees(amountInr, amountFc);
  const isStake = kind === "staking-request" || kind === "top-up";
  const [head, second] = isStake ? [inUsd, inFc] : [inFc, inUsd];
  const others = [second, inInr].filter((text) => text !== undefined);
  return { head: head ?? "", others };
}

/** What arrives, in dollars and rupees; undefined where nothing arrives or there is no price. */
export function netWorthOf({ netFc, netUsd, netInr }: Receipt): string | undefined {
  if (netFc === 0 || netUsd === null || netInr === null) return undefined;
  return `${dollars(netUsd, netFc)} · ${rupees(netInr, netFc)}`;
}

/** Less than a cent or a paisa is not nothing, so it does not read as zero. */
function dollars(amount: number, amountFc: number | null): string {
  return amount === 0 && amountFc !== 0 ? "< $0.01" : usdText(asUsdCents(BigInt(Math.round(amount * 100))));
}

function rupees(amount: number, amountFc: number | null): string {
  return amount === 0 && amountFc !== 0 ? "< ₹0.01" : inrText(BigInt(Math.round(amount * 100)));
}

/** The receipt in a few lines, to be sent to somebody. */
export function shareText(receipt: Receipt, { t, locale }: { t: Translate; locale: string }): string {
  const { head, others } = amountsOf(receipt);
  const { counterpart, address } = receipt;
  const lines = [
    `FC Portal · ${t(kindLabels[receipt.kind])}`,
    [head, ...others].join(" · "),
    counterpart && `${t(counterpartLabel(receipt))}: ${counterpart.name}, ${counterpart.refId}`,
    address && `${t(addressLabel(receipt))}: ${address}`,
    `${stateText(receipt, t)} · ${dateTimeText(receipt.requestedAt, locale)}`,
    `${t("Reference")}: ${receipt.reference}`,
  ];
  return lines.filter(Boolean).join("\n");
}

export function counterpartLabel({ kind, side }: Pick<Receipt, "kind" | "side">): string {
  if (kind === "top-up") return side === "own" ? msg("Stake for") : msg("Paid by");
  return side === "own" ? msg("Receiver") : msg("Sender");
}
