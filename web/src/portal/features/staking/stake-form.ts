import { asUsdCents } from "@fc/contract/units";
import { isOneOf } from "@fc/contract/sure";
import { fcText, usdText } from "@fc/contract/amount-text";
import {
  centsPerUsd,
  fcForUsdInPayersFavour,
  fcFromWire,
  inrPaiseForUsdInPayersFavour,
  inrRateFromWire,
} from "@fc/contract/money";
import {
  customStakeMaxUsd,
  customStakeProblem,
  customStakeStepUsd,
  stakeProblem,
  stakingPackagesUsd,
} from "@fc/contract/staking/portal";
import { plainTyped, type AmountFormat } from "@fc/contract/typed-amount";
import { msg } from "../../../lib/msg.ts";

/** A package, or "others" with an amount of the member's own. */
export interface StakeForm {
  choice: string;
  custom: string;
  /** By which the bank names the payment, as it is typed. */
  utr?: string | undefined;
  /** Of the transaction that paid in coins, as it is typed. */
  transactionHash?: string | undefined;
}

const wholeUsd = { unit: "$", decimals: 0 } as const satisfies AmountFormat;
export const others = "others";
export const blankForm: StakeForm = { choice: "", custom: "" };

/** The form with an amount: after a reload, only the amount is known. */
export function formOf(
  amountUsd: number,
  references: Pick<StakeForm, "utr" | "transactionHash"> = {},
): StakeForm {
  const isPackage = isOneOf(stakingPackagesUsd, amountUsd);
  return isPackage
    ? { choice: String(amountUsd), custom: "", ...references }
    : { choice: others, custom: amountUsd.toLocaleString("en-IN"), ...references };
}

/**
 * A custom amount above the maximum or below 0 is ignored: what stood there stays. A sign alone is no amount yet and
 * stays too. Without it, the digits that follow it would become an amount that nobody meant.
 */
export function ignoredBecause(custom: string): "above" | "below" | undefined {
  if (/^\s*[-−–]\s*\p{Nd}/u.test(custom)) return "below";
  return usdOf(custom) > customStakeMaxUsd ? "above" : undefined;
}

/** The chosen or typed dollars; 0 if there are none, and for what is no amount. */
export function amountOf({ choice, custom }: StakeForm): number {
  return choice === others ? usdOf(custom) : Number(choice);
}

/** Whole dollars, as the field takes them. */
function usdOf(custom: string): number {
  return Number(plainTyped(custom, wholeUsd) ?? 0);
}

/** What is wrong with a custom amount while it is typed; what is no amount at all is told by the field. */
export function customRemark(custom: string): string | undefined {
  if (plainTyped(custom, wholeUsd) === undefined || !customStakeProblem(usdOf(custom))) return undefined;
  return usdOf(custom) < customStakeStepUsd ? msg("The least is $15.") : msg("Not a multiple of $15.");
}

export function formProblem(form: StakeForm): string | undefined {
  return form.choice === others ? customStakeProblem(amountOf(form)) : stakeProblem(amountOf(form));
}

interface Price {
  cost: number;
  inrPerUsd: number;
}

/** What the amount is in dollars, coins and rupees, as text; the last two once the price is known. */
export function amountTexts(amountUsd: number, price: Price | undefined) {
  const cents = asUsdCents(BigInt(amountUsd) * centsPerUsd);
  const fcFor15Usd = price && fcFromWire(price.cost);
  const inrPerUsd = price && inrRateFromWire(price.inrPerUsd);
  const paise = inrPerUsd && inrPaiseForUsdInPayersFavour(cents, inrPerUsd);
  return {
    usd: usdText(cents),
    fc: fcFor15Usd === undefined ? undefined : fcText(fcForUsdInPayersFavour(cents, fcFor15Usd)),
    inr: paise === undefined ? undefined : inrText(paise),
    inrPlain: paise === undefined ? undefined : `${paise / 100n}.${String(paise % 100n).padStart(2, "0")}`,
  };
}

function inrText(paise: bigint): string {
  return `₹${(paise / 100n).toLocaleString("en-IN")}.${String(paise % 100n).padStart(2, "0")}`;
}
