import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcFromWire } from "@fc/contract/money";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import { withdrawDestination, withdrawKinds, type WithdrawType } from "@fc/contract/withdraw/kinds";
import * as contract from "@fc/contract/withdraw/portal";
import { drawOrder, type Drawn } from "../../core/ledger/accounts.ts";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { lockBalances, post } from "../../core/ledger/post.ts";
import { draw } from "../../core/ledger/posting.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { recordMemberEvent, type Client } from "../../core/members/changes.ts";
import { confirmed, otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp } from "../../core/otp/otp.ts";
import { owedBy } from "../../core/wallet/deductions.ts";
import { destinationOf } from "../../core/wallet/hold.ts";
import { mustStakeFirst, walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { serverKinds } from "./kinds.ts";

type Withdrawal = BodyOf<typeof contract.requestWithdrawal>;
type InternalTransfer = BodyOf<typeof contract.transferInternally>;

export function withdrawGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "withdraw",
    route: contract.requestWithdrawal,
    check: async ({ actor, change, now }) => {
      await check(db, wishOf(actor, change, now), await balancesOf(db, actor.memberId));
    },
    // Address and fee are no part of the call: the code confirms those that it names.
    context: async ({ actor, change, now }) => {
      const { address } = await destinationOf(db, { ...actor, now });
      return termsContext({
        address,
        feeFc: contract.feeOf(change.currencyType, await walletSettingsOf(db)),
      });
    },
    describe: ({ amount }, { address = "", feeFc = "0" }) => ({
      action: "Confirm your withdrawal",
      facts: [
        { label: "Amount", value: fcText(fcFromWire(amount)!) },
        { label: "Fee", value: fcText(BigInt(feeFc)) },
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
      await check(db, wishOf(actor, change, now), await balancesOf(db, actor.memberId));
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

interface Wish {
  memberId: number;
  type: WithdrawType;
  amountFc: bigint;
  /** The address that the member was shown, where one was. */
  shownAddress?: string | undefined;
  now: Date;
}

function wishOf({ memberId, refId }: MemberSession, change: Withdrawal | InternalTransfer, now: Date): Wish {
  // Another's user id is answered as if it did not exist, as everywhere.
  if ("refId" in change && normaliseRefId(change.refId) !== refId) throw new AppError("NOT_FOUND");
  const shownAddress = "freeCoinAddress" in change ? change.freeCoinAddress : undefined;
  return { memberId, type: change.currencyType, amountFc: fcFromWire(change.amount)!, shownAddress, now };
}

interface Terms {
  feeFc: bigint;
  /** Where the coins go; none for an internal transfer. */
  address: string | undefined;
}

export function termsContext({ address = "", feeFc }: Terms) {
  return { address, feeFc: String(feeFc) };
}

/** Everything that can be wrong, by the rules that the form shares. */
async function check(db: Db, wish: Wish, balances: Drawn): Promise<Terms> {
  const { memberId, type, amountFc, shownAddress, now } = wish;
  const limits = await walletSettingsOf(db);
  const { address, hold } = await destinationOf(db, { memberId, now });
  const problem = contract.withdrawProblem({
    type,
    amountFc,
    balanceFc: balances.staking + balances.earning + balances.offer,
    limits,
    needsStake: await mustStakeFirst(db, memberId),
    hasAddress: address !== undefined,
  });
  if (problem) throw new AppError(problem);
  const feeFc = contract.feeOf(type, limits);
  const { destination, waitsForHold } = withdrawKinds[type];
  if (shownAddress !== undefined && shownAddress !== address) throw new AppError("COIN_ADDRESS_CHANGED");
  if (waitsForHold && hold) {
    const waitMs = hold.until.getTime() - now.getTime();
    throw new AppError("WITHDRAWALS_HELD", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
  return { feeFc, address: destination === null ? address : undefined };
}

/**
 * Draws on the three wallets: into the member's hold, until somebody decides, or into the transfer wallet, which
 * is done with it. Whether it was confirmed is its caller's to ask.
 */
export async function placeWithdrawal(tx: Tx, wish: Wish): Promise<Terms & { id: number }> {
  const { memberId, type, amountFc, now } = wish;
  const balances = await lockBalances(tx, { memberId, accounts: [...drawOrder, "transfer"] });
  const terms = await check(tx, wish, balances);
  const drawn = draw(balances, amountFc);
  if (!drawn) throw new AppError("INSUFFICIENT_BALANCE");
  const { id } = await insertWithdrawal(tx, wish, terms, drawn);
  await post(tx, serverKinds[type].entry({ id, memberId, drawn, effectiveAt: now }));
  return { ...terms, id };
}

async function insertWithdrawal(tx: Tx, wish: Wish, terms: Terms, drawn: Drawn): Promise<{ id: number }> {
  const { memberId, type, amountFc, now } = wish;
  return tx
    .insertInto("withdrawals")
    .values({
      member_id: memberId,
      amount_fc: amountFc,
      fee_fc: terms.feeFc,
      from_staking_fc: drawn.staking,
      from_earning_fc: drawn.earning,
      from_offer_fc: drawn.offer,
      currency_type: type,
      address: terms.address ?? null,
      requested_at: now,
      ...serverKinds[type].decision(now),
      reason: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

interface Asked<Body> {
  actor: MemberSession;
  body: Body;
  idempotencyKey: string;
  client: Client;
  secretKey: string;
  now: Date;
}

export function requestWithdrawal(tx: Tx, asked: Asked<Withdrawal>): Promise<{ id: number }> {
  const { actor, body, idempotencyKey, client, secretKey, now } = asked;
  const { memberId, sessionId } = actor;
  // Known by its key before the code is spent: whoever asks again gets the answer, not "valid OTP".
  const call = { memberId, key: idempotencyKey, request: { withdraw: body }, now };
  return withIdempotency(tx, call, async () => {
    const wish = wishOf(actor, body, now);
    const { id, feeFc, address } = await placeWithdrawal(tx, wish);
    // With the terms that it was placed with: a code for others is worth nothing, and all of this is undone.
    const change = confirmed(body, termsContext({ address, feeFc }));
    await consumeOtp(tx, { memberId, sessionId, purpose: "withdraw", change, secretKey, now });
    const detail = fcText(wish.amountFc);
    const { event, mail } = serverKinds[wish.type];
    await recordMemberEvent(tx, { memberId, kind: event, detail, client, now });
    const owedFc = await owedBy(tx, memberId);
    const destination = withdrawDestination(wish.type, address);
    await mail(tx, { actor, amountFc: wish.amountFc, feeFc, owedFc, destination, now });
    return { id };
  });
}

export function transferInternally(tx: Tx, asked: Asked<InternalTransfer>): Promise<{ id: number }> {
  const { actor, body, idempotencyKey, client, secretKey, now } = asked;
  const { memberId, sessionId } = actor;
  const call = { memberId, key: idempotencyKey, request: { internalTransfer: body }, now };
  return withIdempotency(tx, call, async () => {
    const wish = wishOf(actor, body, now);
    const { id } = await placeWithdrawal(tx, wish);
    const purpose = "internal-transfer";
    await consumeOtp(tx, { memberId, sessionId, purpose, change: confirmed(body), secretKey, now });
    const detail = fcText(wish.amountFc);
    const { event, mail } = serverKinds[wish.type];
    await recordMemberEvent(tx, { memberId, kind: event, detail, client, now });
    await mail(tx, { actor, amountFc: wish.amountFc, feeFc: 0n, owedFc: 0n, destination: "", now });
    return { id };
  });
}
