import { errors } from "@fc/contract/errors";
import {
  centsPerUsd,
  fcForUsdInPayersFavour,
  fcFromText,
  usdCentsForFcInPayersFavour,
} from "@fc/contract/money";
import { normaliseRefId } from "@fc/contract/ref-id";
import { topUpProblem, transferProblem, type TransferType } from "@fc/contract/transfer/portal";
import type { WalletSettings } from "@fc/contract/wallet/portal";
import { fcOf, plainAmount } from "../../../lib/format/amounts.ts";
import { msg } from "../../../lib/msg.ts";

export interface TransferForm {
  type: TransferType;
  receiver: string;
  /** As it is shown, grouped. */
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
export function costOf(packageUsd: string, { price }: TransferData): bigint | undefined {
  if (packageUsd === "" || price === undefined) return undefined;
  return fcForUsdInPayersFavour(BigInt(packageUsd) * centsPerUsd, fcOf(price));
}

export function usdCentsOf(amountFc: bigint, { price }: TransferData): bigint | undefined {
  return price === undefined ? undefined : usdCentsForFcInPayersFavour(amountFc, fcOf(price));
}

/** The coins that would leave the wallet; undefined while there is no amount. */
export function payableOf(form: TransferForm, data: TransferData): bigint | undefined {
  const amountFc =
    form.type === "Staking" ? costOf(form.packageUsd, data) : fcFromText(plainAmount(form.amount));
  return amountFc === 0n ? undefined : amountFc;
}

export type TransferProblems = Partial<Record<"receiver" | "amount", string>>;

/** What is wrong with which field, by the rules that the server holds too. */
export function transferFormProblems(
  form: TransferForm,
  data: TransferData,
  { ownRefId, isReceiverFound }: { ownRefId: string; isReceiverFound: boolean },
): TransferProblems {
  if (form.type === "Staking") {
    const balanceUsdCents = usdCentsOf(fcOf(data.available), data);
    const code =
      balanceUsdCents === undefined
        ? "PRICE_UNSET"
        : topUpProblem({ amountUsd: Number(form.packageUsd), balanceUsdCents });
    const isOwn = normaliseRefId(form.receiver) === ownRefId;
    return {
      ...(isOwn || isReceiverFound ? {} : { receiver: receiverUnchecked }),
      ...(code ? { amount: errors[code][1] } : {}),
    };
  }
  const code = transferProblem({
    amountFc: fcFromText(plainAmount(form.amount)) ?? 0n,
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
