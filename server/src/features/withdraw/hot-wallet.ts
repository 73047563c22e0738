import { type Fc, asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import type { HotWallet } from "@fc/contract/withdraw/console-payouts";
import { sql } from "kysely";
import * as z from "zod/mini";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { coinText } from "../../core/chain/coin-text.ts";
import { lastingOf } from "../../core/chain/lasting.ts";
import { pauseWallets } from "../../core/chain/ordered.ts";
import { reservedToday } from "../../core/chain/reserve.ts";
import { walletOf, walletsOf, type WalletKey } from "../../core/chain/wallets.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { shortAddress } from "../../core/wallet/coin-address.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

export function connected(chain: Chain | undefined): Chain {
  if (!chain) throw new AppError("NO_HOT_WALLET");
  return chain;
}

/** The wallet that pays, as the console shows it. */
export async function hotWalletOf(
  db: Db,
  { chain, now }: { chain: Chain; now: Date },
): Promise<HotWallet | null> {
  const { chainId } = chain;
  const [wallet] = await walletsOf(db, chainId);
  if (!wallet) return null;
  const [settings, todayFc, { coinDays }, sums, pauser] = await Promise.all([
    businessSetting(db, "payout"),
    reservedToday(db, { chainId, now }),
    lastingOf(db, { wallet, now }),
    openSums(db, chainId),
    wallet.paused_by === null
      ? undefined
      : db.selectFrom("operators").select("name").where("id", "=", wallet.paused_by).executeTakeFirst(),
  ]);
  const coinsFc = wallet.coin_units === null ? undefined : chain.fcOf(BigInt(wallet.coin_units));
  return {
    address: wallet.address,
    coins: coinsFc === undefined ? null : fcToWire(coinsFc),
    gas: wallet.gas_wei === null ? null : coinText(BigInt(wallet.gas_wei)),
    lookedAt: wallet.looked_at?.toISOString() ?? null,
    lastsDays: coinDays ?? null,
    waitingFc: fcToWire(sums.waitingFc),
    underWayFc: fcToWire(sums.underWayFc),
    todayFc: fcToWire(asFc(todayFc)),
    dayLimitFc: settings.dayFc,
    paused: wallet.paused_at && {
      at: wallet.paused_at.toISOString(),
      by: pauser?.name ?? "",
      reason: sure(wallet.pause_reason),
    },
    halted: wallet.halted_at && { at: wallet.halted_at.toISOString(), reason: sure(wallet.halt_reason) },
    signingProblem: wallet.signing_problem,
  };
}

function openSums(db: Db, chainId: number) {
  return db
    .selectFrom("chain_payouts")
    .select([
      sql<Fc>`coalesce(sum(amount_fc) filter (where state = 'waiting'), 0)::bigint`.as("waitingFc"),
      sql<Fc>`coalesce(sum(amount_fc) filter (where state <> 'waiting'), 0)::bigint`.as("underWayFc"),
    ])
    .where("chain_id", "=", chainId)
    .where("settled_at", "is", null)
    .executeTakeFirstOrThrow();
}

interface WalletAct {
  chain: Chain;
  reason: string;
  operating: Operating;
}

async function newestWallet(tx: Tx, { chainId }: Chain): Promise<WalletKey> {
  const [wallet] = await walletsOf(tx, chainId);
  if (!wallet) throw new AppError("NO_HOT_WALLET");
  return { chainId, address: wallet.address };
}

/** At once, by one operator: a wallet that pays wrongly must not wait for a second one. */
export async function pauseWallet(tx: Tx, { chain, reason, operating }: WalletAct): Promise<void> {
  const { operatorId, now } = operating;
  const { chainId, address } = await newestWallet(tx, chain);
  if (!(await pauseWallets(tx, { chainId, operatorId, reason, now }))) {
    throw new AppError("WALLET_PAUSED_ALREADY");
  }
  const details = { wallet: shortAddress(address), reason };
  await logAction(tx, { ...operating, action: "hot-wallet/pause", details });
}

/**
 * That it may pay again takes two: the one who paused it may have been right. A request cannot do it: the worker does
 * when it finds that two have agreed (core/chain/release.ts).
 */
export const walletReleaseAct = proposalAct({
  kind: "hot-wallet-release",
  change: z.object({ chainId: z.number(), address: z.string() }),
  async review(db, key) {
    const wallet = await walletOf(db, key).executeTakeFirst();
    if (!wallet?.paused_at) throw new AppError("WALLET_NOT_PAUSED");
    return {
      subject: key.address,
      title: `Let the hot wallet ${shortAddress(key.address)} pay again`,
      lines: [
        { label: "Paused since", from: indiaTime(wallet.paused_at), to: "released" },
        { label: "Because", from: sure(wallet.pause_reason), to: "–" },
      ],
      before: { pausedAt: wallet.paused_at.toISOString() },
    };
  },
  async apply(tx, key, { operating, proposedBy, reason }) {
    const details = { wallet: shortAddress(key.address), reason, proposedBy: proposedBy.name };
    await logAction(tx, { ...operating, action: "hot-wallet/release", details });
  },
});

export async function proposeRelease(
  tx: Tx,
  { chain, publicUrl, ...proposal }: WalletAct & { publicUrl: string },
): Promise<{ isWaiting: boolean }> {
  await lockProposals(tx);
  const change = await newestWallet(tx, chain);
  const { isWaiting } = await propose(tx, walletReleaseAct, { change, publicUrl, ...proposal });
  return { isWaiting };
}
