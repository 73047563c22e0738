import { asUsdCents, noFc, type Fc } from "@fc/contract/units";
import { aboutUsdText } from "@fc/contract/amount-text";
import { isWithin, type FcRange } from "@fc/contract/amount-range";
import { errors } from "@fc/contract/errors";
import { centsPerUsd, fcForUsdInPayersFavour, usdCentsForFcInPayersFavour } from "@fc/contract/money";
import { normaliseRefId } from "@fc/contract/ref-id";
import {
  topUpProblem,
  transferProblem,
  transferRange,
  type TransferType,
} from "@fc/contract/transfer/portal";
import { fcTyped } from "@fc/contract/typed-amount";
import type { WalletSettings } from "@fc/contract/wallet/portal";
import { fcOf } from "../../../lib/format/amounts.ts";
import { msg } from "../../../lib/msg.ts";

export interface TransferForm {
  type: TransferType;
  receiver: string;
  /** As it is shown: grouped, or as typed where it is no amount. */
  amount: string;
  packageUsd: string;
}

export interface TransferData {
  /** Of the transfer wallet, in coins. */
  available: number;
  limits: WalletSettings["transfer"];
  /** Coins for $15; undefined where no price is set. */
  price: number | undefined;
}

export const receiverUnchecked = msg("Please press Check to see whose user ID this is");

/** What a package costs today. */
export function costOf(packageUsd: string, { price }: TransferData): Fc | undefined {
  if (packageUsd === "" || price === undefined) return undefined;
  return fcForUsdInPayersFavour(asUsdCents(BigInt(packageUsd) * centsPerUsd), fcOf(price));
}

/** In dollars today, beside the exact coins. */
export function worthOf(amountFc: Fc | undefined, { price }: TransferData): string | undefined {
  return amountFc === undefined || price === undefined ? undefined : aboutUsdText(amountFc, fcOf(price));
}

/** What may be transferred now. */
export function rangeOf({ limits, available }: TransferData): FcRange {
  return transferRange({ limits, balanceFc: fcOf(available) });
}

/** The coins that would leave the wallet; undefined while there is no amount. */
export function payableOf(form: TransferForm, data: TransferData): Fc | undefined {
  const amountFc = form.type === "Staking" ? costOf(form.packageUsd, data) : fcTyped(form.amount);
  return amountFc === 0n ? undefined : amountFc;
}

/** Whether the wallet could pay it; of what it cannot pay nothing arrives. */
export function isPayable(payableFc: Fc, type: TransferType, data: TransferData): boolean {
  return type === "Staking" ? payableFc <= fcOf(data.available) : isWithin(payableFc, rangeOf(data));
}

export type TransferProblems = Partial<Record<"receiver" | "amount", string>>;

/** What is wrong with which field, by the rules that the server holds too. */
export function transferFormProblems(
  form: TransferForm,
  data: TransferData,
  { ownRefId, isReceiverFound }: { ownRefId: string; isReceiverFound: boolean },
): TransferProblems {
  if (form.type === "Staking") {
    const code =
      data.price === undefined
        ? "PRICE_UNSET"
        : topUpProblem({
            amountUsd: Number(form.packageUsd),
            balanceUsdCents: usdCentsForFcInPayersFavour(fcOf(data.available), fcOf(data.price)),
          });
    const isOwn = normaliseRefId(form.receiver) === ownRefId;
    return {
      ...(isOwn || isReceiverFound ? {} : { receiver: receiverUnchecked }),
      ...(code ? { amount: errors[code][1] } : {}),
    };
  }
  const code = transferProblem({
    amountFc: fcTyped(form.amount) ?? noFc,
    balanceFc: fcOf(data.available),
    fromRefId: ownRefId,
    toRefId: form.receiver,
    limits: data.limits,
  });
  if (code === "OWN_USER_ID") return { receiver: errors[code][1] };
  return {
    ...(isReceiverFound ? {} : { receiver: receiverUnchecked }),
    ...(code ? { amount: errors[code][1] } : {}),
  };
}
