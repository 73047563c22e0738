import { fcText, usdText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import {
  fcForUsdInPayersFavour,
  fcFromWire,
  usdCentsForFcInPayersFavour,
  usdCentsFromWire,
} from "@fc/contract/money";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import * as contract from "@fc/contract/transfer";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { lockBalances, post } from "../../core/ledger/post.ts";
import { transfer } from "../../core/ledger/posting.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { recordEvent, type Client } from "../../core/members/changes.ts";
import { activeMemberByRefId, type MemberContact } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import { confirmed, otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp } from "../../core/otp/otp.ts";
import { priceAt, type Price } from "../../core/prices/prices.ts";
import { startStake } from "../../core/staking/stakes.ts";
import { walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { mailToppedUp, mailTransferred } from "./mails.ts";

type Transfer = BodyOf<typeof contract.transferCoins>;
type TopUp = BodyOf<typeof contract.topUpStake>;

export function transferGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "transfer",
    route: contract.transferCoins,
    check: async ({ actor, change }) => {
      const { transfer: balanceFc } = await balancesOf(db, actor.memberId);
      await checkTransfer(db, { actor, change, balanceFc });
    },
    context: async ({ change }) => ({ receiver: nameOf(await activeMemberByRefId(db, change.toRefId)) }),
    describe: ({ amount, toRefId }, { receiver }) => ({
      action: "Confirm your transfer",
      facts: [
        { label: "Amount", value: fcText(fcFromWire(amount)!) },
        { label: "To", value: `${normaliseRefId(toRefId)}, ${receiver}` },
      ],
    }),
  });
}

export function topUpGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "staking-topup",
    route: contract.topUpStake,
    check: async ({ actor, change, now }) => {
      const { transfer: balanceFc } = await balancesOf(db, actor.memberId);
      await checkTopUp(db, { actor, change, balanceFc, price: await priceAt(db, now) });
    },
    // The price is no part of the call: the code confirms the coins that it names.
    context: async ({ change, now }) => costContext(costFc(change, await priceAt(db, now))),
    describe: ({ amount, refId }, { costFc: coins = "0" }) => ({
      action: "Confirm your staking",
      facts: [
        { label: "Package", value: usdText(usdCentsFromWire(amount)!) },
        { label: "Paid from the transfer wallet", value: fcText(BigInt(coins)) },
        { label: "Stake of", value: normaliseRefId(refId) },
      ],
    }),
  });
}

function costContext(amountFc: bigint) {
  return { costFc: String(amountFc) };
}

function costFc({ amount }: TopUp, { fcFor15Usd }: Price): bigint {
  return fcForUsdInPayersFavour(usdCentsFromWire(amount)!, fcFor15Usd);
}

export function nameOf(member: MemberContact | undefined): string {
  return member ? shortName(member.name) : "";
}

interface CheckTransfer {
  actor: MemberSession;
  change: Transfer;
  balanceFc: bigint;
}

async function checkTransfer(db: Db, { actor, change, balanceFc }: CheckTransfer) {
  // The actor is the session's; whoever names another sender is told what an unknown id is told.
  if (normaliseRefId(change.fromRefId) !== actor.refId) throw new AppError("NOT_FOUND");
  const { transfer: limits } = await walletSettingsOf(db);
  if (!limits.betweenMembers && limits.receiverRefId === null) throw new AppError("TRANSFERS_CLOSED");
  const amountFc = fcFromWire(change.amount)!;
  const problem = contract.transferProblem({ ...change, amountFc, balanceFc, limits });
  if (problem) throw new AppError(problem);
  const receiver = await activeMemberByRefId(db, change.toRefId);
  if (!receiver) throw new AppError("RECEIVER_UNKNOWN");
  const isInternal = receiver.refId === limits.receiverRefId;
  if (!limits.betweenMembers && !isInternal) throw new AppError("RECEIVER_FIXED");
  return { amountFc, receiver, isInternal };
}

interface CheckTopUp {
  actor: MemberSession;
  change: TopUp;
  balanceFc: bigint;
  price: Price;
}

async function checkTopUp(db: Db, { actor, change, balanceFc, price }: CheckTopUp) {
  const balanceUsdCents = usdCentsForFcInPayersFavour(balanceFc, price.fcFor15Usd);
  const problem = contract.topUpProblem({ amountUsd: change.amount, balanceUsdCents });
  if (problem) throw new AppError(problem);
  if (change.coins !== undefined && fcFromWire(change.coins) !== costFc(change, price)) {
    throw new AppError("PRICE_CHANGED");
  }
  const isOwn = normaliseRefId(change.refId) === actor.refId;
  const { transfer: limits } = await walletSettingsOf(db);
  if (!isOwn && !limits.betweenMembers) throw new AppError("RECEIVER_FIXED");
  const staker = await activeMemberByRefId(db, change.refId);
  if (!staker) throw new AppError("RECEIVER_UNKNOWN");
  return staker;
}

interface Asked<Body> {
  actor: MemberSession;
  body: Body;
  idempotencyKey: string;
  client: Client;
  secretKey: string;
  now: Date;
}

// A reference and not a number: what the caller is answered must be JSON.
type Done = { readonly reference: string };

export function transferCoins(tx: Tx, asked: Asked<Transfer>): Promise<Done> {
  const { actor, body, idempotencyKey, client, secretKey, now } = asked;
  const { memberId, sessionId } = actor;
  const call = { memberId, key: idempotencyKey, request: { transfer: body }, now };
  return withIdempotency(tx, call, async () => {
    // Read without a lock: the posting below locks both wallets, in id order, and its floor is what refuses.
    const { transfer: balanceFc } = await balancesOf(tx, memberId);
    const { amountFc, receiver, isInternal } = await checkTransfer(tx, { actor, change: body, balanceFc });
    const change = confirmed(body, { receiver: nameOf(receiver) });
    await consumeOtp(tx, { memberId, sessionId, purpose: "transfer", change, secretKey, now });
    const detail = `${fcText(amountFc)} → ${receiver.refId}`;
    await recordEvent(tx, { memberId, kind: "transfer", detail, client, now });
    await mailTransferred(tx, { actor, receiver, isInternal, amountFc, now });
    // Last, because it holds both wallets until the commit.
    await post(
      tx,
      transfer({
        key: `transfer/${memberId}/${idempotencyKey}`,
        effectiveAt: now,
        from: actor,
        to: { memberId: receiver.id, refId: receiver.refId },
        amountFc,
      }),
    );
    return { reference: idempotencyKey };
  });
}

/** Pays a package from the transfer wallet; the stake starts at once. */
export function topUpStake(tx: Tx, asked: Asked<TopUp>): Promise<Done> {
  const { actor, body, idempotencyKey, client, secretKey, now } = asked;
  const { memberId, sessionId } = actor;
  const call = { memberId, key: idempotencyKey, request: { topUp: body }, now };
  return withIdempotency(tx, call, async () => {
    const price = await priceAt(tx, now);
    const { transfer: balanceFc } = await lockBalances(tx, { memberId, accounts: ["transfer"] });
    const staker = await checkTopUp(tx, { actor, change: body, balanceFc, price });
    const change = confirmed(body, costContext(costFc(body, price)));
    await consumeOtp(tx, { memberId, sessionId, purpose: "staking-topup", change, secretKey, now });
    const principalUsdCents = usdCentsFromWire(body.amount)!;
    const source = { payerId: memberId, idempotencyKey };
    const detail = `${usdText(principalUsdCents)} → ${staker.refId}`;
    await recordEvent(tx, { memberId, kind: "staking-topup", detail, client, now });
    await mailToppedUp(tx, { actor, staker, principalUsdCents, amountFc: costFc(body, price), now });
    // Last, because it holds the network's rows until the commit.
    await startStake(tx, { memberId: staker.id, principalUsdCents, price, source, now });
    return { reference: idempotencyKey };
  });
}
