import { asFc, asUsdCents, noFc } from "../units.ts";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { customStakeProblem, requestStake, stakeProblem } from "../staking/portal.ts";
import { topUpProblem, transferProblem } from "./portal.ts";

const transfer = {
  balanceFc: asFc(1_000_000n),
  fromRefId: "FC1234567",
  toRefId: "FC7654321",
  limits: { minimumFc: 10 },
};

test("a transfer is possible from the minimum up to what the wallet holds", () => {
  expect(transferProblem({ ...transfer, amountFc: asFc(100_000n) })).toBeUndefined();
  expect(transferProblem({ ...transfer, amountFc: asFc(1_000_000n) })).toBeUndefined();
  expect(transferProblem({ ...transfer, amountFc: asFc(99_999n) })).toBe("INVALID_AMOUNT");
  expect(transferProblem({ ...transfer, amountFc: asFc(1_000_001n) })).toBe("INVALID_AMOUNT");
  expect(transferProblem({ ...transfer, amountFc: noFc, limits: { minimumFc: 0 } })).toBe("INVALID_AMOUNT");
});

test("nobody transfers to themselves, however the user id is typed", () => {
  const toRefId = ` ${transfer.fromRefId.toLowerCase()} `;
  expect(transferProblem({ ...transfer, toRefId, amountFc: asFc(100_000n) })).toBe("OWN_USER_ID");
});

test("a top-up is a listed package that the wallet is worth", () => {
  expect(topUpProblem({ amountUsd: 15, balanceUsdCents: asUsdCents(1500n) })).toBeUndefined();
  expect(topUpProblem({ amountUsd: 15, balanceUsdCents: asUsdCents(1499n) })).toBe("INVALID_AMOUNT");
  expect(topUpProblem({ amountUsd: 90, balanceUsdCents: asUsdCents(100_000n) })).toBe("INVALID_AMOUNT");
});

test("a stake is a listed package or a multiple of $15 up to $10,000", () => {
  // 500 and 1000 are no multiples of 15, and are sold all the same.
  for (const usd of [15, 90, 500, 1000, 9990]) expect(stakeProblem(usd)).toBeUndefined();
  for (const usd of [0, -15, 14.99, 16, 15.5, 10_005, Number.NaN]) {
    expect(stakeProblem(usd)).toBe("Please enter multiplies of $15");
  }
  const { body } = requestStake;
  const sent = (amount: unknown) =>
    z.safeParse(body, { userId: 1, refId: "FC1234567", amount, proofImageUrl: "x" }).error?.issues[0]
      ?.message;
  expect(sent(90)).not.toBe("Please enter multiplies of $15");
  expect(sent(16)).toBe("Please enter multiplies of $15");
  expect(customStakeProblem(500)).toBe("Please enter multiplies of $15");
  expect(customStakeProblem(15)).toBeUndefined();
});
