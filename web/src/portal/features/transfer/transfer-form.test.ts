import { expect, test } from "vitest";
import {
  costOf,
  payableOf,
  transferFormProblems,
  type TransferData,
  type TransferForm,
} from "./transfer-form.ts";

const data: TransferData = {
  available: 2_000_000,
  limits: {
    minimumFc: 1,
    notedMinimumFc: 5_000_000,
    receiverRefId: "FCHOUSE22",
    betweenMembers: true,
    coolingOffHours: 0,
  },
  price: 1_000_000,
};
const transfer: TransferForm = { type: "Transfer", receiver: "FCRAVI222", amount: "1,000", packageUsd: "" };
const staking: TransferForm = { type: "Staking", receiver: "FCASHA222", amount: "", packageUsd: "30" };
const found = { ownRefId: "FCASHA222", isReceiverFound: true };

test("a good form has no problems", () => {
  expect(transferFormProblems(transfer, data, found)).toEqual({});
  expect(transferFormProblems(staking, data, { ...found, isReceiverFound: false })).toEqual({});
});

test.each(["", "0", "0.9999", "20,00,000.0001", "-1,000", "1,5", "1.2.3"])(
  "%s is no valid amount",
  (amount) => {
    const problems = transferFormProblems({ ...transfer, amount }, data, found);
    expect(problems).toEqual({ amount: "Please enter valid amount" });
  },
);

test("the own user id is refused, in any case; an unknown one has to be checked", () => {
  const own = { ...transfer, receiver: " fcasha222" };
  expect(transferFormProblems(own, data, found)).toEqual({ receiver: "Enter another user ID" });
  expect(transferFormProblems(transfer, data, { ...found, isReceiverFound: false })).toEqual({
    receiver: "Please press Check to see whose user ID this is",
  });
});

test("a package is compared with what the wallet is worth today", () => {
  expect(costOf("30", data)).toBe(20_000_000_000n);
  expect(payableOf(staking, data)).toBe(20_000_000_000n);
  const dear = { ...staking, packageUsd: "45" };
  expect(transferFormProblems(dear, data, found)).toEqual({ amount: "Please enter valid amount" });
  expect(transferFormProblems({ ...staking, packageUsd: "" }, data, found).amount).toBe(
    "Please enter valid amount",
  );
  expect(transferFormProblems(staking, { ...data, price: undefined }, found).amount).toBe(
    "Today's price is not set yet. Please try again later",
  );
});
