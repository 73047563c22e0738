import { noFc, plus, minus, type Fc } from "@fc/contract/units";
import { errors, type ErrorCode } from "@fc/contract/errors";
import { aboutUsdText, fcFigure } from "@fc/contract/amount-text";
import type { FcRange } from "@fc/contract/amount-range";
import { fcTyped } from "@fc/contract/typed-amount";
import { recordOf, textField } from "@fc/contract/sure";
import { drawOrder, walletKinds, type DrawnWallet } from "@fc/contract/wallet/kinds";
import type { WalletSettings, WalletSummary } from "@fc/contract/wallet/portal";
import {
  addressFieldOf,
  goesToCoinAddress,
  withdrawKinds,
  type AddressField,
  type WithdrawType,
} from "@fc/contract/withdraw/kinds";
import {
  feeOf,
  netOf,
  withdrawProblem,
  withdrawRange,
  withdrawTaxOf,
  type WithdrawState,
} from "@fc/contract/withdraw/portal";
import { fcOf } from "../../../lib/format/amounts.ts";
import type { HeldStep } from "../../../ui/otp/held-step.ts";

export interface WithdrawForm {
  type: WithdrawType;
  /** As it is shown: grouped, or as typed where it is no amount. */
  amount: string;
  /** As typed, for a type that asks for it with each request. */
  address?: string | undefined;
}

/** The form as a step that goes on was confirmed. */
export function formOf({ change }: HeldStep<WithdrawPurpose>): WithdrawForm | undefined {
  if (!change) return undefined;
  const { currencyType: type, amount } = change;
  return { type, amount: fcFigure(fcOf(amount)), address: textField(change, addressFieldOf(type) ?? "") };
}

export const emptyForm: WithdrawForm = { type: "coin", amount: "" };

export const withdrawPurposes = ["withdraw", "internal-transfer"] as const;
export type WithdrawPurpose = (typeof withdrawPurposes)[number];

/** Where the coins go, as the form says; null where nothing is set, or nothing is needed. */
export function addressIn(
  { type, address }: WithdrawForm,
  { state }: Pick<WithdrawData, "state">,
): string | null {
  return goesToCoinAddress(type) ? state.freeCoinAddress : (address ?? null);
}

/** What the request says of it. */
export function addressInRequest(
  type: WithdrawType,
  address: string | null,
): Partial<Record<AddressField, string>> {
  const field = addressFieldOf(type);
  return field === undefined || address === null ? {} : recordOf([field], () => address);
}

interface WithdrawData {
  wallet: Pick<WalletSummary, (typeof walletKinds)[DrawnWallet]["summaryField"]>;
  settings: WalletSettings;
  state: Pick<WithdrawState, "freeCoinAddress" | "kycAboveFc" | "unproven" | "tax" | "refundHeldFc">;
  stakeMessage: string | null;
  deduction: { DeductionFcAmount: number };
  price: number | undefined;
}

/** The three wallets together, without what waits for a second person. */
export function balanceOf({
  wallet,
  state,
}: Pick<WithdrawData, "wallet"> & { state: Pick<WithdrawState, "refundHeldFc"> }): Fc {
  const inWallets = drawOrder.reduce(
    (sum, each) => plus(sum, fcOf(wallet[walletKinds[each].summaryField])),
    noFc,
  );
  const heldFc = fcOf(state.refundHeldFc ?? 0);
  return inWallets > heldFc ? minus(inWallets, heldFc) : noFc;
}

/** What may be withdrawn now. */
export function rangeOf(type: WithdrawType, data: WithdrawData): FcRange {
  return withdrawRange({ type, limits: data.settings, balanceFc: balanceOf(data) });
}

/** What the typed amount comes to; undefined while it is no amount. */
export function previewOf({ type, amount }: WithdrawForm, data: WithdrawData) {
  const amountFc = fcTyped(amount);
  if (amountFc === undefined || amountFc === 0n) return undefined;
  const feeFc = feeOf(type, data.settings);
  const balanceFc = balanceOf(data);
  // What is done at once collects nothing of what the member owes.
  const owedFc = withdrawKinds[type].isDecidedByOperator ? fcOf(data.deduction.DeductionFcAmount) : noFc;
  const taxFc = withdrawKinds[type].isPayout ? withdrawTaxOf(data.state.tax, { amountFc, feeFc }) : noFc;
  const { deductionFc, netFc } = netOf({ amountFc, feeFc, taxFc, owedFc });
  return {
    amountFc,
    feeFc,
    taxFc,
    deductionFc,
    netFc,
    remainsFc: minus(balanceFc, amountFc),
    netWorth: data.price === undefined || netFc === 0n ? undefined : aboutUsdText(netFc, fcOf(data.price)),
  };
}

/** The rules that the server holds too, and the field that each belongs to. */
export function withdrawFormProblem(
  form: WithdrawForm,
  data: WithdrawData,
): { field: "amount" | "form"; message: string } | undefined {
  const code = withdrawProblem({
    type: form.type,
    amountFc: fcTyped(form.amount) ?? noFc,
    balanceFc: balanceOf(data),
    limits: data.settings,
    needsStake: data.stakeMessage !== null,
    address: addressIn(form, data),
    kycAboveFc: data.state.kycAboveFc === null ? undefined : fcOf(data.state.kycAboveFc),
    unprovenFc: data.state.unproven && fcOf(data.state.unproven.leftFc),
  });
  return code && { field: isOfAmount(code) ? "amount" : "form", message: errors[code][1] };
}

function isOfAmount(code: ErrorCode): boolean {
  return code === "INVALID_AMOUNT" || code === "KYC_NEEDED" || code === "ADDRESS_PROOF_NEEDED";
}
