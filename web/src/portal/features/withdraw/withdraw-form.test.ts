import type { WalletSettings } from "@fc/contract/wallet/portal";
import { expect, test } from "vitest";
import { previewOf, withdrawFormProblem, type WithdrawForm } from "./withdraw-form.ts";

const settings: WalletSettings = {
  withdrawal: {
    minimumFc: 5_000_000,
    standardFromFc: 10_000_000,
    standardToFc: 100_000_000,
    feeFc: 200_000,
    hours: 24,
    holdHours: 48,
  },
  internalTransferMinimumFc: 500,
  transfer: {
    minimumFc: 1,
    notedMinimumFc: 5_000_000,
    receiverRefId: null,
    betweenMembers: false,
    coolingOffHours: 0,
  },
};
const known = {
  settings,
  wallet: {
    stackingWalletAmountNew: 3_000_000.5,
    earningWalletAmountNew: 4_000_000,
    offerWalletAmountNew: 1_000_000,
  },
  state: { freeCoinAddress: "0x1", kycAboveFc: null, tax: null },
  stakeMessage: null,
  deduction: { DeductionFcAmount: 0 },
  price: 1_000_000,
};
const coin = (amount: string): WithdrawForm => ({ type: "coin", amount });
const internal = (amount: string): WithdrawForm => ({ type: "internal transfer", amount });

test("fee, net and rest are computed while one types", () => {
  expect(previewOf(coin("60,00,000"), known)).toEqual({
    amountFc: 60_000_000_000n,
    feeFc: 2_000_000_000n,
    taxFc: 0n,
    deductionFc: 0n,
    netFc: 58_000_000_000n,
    remainsFc: 20_000_005_000n,
    netWorth: "≈ $87",
  });
  expect(previewOf(internal("500"), known)).toMatchObject({ feeFc: 0n, netFc: 5_000_000n });
  expect(previewOf(coin(""), known)).toBeUndefined();
  expect(previewOf(coin("60,00,000"), { ...known, price: undefined })?.netWorth).toBeUndefined();
});

test("what is owed is taken out of what a coin withdrawal brings, never more than there is, and of no other", () => {
  const owing = (coins: number) => ({ ...known, deduction: { DeductionFcAmount: coins } });
  expect(previewOf(coin("60,00,000"), owing(1_000_000.5))).toMatchObject({
    taxFc: 0n,
    deductionFc: 10_000_005_000n,
    netFc: 47_999_995_000n,
  });
  expect(previewOf(coin("60,00,000"), owing(9_000_000))).toMatchObject({
    taxFc: 0n,
    deductionFc: 58_000_000_000n,
    netFc: 0n,
    netWorth: undefined,
  });
  expect(previewOf(internal("500"), owing(1_000_000))).toMatchObject({
    taxFc: 0n,
    deductionFc: 0n,
    netFc: 5_000_000n,
  });
});

const amountWrong = { field: "amount", message: "Please enter valid amount" };

test.each([
  [coin("49,99,999.9999"), amountWrong],
  [coin("50,00,000"), undefined],
  [coin("80,00,000.5"), undefined],
  [coin("80,00,000.5001"), amountWrong],
  [coin(""), amountWrong],
  [coin("-60,00,000"), amountWrong],
  [coin("६०,००,०००"), undefined],
  [internal("499.99"), amountWrong],
  [internal("500"), undefined],
])("%o", (form, problem) => {
  expect(withdrawFormProblem(form, known)).toEqual(problem);
});

test("a missing stake comes first, then a missing address, which an internal transfer does not need", () => {
  const bare = { ...known, state: { freeCoinAddress: null, kycAboveFc: null, tax: null } };
  expect(withdrawFormProblem(coin(""), { ...bare, stakeMessage: "…" })?.message).toBe(
    "Please stake and try again",
  );
  expect(withdrawFormProblem(coin(""), bare)?.message).toBe("Please set free coin address before withdraw");
  expect(withdrawFormProblem(internal("500"), bare)).toBeUndefined();
});
