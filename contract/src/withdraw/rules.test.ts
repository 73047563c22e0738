import { type Fc, asFc, noFc } from "../units.ts";
import { describe, expect, test } from "vitest";
import {
  isWithdrawType,
  withdrawDestination,
  withdrawTypes,
  withdrawTypesWhere,
  type WithdrawLimits,
} from "./kinds.ts";
import { feeOf, netOf, withdrawProblem } from "./portal.ts";

const limits: WithdrawLimits = {
  withdrawal: {
    minimumFc: 100,
    feeFc: 5,
    standardFromFc: 100,
    standardToFc: 1000,
    hours: 24,
    holdHours: 24,
  },
  internalTransferMinimumFc: 10,
};
const coins = (count: number) => BigInt(count) * 10_000n;
const coin = {
  type: "coin",
  balanceFc: asFc(coins(1000)),
  limits,
  needsStake: false,
  address: "0x1",
} as const;
const inside = { ...coin, type: "internal transfer", address: null } as const;

describe("a withdrawal", () => {
  test("to an address is possible from its minimum up to everything that the wallets hold", () => {
    expect(withdrawProblem({ ...coin, amountFc: asFc(coins(100)) })).toBeUndefined();
    expect(withdrawProblem({ ...coin, amountFc: asFc(coins(1000)) })).toBeUndefined();
    expect(withdrawProblem({ ...coin, amountFc: asFc(coins(100) - 1n) })).toBe("INVALID_AMOUNT");
    expect(withdrawProblem({ ...coin, amountFc: asFc(coins(1000) + 1n) })).toBe("INVALID_AMOUNT");
  });

  test("inside has a minimum of its own, costs nothing and needs no address", () => {
    expect(withdrawProblem({ ...inside, amountFc: asFc(coins(10)) })).toBeUndefined();
    expect(withdrawProblem({ ...inside, amountFc: asFc(coins(10) - 1n) })).toBe("INVALID_AMOUNT");
    expect(feeOf("internal transfer", limits)).toBe(0n);
    expect(feeOf("coin", limits)).toBe(coins(5));
  });

  test("is more than its fee, and more than nothing, whatever the minimum is", () => {
    const free = { withdrawal: { ...limits.withdrawal, minimumFc: 0 }, internalTransferMinimumFc: 0 };
    expect(withdrawProblem({ ...coin, limits: free, amountFc: asFc(coins(5)) })).toBe("INVALID_AMOUNT");
    expect(withdrawProblem({ ...coin, limits: free, amountFc: asFc(coins(5) + 1n) })).toBeUndefined();
    expect(withdrawProblem({ ...inside, limits: free, amountFc: noFc })).toBe("INVALID_AMOUNT");
    expect(withdrawProblem({ ...inside, limits: free, amountFc: asFc(1n) })).toBeUndefined();
  });

  test("shows first that a stake is missing, then the address, then a wrong amount", () => {
    const all = { ...coin, amountFc: noFc, needsStake: true, address: null };
    expect(withdrawProblem(all)).toBe("STAKE_REQUIRED");
    expect(withdrawProblem({ ...all, needsStake: false })).toBe("COIN_ADDRESS_MISSING");
    expect(withdrawProblem({ ...all, needsStake: false, address: "0x1" })).toBe("INVALID_AMOUNT");
    expect(withdrawProblem({ ...inside, amountFc: asFc(coins(10)), needsStake: true })).toBe(
      "STAKE_REQUIRED",
    );
  });

  test("pays fee and tax first, then what the member owes as far as it goes, and the rest is the member's", () => {
    const net = (amountFc: Fc, feeFc: Fc, owedFc: Fc, taxFc = 0n) =>
      netOf({ amountFc, feeFc, taxFc: asFc(taxFc), owedFc });
    expect(net(asFc(100n), asFc(5n), asFc(20n))).toEqual({ deductionFc: 20n, netFc: 75n });
    expect(net(asFc(100n), asFc(5n), asFc(95n))).toEqual({ deductionFc: 95n, netFc: 0n });
    expect(net(asFc(100n), asFc(5n), asFc(96n))).toEqual({ deductionFc: 95n, netFc: 0n });
    expect(net(asFc(5n), asFc(5n), asFc(20n))).toEqual({ deductionFc: 0n, netFc: 0n });
    expect(net(asFc(4n), asFc(5n), asFc(20n))).toEqual({ deductionFc: 0n, netFc: 0n });
    expect(net(asFc(100n), asFc(5n), asFc(20n), 10n)).toEqual({ deductionFc: 20n, netFc: 65n });
    expect(net(asFc(100n), asFc(5n), asFc(96n), 10n)).toEqual({ deductionFc: 85n, netFc: 0n });
  });
});

describe("the types of withdrawals", () => {
  test("are these, and only coins leave the platform, have a waiting time and are decided by an operator", () => {
    expect(withdrawTypes).toEqual(["coin", "internal transfer"]);
    for (const field of ["isPayout", "hasWaitingTime", "isDecidedByOperator"] as const) {
      expect(withdrawTypesWhere(field, true)).toEqual(["coin"]);
      expect(withdrawTypesWhere(field, false)).toEqual(["internal transfer"]);
      expect(isWithdrawType("coin", field, true)).toBe(true);
      expect(isWithdrawType("internal transfer", field, true)).toBe(false);
    }
    expect(withdrawTypesWhere("purpose", "withdraw")).toEqual(["coin"]);
    expect(withdrawTypesWhere("purpose", "internal-transfer")).toEqual(["internal transfer"]);
  });

  test("show the address they go to, or the wallet, or nothing while no address is set", () => {
    expect(withdrawDestination("coin", "0x1")).toBe("0x1");
    expect(withdrawDestination("coin", null)).toBe("");
    expect(withdrawDestination("internal transfer", undefined)).toBe("Your transfer wallet");
  });
});
