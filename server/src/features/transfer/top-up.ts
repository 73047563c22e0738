import { usdText, fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import {
  fcForUsdInPayersFavour,
  fcFromWire,
  usdCentsForFcInPayersFavour,
  usdCentsFromWire,
} from "@fc/contract/money";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import * as contract from "@fc/contract/transfer/portal";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { lockBalances } from "../../core/ledger/post.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { recordMemberEvent } from "../../core/members/changes.ts";
import { activeMemberByRefId } from "../../core/members/members.ts";
import { confirmed, otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp } from "../../core/otp/otp.ts";
import { priceAt, type Price } from "../../core/prices/prices.ts";
import { startStake } from "../../core/staking/stakes.ts";
import { walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { mailToppedUp } from "./mails.ts";
import type { Asked, Done } from "./transfer.ts";

type TopUp = BodyOf<typeof contract.topUpStake>;

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

/** Pays a package from the transfer wallet; the stake starts at once. */
export function topUpStake(tx: Tx, asked: Asked<TopUp> & { secretKey: string }): Promise<Done> {
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
    await recordMemberEvent(tx, { memberId, kind: "staking-topup", detail, client, now });
    await mailToppedUp(tx, { actor, staker, principalUsdCents, amountFc: costFc(body, price), now });
    // Last, because it holds the network's rows until the commit.
    await startStake(tx, { memberId: staker.id, principalUsdCents, price, source, now });
    return { reference: idempotencyKey };
  });
}
