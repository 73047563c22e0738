import { asFc, asUsdCents, minus, noFc, noUsdCents, type Fc, type UsdCents } from "@fc/contract/units";
import type { RewardKind } from "@fc/contract/plan/reward-kinds";
import { drawOrder } from "@fc/contract/wallet/kinds";
import {
  accountIn,
  houseAccount,
  isAccountIn,
  memberAccount,
  type AccountId,
  type Currencies,
  type Currency,
  type Drawn,
  type MemberAccount,
} from "./accounts.ts";

/** Every kind of entry, as postings. These functions are pure: no SQL, no clock, no rule of any feature. */
export type EntryKind =
  | "stake_approved"
  | "stake_from_transfer"
  | "stake_ended"
  | "stake_returned"
  | RewardKind
  | "withdrawal_requested"
  | "withdrawal_accepted"
  | "withdrawal_rejected"
  | "tax_withheld"
  | "tax_remitted"
  | "internal_transfer"
  | "transfer"
  | "pool_funded"
  | "opening"
  | "adjustment"
  | "reversal"
  | "liabilities";

/** An amount from one account (debited) to another (credited), all three of one currency. */
interface LineIn<Held extends Currency> {
  from: AccountId<Held>;
  to: AccountId<Held>;
  amount: Currencies[Held];
}
export type Line = { [Held in Currency]: LineIn<Held> }[Currency];

/** What every entry states. */
export interface EntryFields {
  /** Names what happened, so that it can happen once: `ros/2026-02-03/17`. */
  key: string;
  /** When it counts. The database itself records when it was written. */
  effectiveAt: Date;
  priceId?: number | undefined;
  planVersion?: number | undefined;
  /** A few facts that explain the amount, bigints as text. */
  metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
}

export interface Entry extends EntryFields {
  kind: EntryKind;
  /** Tokens separated by slashes and underscores; the screens turn them into words. */
  message: string;
  lines: readonly Line[];
  reversalOf?: bigint;
}

export interface MemberAmount extends EntryFields {
  memberId: number;
  amountFc: Fc;
}

/** The payment from outside has arrived: the principal is locked. */
export function stakeApproved(input: MemberAmount & { paidUsdCents?: UsdCents; message?: string }): Entry {
  const { memberId, amountFc, paidUsdCents = noUsdCents } = input;
  return entry("stake_approved", input.message ?? "STAKE", input, [
    line(houseAccount("deposits"), memberAccount(memberId, "staked"), amountFc),
    // The payment is also posted in the currency it was made in.
    line(houseAccount("usd_paid"), houseAccount("usd_received"), paidUsdCents),
  ]);
}

/** A stake paid from a transfer wallet, for its owner or for another member. */
export function stakeFromTransfer(input: MemberAmount & { payerId: number; message?: string }): Entry {
  const { memberId, payerId, amountFc } = input;
  return entry("stake_from_transfer", input.message ?? "STAKE/TRANSFER", input, [
    line(memberAccount(payerId, "transfer"), memberAccount(memberId, "staked"), amountFc),
  ]);
}

/** The principal goes back to its owner, less what was paid on it, which goes back to the pool. */
export function stakeReturned(input: MemberAmount & { paidFc?: Fc; wallet?: "staking" | "transfer" }): Entry {
  const { memberId, amountFc, paidFc = noFc, wallet = "staking" } = input;
  const staked = memberAccount(memberId, "staked");
  return entry("stake_returned", "STAKE/RETURNED", input, [
    line(staked, memberAccount(memberId, wallet), amountFc),
    line(staked, houseAccount("rewards_pool"), paidFc),
  ]);
}

/** Takes an amount from the three wallets in their order; undefined if they hold less. */
export function draw(balances: Drawn, amountFc: Fc): Drawn | undefined {
  let rest = amountFc;
  const drawn = { staking: noFc, earning: noFc, offer: noFc };
  for (const wallet of drawOrder) {
    drawn[wallet] = balances[wallet] < rest ? balances[wallet] : rest;
    rest = minus(rest, drawn[wallet]);
  }
  return rest === 0n ? drawn : undefined;
}

interface DrawnAmounts extends EntryFields {
  memberId: number;
  drawn: Drawn;
}

/** From the wallets into the member's hold, until an operator decides. */
export function withdrawalRequested(input: DrawnAmounts): Entry {
  return entry("withdrawal_requested", "WITHDRAW/REQUESTED", input, drawnTo(input, "withdraw_pending"));
}

/** The whole hold leaves: fee, tax and what the member owes are kept, the rest is paid out. */
export function withdrawalAccepted(
  input: MemberAmount & { feeFc: Fc; deductionFc: Fc; taxFc?: Fc; message?: string },
): Entry {
  const { memberId, amountFc, feeFc, deductionFc, taxFc = noFc } = input;
  const held = memberAccount(memberId, "withdraw_pending");
  return entry("withdrawal_accepted", input.message ?? "WITHDRAW/ACCEPTED", input, [
    line(held, houseAccount("payouts"), minus(amountFc, feeFc, deductionFc, taxFc)),
    line(held, houseAccount("fees"), feeFc),
    line(held, houseAccount("deductions"), deductionFc),
    line(held, houseAccount("tax_withheld"), taxFc),
  ]);
}

/** Back to exactly the wallets that it was drawn from: rejected by an operator, or taken back by its member. */
export function withdrawalRejected(input: DrawnAmounts & { isCancelled?: boolean }): Entry {
  const lines = drawnTo(input, "withdraw_pending").map(mirrored);
  const message = input.isCancelled ? "WITHDRAW/CANCELLED" : "WITHDRAW/REJECTED";
  return entry("withdrawal_rejected", message, input, lines);
}

/** The owner has paid deducted tax to the state, in rupees: the coins kept for it are the owner's. */
export function taxRemitted(input: EntryFields & { amountFc: Fc; challan: string }): Entry {
  return entry("tax_remitted", `TAX/${oneToken(input.challan)}`, input, [
    line(houseAccount("tax_withheld"), houseAccount("treasury"), input.amountFc),
  ]);
}

/** From the three wallets to the member's own transfer wallet. */
export function internalTransfer(input: DrawnAmounts): Entry {
  return entry("internal_transfer", "INTERNAL", input, drawnTo(input, "transfer"));
}

/** From one member's transfer wallet to another's. */
export function transfer(
  input: EntryFields & {
    from: { memberId: number; refId: string };
    to: { memberId: number; refId: string };
    amountFc: Fc;
  },
): Entry {
  const { from, to, amountFc } = input;
  return entry("transfer", `TRANSFER/${from.refId}_${to.refId}`, input, [
    line(memberAccount(from.memberId, "transfer"), memberAccount(to.memberId, "transfer"), amountFc),
  ]);
}

/** From the owner's coins, or from what the house took in, to the pool that rewards are paid from. */
export function poolFunded(
  input: EntryFields & { amountFc: Fc; source: "treasury" | "fees" | "deductions" | "stakes_ended" },
): Entry {
  return entry("pool_funded", "POOL", input, [
    line(houseAccount(input.source), houseAccount("rewards_pool"), input.amountFc),
  ]);
}

/** A correction by operators that no reversal can express. The member sees the reason. */
export function adjustment(
  input: MemberAmount & { account: MemberAccount; direction: "credit" | "debit"; reason: string },
): Entry {
  const credit = line(
    houseAccount("adjustments"),
    memberAccount(input.memberId, input.account),
    input.amountFc,
  );
  return entry("adjustment", `ADJUSTMENT/${oneToken(input.reason)}`, input, [
    input.direction === "credit" ? credit : mirrored(credit),
  ]);
}

/** Reverses an entry, line by line. */
export function reversal(input: EntryFields & { of: bigint; lines: readonly Line[]; reason: string }): Entry {
  const made = entry("reversal", `REVERSAL/${oneToken(input.reason)}`, input, input.lines.map(mirrored));
  return { ...made, reversalOf: input.of };
}

/** It moves nothing: as an entry, what was published of a day is under the seals. */
export function liabilitiesPublished(
  input: EntryFields & { day: string; root: string; leaves: number; owedFc: Fc; lockedFc: Fc },
): Entry {
  const { key, effectiveAt, day, root, leaves, owedFc, lockedFc } = input;
  const metadata = { day, root, leaves, owed: String(owedFc), locked: String(lockedFc) };
  return { kind: "liabilities", message: `LIABILITIES/${day}`, key, effectiveAt, metadata, lines: [] };
}

function entry(
  kind: EntryKind,
  message: string,
  { key, effectiveAt, priceId, planVersion, metadata }: EntryFields,
  lines: readonly Line[],
): Entry {
  const moving = lines.filter(({ amount }) => amount !== 0n);
  if (moving.length === 0 || moving.some(({ amount }) => amount < 0n)) {
    throw new RangeError(`${kind} ${key} moves nothing, or backwards`);
  }
  return { kind, message, key, effectiveAt, priceId, planVersion, metadata, lines: moving };
}

function line<Held extends Currency>(
  from: AccountId<Held>,
  to: AccountId<NoInfer<Held>>,
  amount: Currencies[Held],
): LineIn<Held> {
  return { from, to, amount };
}

/** A line as the database has it. */
export function storedLine(stored: { from: bigint; to: bigint; amount: bigint }): Line {
  const { from, to, amount } = stored;
  if (isAccountIn("USD", from)) return line(from, accountIn("USD", to), asUsdCents(amount));
  return line(accountIn("FC", from), accountIn("FC", to), asFc(amount));
}

function mirrored<Given extends Line>(given: Given): Given {
  return { ...given, from: given.to, to: given.from };
}

function drawnTo({ memberId, drawn }: DrawnAmounts, account: MemberAccount): Line[] {
  return drawOrder.map((wallet) =>
    line(memberAccount(memberId, wallet), memberAccount(memberId, account), drawn[wallet]),
  );
}

/** Makes one token of what a person wrote, who must not be able to add tokens by using our separators. */
function oneToken(text: string): string {
  return text.trim().replaceAll(/[/_]/g, " ").slice(0, 150);
}
