import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcFromWire } from "@fc/contract/money";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import * as contract from "@fc/contract/withdraw";
import { drawOrder, type Drawn } from "../../core/ledger/accounts.ts";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { lockBalances, post } from "../../core/ledger/post.ts";
import { draw, internalTransfer, withdrawalRequested } from "../../core/ledger/posting.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { confirmed, otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp } from "../../core/otp/otp.ts";
import { destinationOf } from "../../core/wallet/hold.ts";
import { mustStakeFirst, walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { mailInternalTransfer, mailRequested } from "./mails.ts";

type Withdrawal = BodyOf<typeof contract.requestWithdrawal>;
type InternalTransfer = BodyOf<typeof contract.transferInternally>;

export function withdrawGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "withdraw",
    route: contract.requestWithdrawal,
    check: async ({ actor, change, now }) => {
      await check(db, { actor, change, balances: await balancesOf(db, actor.memberId), now });
    },
    // The address is no part of the call: the code confirms the one that it names.
    context: async ({ actor, now }) => addressContext((await destinationOf(db, { ...actor, now })).address),
    describe: ({ amount }, { address = "" }) => ({
      action: "Confirm your withdrawal",
      facts: [
        { label: "Amount", value: fcText(fcFromWire(amount)!) },
        { label: "To", value: address },
      ],
    }),
  });
}

export function internalTransferGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "internal-transfer",
    route: contract.transferInternally,
    check: async ({ actor, change, now }) => {
      await check(db, { actor, change, balances: await balancesOf(db, actor.memberId), now });
    },
    describe: ({ amount }) => ({
      action: "Confirm your internal transfer",
      facts: [
        { label: "Amount", value: fcText(fcFromWire(amount)!) },
        { label: "To", value: "Your transfer wallet" },
      ],
    }),
  });
}

function addressContext(address: string | undefined) {
  return { address: address ?? "" };
}

interface Checked {
  amountFc: bigint;
  feeFc: bigint;
  address: string | undefined;
}

/** Everything that can be wrong, by the rules that the form shares. */
async function check(
  db: Db,
  input: { actor: MemberSession; change: Withdrawal | InternalTransfer; balances: Drawn; now: Date },
): Promise<Checked> {
  const { actor, change, balances, now } = input;
  // Another's user id is answered as if it did not exist, as everywhere.
  if ("refId" in change && normaliseRefId(change.refId) !== actor.refId) throw new AppError("NOT_FOUND");
  const type = change.currencyType;
  const limits = await walletSettingsOf(db);
  const { address, hold } = await destinationOf(db, { memberId: actor.memberId, now });
  const amountFc = fcFromWire(change.amount)!;
  const problem = contract.withdrawProblem({
    type,
    amountFc,
    balanceFc: balances.staking + balances.earning + balances.offer,
    limits,
    needsStake: await mustStakeFirst(db, actor.memberId),
    hasAddress: address !== undefined,
  });
  if (problem) throw new AppError(problem);
  if (type === "coin") {
    if (change.freeCoinAddress !== undefined && change.freeCoinAddress !== address) {
      throw new AppError("COIN_ADDRESS_CHANGED");
    }
    if (hold) {
      const waitMs = hold.until.getTime() - now.getTime();
      throw new AppError("WITHDRAWALS_HELD", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    }
  }
  return { amountFc, feeFc: contract.feeOf(type, limits), address };
}

interface Asked<Body> {
  actor: MemberSession;
  body: Body;
  idempotencyKey: string;
  secretKey: string;
  now: Date;
}

/** Moves the money into the member's hold and leaves the rest to whoever decides. */
export function requestWithdrawal(tx: Tx, asked: Asked<Withdrawal>): Promise<{ id: number }> {
  const { actor, body, idempotencyKey, secretKey, now } = asked;
  const { memberId, sessionId } = actor;
  // Known by its key before the code is spent: whoever asks again gets the answer, not "valid OTP".
  const call = { memberId, key: idempotencyKey, request: { withdraw: body }, now };
  return withIdempotency(tx, call, async () => {
    const { address } = await destinationOf(tx, { memberId, now });
    const change = confirmed(body, addressContext(address));
    // An address that changed since the code was sent is told as such by the check, or else makes the code invalid.
    const balances = await lockBalances(tx, { memberId, accounts: drawOrder });
    const checked = await check(tx, { actor, change: body, balances, now });
    await consumeOtp(tx, { memberId, sessionId, purpose: "withdraw", change, secretKey, now });
    const drawn = drawnFrom(balances, checked.amountFc);
    const { id } = await insertWithdrawal(tx, { memberId, type: "coin", drawn, ...checked, now });
    await post(tx, withdrawalRequested({ key: `withdraw/request/${id}`, effectiveAt: now, memberId, drawn }));
    await mailRequested(tx, { actor, ...checked, address: address ?? "", now });
    return { id };
  });
}

/** From the three wallets to the transfer wallet, at once. */
export function transferInternally(tx: Tx, asked: Asked<InternalTransfer>): Promise<{ id: number }> {
  const { actor, body, idempotencyKey, secretKey, now } = asked;
  const { memberId, sessionId } = actor;
  const call = { memberId, key: idempotencyKey, request: { internalTransfer: body }, now };
  return withIdempotency(tx, call, async () => {
    const balances = await lockBalances(tx, { memberId, accounts: [...drawOrder, "transfer"] });
    const checked = await check(tx, { actor, change: body, balances, now });
    const purpose = "internal-transfer";
    await consumeOtp(tx, { memberId, sessionId, purpose, change: confirmed(body), secretKey, now });
    const drawn = drawnFrom(balances, checked.amountFc);
    const type = body.currencyType;
    const { id } = await insertWithdrawal(tx, { memberId, type, drawn, ...checked, address: undefined, now });
    await post(tx, internalTransfer({ key: `withdraw/internal/${id}`, effectiveAt: now, memberId, drawn }));
    await mailInternalTransfer(tx, { actor, amountFc: checked.amountFc, now });
    return { id };
  });
}

function drawnFrom(balances: Drawn, amountFc: bigint): Drawn {
  const drawn = draw(balances, amountFc);
  if (!drawn) throw new AppError("INSUFFICIENT_BALANCE");
  return drawn;
}

interface NewWithdrawal extends Checked {
  memberId: number;
  type: contract.WithdrawType;
  drawn: Drawn;
  now: Date;
}

async function insertWithdrawal(tx: Tx, input: NewWithdrawal): Promise<{ id: number }> {
  const { memberId, type, amountFc, feeFc, drawn, address, now } = input;
  return tx
    .insertInto("withdrawals")
    .values({
      member_id: memberId,
      amount_fc: amountFc,
      fee_fc: feeFc,
      from_staking_fc: drawn.staking,
      from_earning_fc: drawn.earning,
      from_offer_fc: drawn.offer,
      currency_type: type,
      address: address ?? null,
      requested_at: now,
      // Nobody has to decide what stays with the member.
      ...(type === "coin"
        ? { decided_at: null, deduction_fc: null, transaction_id: null }
        : { status: "A", decided_at: now, deduction_fc: 0n, transaction_id: "internal" }),
      reason: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}
