import { asFc, asUsdCents, noFc, type Fc, type UsdCents } from "@fc/contract/units";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, expectTypeOf, test } from "vitest";
import {
  accountOf,
  currencyOf,
  houseAccount,
  houseCodes,
  memberAccount,
  memberCodes,
  type AccountId,
} from "./accounts.ts";
import {
  adjustment,
  draw,
  internalTransfer,
  poolFunded,
  reversal,
  stakeApproved,
  stakeFromTransfer,
  stakeReturned,
  storedLine,
  transfer,
  withdrawalAccepted,
  withdrawalRejected,
  withdrawalRequested,
  type Entry,
  type EntryKind,
  type Line,
} from "./posting.ts";
import { now, openLedger } from "../../testing/ledger/ledger.ts";

test("the database has the same chart of accounts as the code", async () => {
  const ledger = await openLedger();
  const { rows } = await sql<{ owner: string; code: number; name: string; currency: string }>`
    select owner, code, name, currency from ledger_chart`.execute(ledger.db);
  const ofCode = [
    ...Object.entries(memberCodes).map(([name, code]) => ({ owner: "member", code, name, currency: "FC" })),
    ...Object.entries(houseCodes).map(([name, code]) => ({
      owner: "house",
      code,
      name,
      currency: currencyOf(code),
    })),
  ].map((row) => ({ ...row, code: Number(row.code) }));
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set(ofCode.map(({ owner, code, name, currency }) => JSON.stringify({ owner, code, name, currency }))),
  );
  await ledger.close();
});

test("an account's number says whose it is and what", () => {
  expect(accountOf(memberAccount(7, "offer"))).toEqual({ owner: "member", memberId: 7, account: "offer" });
  expect(accountOf(houseAccount("fees"))).toEqual({ owner: "house", account: "fees" });
  expect(() => accountOf(16n)).toThrow(RangeError);
  expect(() => memberAccount(0, "offer")).toThrow(RangeError);
});

test("a member's number is whole and above zero", () => {
  expect(memberAccount(1, "staking")).toBe(17n);
  for (const id of [0, -1, 1.5, Number.NaN]) expect(() => memberAccount(id, "staking")).toThrow(RangeError);
});

test("a line has two accounts and an amount of one currency", () => {
  type Made<From, To, Amount> = { from: From; to: To; amount: Amount };
  type Coins = AccountId<"FC">;
  type Dollars = AccountId<"USD">;
  expectTypeOf<Made<Coins, Coins, Fc>>().toExtend<Line>();
  expectTypeOf<Made<Coins, Dollars, Fc>>().not.toExtend<Line>();
  expectTypeOf<Made<Coins, Coins, UsdCents>>().not.toExtend<Line>();
  expectTypeOf<Made<bigint, bigint, Fc>>().not.toExtend<Line>();
  const [dollars, coins] = [houseAccount("usd_paid"), houseAccount("fees")];
  expect(() => storedLine({ from: dollars, to: coins, amount: 1n })).toThrow(RangeError);
  expect(() => storedLine({ from: coins, to: dollars, amount: 1n })).toThrow(RangeError);
});

const given = { key: "k", effectiveAt: now, memberId: 7 };
const ofWallets = { staking: asFc(3n), earning: asFc(2n), offer: noFc };
const member = { memberId: 7, refId: "FCSEVEN" };
const other = { memberId: 9, refId: "FCNINE" };

/** Made in its test and not before: mutants are switched on when a test begins. */
const entries: [EntryKind, message: string, lines: string[], make: () => Entry][] = [
  [
    "stake_approved",
    "STAKE",
    ["deposits → 7 staked: 5"],
    () => stakeApproved({ ...given, amountFc: asFc(5n) }),
  ],
  [
    "stake_approved",
    "STAKE/X",
    ["deposits → 7 staked: 5", "usd_paid → usd_received: 1500"],
    () =>
      stakeApproved({ ...given, amountFc: asFc(5n), paidUsdCents: asUsdCents(1500n), message: "STAKE/X" }),
  ],
  [
    "stake_from_transfer",
    "STAKE/TRANSFER",
    ["9 transfer → 7 staked: 5"],
    () => stakeFromTransfer({ ...given, payerId: 9, amountFc: asFc(5n) }),
  ],
  [
    "stake_from_transfer",
    "STAKE/Y",
    ["9 transfer → 7 staked: 5"],
    () => stakeFromTransfer({ ...given, payerId: 9, amountFc: asFc(5n), message: "STAKE/Y" }),
  ],
  [
    "stake_returned",
    "STAKE/RETURNED",
    ["7 staked → 7 staking: 5"],
    () => stakeReturned({ ...given, amountFc: asFc(5n) }),
  ],
  [
    "withdrawal_requested",
    "WITHDRAW/REQUESTED",
    ["7 staking → 7 withdraw_pending: 3", "7 earning → 7 withdraw_pending: 2"],
    () => withdrawalRequested({ ...given, drawn: ofWallets }),
  ],
  [
    "withdrawal_rejected",
    "WITHDRAW/REJECTED",
    ["7 withdraw_pending → 7 staking: 3", "7 withdraw_pending → 7 earning: 2"],
    () => withdrawalRejected({ ...given, drawn: ofWallets }),
  ],
  [
    "withdrawal_rejected",
    "WITHDRAW/CANCELLED",
    ["7 withdraw_pending → 7 staking: 3", "7 withdraw_pending → 7 earning: 2"],
    () => withdrawalRejected({ ...given, drawn: ofWallets, isCancelled: true }),
  ],
  [
    "withdrawal_accepted",
    "WITHDRAW/ACCEPTED",
    ["7 withdraw_pending → payouts: 5", "7 withdraw_pending → fees: 3", "7 withdraw_pending → deductions: 2"],
    () => withdrawalAccepted({ ...given, amountFc: asFc(10n), feeFc: asFc(3n), deductionFc: asFc(2n) }),
  ],
  [
    "withdrawal_accepted",
    "WITHDRAW/Z",
    ["7 withdraw_pending → payouts: 10"],
    () =>
      withdrawalAccepted({
        ...given,
        amountFc: asFc(10n),
        feeFc: noFc,
        deductionFc: noFc,
        message: "WITHDRAW/Z",
      }),
  ],
  [
    "internal_transfer",
    "INTERNAL",
    ["7 staking → 7 transfer: 3", "7 earning → 7 transfer: 2"],
    () => internalTransfer({ ...given, drawn: ofWallets }),
  ],
  [
    "transfer",
    "TRANSFER/FCSEVEN_FCNINE",
    ["7 transfer → 9 transfer: 5"],
    () => transfer({ ...given, from: member, to: other, amountFc: asFc(5n) }),
  ],
  [
    "pool_funded",
    "POOL",
    ["fees → rewards_pool: 5"],
    () => poolFunded({ ...given, amountFc: asFc(5n), source: "fees" }),
  ],
  [
    "adjustment",
    "ADJUSTMENT/paid late",
    ["adjustments → 7 offer: 5"],
    () =>
      adjustment({
        ...given,
        account: "offer",
        direction: "credit",
        amountFc: asFc(5n),
        reason: "paid late",
      }),
  ],
  [
    "adjustment",
    "ADJUSTMENT/paid twice",
    ["7 offer → adjustments: 5"],
    () =>
      adjustment({
        ...given,
        account: "offer",
        direction: "debit",
        amountFc: asFc(5n),
        reason: "paid twice",
      }),
  ],
  [
    "reversal",
    "REVERSAL/wrong",
    ["7 offer → fees: 5"],
    () =>
      reversal({
        ...given,
        of: 3n,
        reason: "wrong",
        lines: [{ from: houseAccount("fees"), to: memberAccount(7, "offer"), amount: asFc(5n) }],
      }),
  ],
];

test.each(entries)("%s as %s moves exactly what it says", (kind, message, lines, make) => {
  const nameOf = (id: bigint) => {
    const account = accountOf(id);
    return account.owner === "house" ? account.account : `${account.memberId} ${account.account}`;
  };
  const entry = make();
  expect({ kind: entry.kind, message: entry.message }).toEqual({ kind, message });
  expect(entry.lines.map(({ from, to, amount }) => `${nameOf(from)} → ${nameOf(to)}: ${amount}`)).toEqual(
    lines,
  );
});

test("an entry keeps its fields, and a reversal names what it undoes", () => {
  const fields = { priceId: 4, planVersion: 2, metadata: { day: 1 } };
  expect(
    reversal({
      ...given,
      ...fields,
      of: 3n,
      reason: "x",
      lines: [storedLine({ from: 1n, to: 2n, amount: 5n })],
    }),
  ).toEqual({
    ...fields,
    kind: "reversal",
    key: "k",
    effectiveAt: now,
    message: "REVERSAL/x",
    lines: [{ from: 2n, to: 1n, amount: 5n }],
    reversalOf: 3n,
  });
});

test("drawing takes all of it, from the first wallet first, and never more than a wallet holds", () => {
  const amount = fc.bigInt({ min: 0n, max: 1000n });
  fc.assert(
    fc.property(amount, amount, amount, amount, (staking, earning, offer, wanted) => {
      const drawn = draw(
        { staking: asFc(staking), earning: asFc(earning), offer: asFc(offer) },
        asFc(wanted),
      );
      expect(drawn === undefined).toBe(wanted > staking + earning + offer);
      if (!drawn) return;
      expect(drawn.staking + drawn.earning + drawn.offer).toBe(wanted);
      expect(drawn.earning === 0n || drawn.staking === staking).toBe(true);
      expect(drawn.offer === 0n || drawn.earning === earning).toBe(true);
      expect(drawn.offer).toBeLessThanOrEqual(offer);
    }),
  );
});

test("a withdrawal whose fee and deduction exceed it, or that moves nothing, is no entry", () => {
  expect(() =>
    withdrawalAccepted({ ...given, amountFc: asFc(5n), feeFc: asFc(3n), deductionFc: asFc(3n) }),
  ).toThrow(RangeError);
  expect(() => withdrawalAccepted({ ...given, amountFc: noFc, feeFc: noFc, deductionFc: noFc })).toThrow(
    RangeError,
  );
  const all = withdrawalAccepted({ ...given, amountFc: asFc(10n), feeFc: asFc(3n), deductionFc: asFc(2n) });
  expect(all.lines.map(({ amount }) => amount)).toEqual([5n, 3n, 2n]);
});

test("a reason cannot pass for other tokens", () => {
  const made = adjustment({
    key: "k",
    effectiveAt: now,
    memberId: 1,
    amountFc: asFc(1n),
    account: "offer",
    direction: "debit",
    reason: ` double/offer_paid ${"x".repeat(200)}`,
  });
  expect(made.message).toBe(`ADJUSTMENT/double offer paid ${"x".repeat(132)}`);
});
