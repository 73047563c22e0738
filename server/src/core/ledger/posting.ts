import { rewardKinds, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { drawOrder, houseAccount, memberAccount, type Drawn, type MemberAccount } from "./accounts.ts";

/** Every kind of entry, as postings. Pure: no SQL, no time of its own, no rule of any feature. */
export type EntryKind =
  | "stake_approved"
  | "stake_from_transfer"
  | "stake_ended"
  | "stake_returned"
  | RewardKind
  | "withdrawal_requested"
  | "withdrawal_accepted"
  | "withdrawal_rejected"
  | "internal_transfer"
  | "transfer"
  | "pool_funded"
  | "opening"
  | "adjustment"
  | "reversal";

/** An amount from one account (debited) to another (credited), in the unit of their currency. */
export interface Line {
  from: bigint;
  to: bigint;
  amount: bigint;
}

/** What every entry is told. */
export interface Particulars {
  /** Names what happened, so that it can happen once: `ros/2026-02-03/17`. */
  key: string;
  /** When it counts; when it was written is the database's to say. */
  effectiveAt: Date;
  priceId?: number | undefined;
  planVersion?: number | undefined;
  /** A few facts that explain the amount, bigints as text. */
  metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
}

export interface Entry extends Particulars {
  kind: EntryKind;
  /** Tokens separated by slashes and underscores, which the screens make words of. */
  message: string;
  lines: readonly Line[];
  reversalOf?: bigint;
}

export interface OfMember extends Particulars {
  memberId: number;
  amountFc: bigint;
}

/** Paid from outside, and seen to have arrived: the principal is locked. */
export function stakeApproved(input: OfMember & { paidUsdCents?: bigint; message?: string }): Entry {
  const { memberId, amountFc, paidUsdCents = 0n } = input;
  return entry("stake_approved", input.message ?? "STAKE", input, [
    line(houseAccount("deposits"), memberAccount(memberId, "staked"), amountFc),
    // What was paid is kept in its own currency as well.
    line(houseAccount("usd_paid"), houseAccount("usd_received"), paidUsdCents),
  ]);
}

/** Paid out of a transfer wallet, for oneself or for another member. */
export function stakeFromTransfer(input: OfMember & { payerId: number; message?: string }): Entry {
  const { memberId, payerId, amountFc } = input;
  return entry("stake_from_transfer", input.message ?? "STAKE/TRANSFER", input, [
    line(memberAccount(payerId, "transfer"), memberAccount(memberId, "staked"), amountFc),
  ]);
}

/** The stake has paid all it was to pay, and its principal with it. */
export function stakeEnded(input: OfMember): Entry {
  return entry("stake_ended", "STAKE/ENDED", input, [
    line(memberAccount(input.memberId, "staked"), houseAccount("stakes_ended"), input.amountFc),
  ]);
}

/** The principal goes back to its owner. */
export function stakeReturned(input: OfMember): Entry {
  return entry("stake_returned", "STAKE/RETURNED", input, [
    line(memberAccount(input.memberId, "staked"), memberAccount(input.memberId, "staking"), input.amountFc),
  ]);
}

/** `detail` says what for: the refId that staked, the pairs matched, the offer reached. */
export function reward(kind: RewardKind, input: OfMember & { detail?: string }): Entry {
  const { wallet, token } = rewardKinds[kind];
  const message = input.detail === undefined ? token : `${token}/${input.detail}`;
  return entry(kind, message, input, [
    line(houseAccount("rewards_pool"), memberAccount(input.memberId, wallet), input.amountFc),
  ]);
}

/** Takes an amount out of the three wallets in the order of drawing; undefined if they hold less. */
export function draw(balances: Drawn, amountFc: bigint): Drawn | undefined {
  let rest = amountFc;
  const drawn = { staking: 0n, earning: 0n, offer: 0n };
  for (const wallet of drawOrder) {
    drawn[wallet] = balances[wallet] < rest ? balances[wallet] : rest;
    rest -= drawn[wallet];
  }
  return rest === 0n ? drawn : undefined;
}

interface OfDrawn extends Particulars {
  memberId: number;
  drawn: Drawn;
}

/** Out of the wallets and into the member's hold, until it is decided. */
export function withdrawalRequested(input: OfDrawn): Entry {
  return entry("withdrawal_requested", "WITHDRAW/REQUESTED", input, drawnTo(input, "withdraw_pending"));
}

/** Everything held leaves: the fee and what is owed first, the rest is paid out. */
export function withdrawalAccepted(
  input: OfMember & { feeFc: bigint; deductionFc: bigint; message?: string },
): Entry {
  const { memberId, amountFc, feeFc, deductionFc } = input;
  const held = memberAccount(memberId, "withdraw_pending");
  return entry("withdrawal_accepted", input.message ?? "WITHDRAW/ACCEPTED", input, [
    line(held, houseAccount("payouts"), amountFc - feeFc - deductionFc),
    line(held, houseAccount("fees"), feeFc),
    line(held, houseAccount("deductions"), deductionFc),
  ]);
}

/** Back to exactly the wallets that it was drawn from. */
export function withdrawalRejected(input: OfDrawn): Entry {
  const lines = drawnTo(input, "withdraw_pending").map(mirrored);
  return entry("withdrawal_rejected", "WITHDRAW/REJECTED", input, lines);
}

/** From the three wallets to the member's own transfer wallet. */
export function internalTransfer(input: OfDrawn): Entry {
  return entry("internal_transfer", "INTERNAL", input, drawnTo(input, "transfer"));
}

/** From one member's transfer wallet to another's. */
export function transfer(
  input: Particulars & {
    from: { memberId: number; refId: string };
    to: { memberId: number; refId: string };
    amountFc: bigint;
  },
): Entry {
  const { from, to, amountFc } = input;
  return entry("transfer", `TRANSFER/${from.refId}_${to.refId}`, input, [
    line(memberAccount(from.memberId, "transfer"), memberAccount(to.memberId, "transfer"), amountFc),
  ]);
}

/** From the owner's coins, or from what the house took in, to the pool that rewards are paid from. */
export function poolFunded(
  input: Particulars & { amountFc: bigint; source: "treasury" | "fees" | "deductions" | "stakes_ended" },
): Entry {
  return entry("pool_funded", "POOL", input, [
    line(houseAccount(input.source), houseAccount("rewards_pool"), input.amountFc),
  ]);
}

/** What a member brings along from elsewhere. */
export function opening(input: OfMember & { account: MemberAccount }): Entry {
  return entry("opening", "OPENING", input, [
    line(houseAccount("adjustments"), memberAccount(input.memberId, input.account), input.amountFc),
  ]);
}

/** A correction by hand that no reversal expresses. The reason is for the member to see. */
export function adjustment(
  input: OfMember & { account: MemberAccount; direction: "credit" | "debit"; reason: string },
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

/** Undoes an entry, line by line. */
export function reversal(input: Particulars & { of: bigint; lines: readonly Line[]; reason: string }): Entry {
  const made = entry("reversal", `REVERSAL/${oneToken(input.reason)}`, input, input.lines.map(mirrored));
  return { ...made, reversalOf: input.of };
}

function entry(
  kind: EntryKind,
  message: string,
  { key, effectiveAt, priceId, planVersion, metadata }: Particulars,
  lines: readonly Line[],
): Entry {
  const moving = lines.filter(({ amount }) => amount !== 0n);
  if (moving.length === 0 || moving.some(({ amount }) => amount < 0n)) {
    throw new RangeError(`${kind} ${key} moves nothing, or backwards`);
  }
  return { kind, message, key, effectiveAt, priceId, planVersion, metadata, lines: moving };
}

function line(from: bigint, to: bigint, amount: bigint): Line {
  return { from, to, amount };
}

function mirrored({ from, to, amount }: Line): Line {
  return { from: to, to: from, amount };
}

function drawnTo({ memberId, drawn }: OfDrawn, account: MemberAccount): Line[] {
  return drawOrder.map((wallet) =>
    line(memberAccount(memberId, wallet), memberAccount(memberId, account), drawn[wallet]),
  );
}

/** A person's words as one token: the separators are ours. */
function oneToken(text: string): string {
  return text.trim().replaceAll(/[/_]/g, " ").slice(0, 150);
}
