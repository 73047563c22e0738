import { type Fc, asFc, noFc } from "@fc/contract/units";
import { hexFrom } from "../../platform/chain/types.ts";
import { sure } from "@fc/contract/sure";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { indiaDayOf, momentsOf } from "@fc/contract/period";
import type { SettingValues } from "@fc/contract/settings/business-settings";
import { sql } from "kysely";
import type { Address, Chain, Hex, Nonces } from "../../platform/chain/types.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { memberAccount } from "../ledger/accounts.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { platformAddressProblem } from "../wallet/coin-address.ts";
import { sanctionProblem } from "../wallet/sanctions.ts";
import { destinationOf } from "../wallet/waiting-time.ts";
import { marksOf } from "./marks.ts";
import { guardedPayment, type PayoutDeps } from "./payout-deps.ts";
import { isReconciledHere } from "./new-timeline.ts";
import { openedScan } from "./scan.ts";
import { unsignedByRules } from "./unsigned-by-rules.ts";
import {
  haltWallet,
  lockWallet,
  mayPay,
  openWallet,
  timelineOf,
  underWay,
  type WalletKey,
} from "./wallets.ts";

/** Nodes keep at most 64 transactions of one sender that are not in a block, and drop others. */
const mostUnderWay = 50;
/** How many of the oldest are looked at in one run, and how many of the others: each costs a question to the chain. */
const looksAtOldest = 5;
const looksAtOthers = 5;

/** Why a payout is not paid yet, as operators read it. */
export const waitReasons = {
  account: "The member's account is blocked or frozen",
  held: "The member's withdrawals are on hold after a change of address, password or e-mail",
  address: "The member's coin address is another one by now",
  sanctioned: "The address is on the sanctions list. Take the payout back and reject the withdrawal",
  sanctionsUnknown: "The sanctions list gave no answer to rely on, so nothing is decided. It is asked again",
  ours: "The member's coin address is one of ours by now",
  units: "What would be sent is not its amount in coins. Somebody has changed the tables",
  mark: "Its mark is not one of the server's key. Take it back and hand it over again",
  books:
    "The ledger holds less for this member's withdrawals than they ask for. Somebody has changed the tables",
  largest: "It is larger than the largest payout of the settings",
  day: "Today's payouts have reached the most of one day",
  coins: "The hot wallet does not hold enough coins",
  gas: "The hot wallet does not hold enough to pay the fees",
  refused: "The contract would refuse this payment",
  ahead: "An endpoint knows of transactions of the hot wallet that are not recorded here",
} as const;
type WaitReason = keyof typeof waitReasons;

interface WaitingPayout {
  id: number;
  payout_key: string;
  withdrawal_id: number;
  to_address: Address;
  amount_fc: Fc;
  units: string;
  mark: Hex;
  rules_word: string | null;
  wait_reason: string | null;
}

/**
 * Gives the next nonce to the oldest payout found that may be paid now. Returns its id; undefined if nothing is to be done.
 * The chain is asked before the transaction, so that no lock is held while an endpoint is slow.
 */
export async function reserveNonce(deps: PayoutDeps): Promise<number | undefined> {
  const { db, chain, clock } = deps;
  if (!chain.signer) return undefined;
  const now = clock();
  const { address } = chain.signer;
  const waiting = await waitingPayouts(db, chain.chainId);
  if (waiting.length === 0) return undefined;
  const wallet = await openWallet(db, { chain, address, now });
  if (!mayPay(wallet)) return undefined;
  // What the wallet holds before its first payment: without it nobody could tell later what it should hold.
  await openedScan(deps, address);
  if (!(await isReconciledHere(deps, wallet))) return undefined;
  const key = { chainId: chain.chainId, address };
  const nonces = await chain.nonces(address);
  const means = await meansOf(db, chain, key);
  for (const payout of waiting) {
    const refusal = await refusalOf(deps, { payout, address });
    const found = refusal ?? (await gasFor(chain, { payout, address, means }));
    const given = await atomically(db, giveNonce, { payout, chain, key, nonces, found, now });
    if (given === "given") return payout.id;
    if (given === "stopped") return undefined;
  }
  return undefined;
}

/** The oldest, and some of the others: members who are on hold for days must not keep all later ones waiting. */
async function waitingPayouts(db: Db, chainId: number): Promise<WaitingPayout[]> {
  const waiting = db
    .selectFrom("chain_payouts")
    .select(["id", "payout_key", "withdrawal_id", "to_address", "amount_fc", "units", "mark", "wait_reason"])
    .select("rules_word")
    .where("chain_id", "=", chainId)
    .where("state", "=", "waiting");
  const oldest = await waiting.orderBy("id").limit(looksAtOldest).execute();
  if (oldest.length < looksAtOldest) return oldest;
  const others = await waiting
    .where("id", ">", sure(oldest.at(-1)).id)
    .orderBy(sql`random()`)
    .limit(looksAtOthers)
    .execute();
  return [...oldest, ...others.toSorted((one, other) => one.id - other.id)];
}

interface Means {
  /** What is left when everything under way is final. */
  coinUnits: bigint;
  /** For each of those under way and the next one. */
  gasWeiForEach: bigint;
  feeWei: bigint;
}

async function meansOf(db: Db, chain: Chain, key: WalletKey): Promise<Means> {
  const balances = await chain.balancesOf(hexFrom(key.address));
  const { maxFeePerGas } = await chain.fees();
  const { count, units } = await underWay(db, key);
  return {
    coinUnits: balances.coinUnits - units,
    gasWeiForEach: balances.gasWei / BigInt(count + 1),
    feeWei: maxFeePerGas,
  };
}

type GasFound = { gas: bigint } | { problem: WaitReason } | { refusal: string };

/** Before it has a nonce: one that may not be signed would keep all later ones waiting. */
async function refusalOf(
  { db, chain, guard, secretKey }: PayoutDeps,
  { payout, address }: { payout: WaitingPayout; address: Address },
): Promise<{ refusal: string } | undefined> {
  const payment = guardedPayment(chain, { ...payout, units: BigInt(payout.units), wallet: address });
  const { rules_word: word } = payout;
  const ofRules = { chainId: chain.chainId, word, states: ["reserved"] } as const;
  const waitingFc = word === null ? noFc : asFc(await unsignedByRules(db, { ...ofRules, word }));
  const refusal = payment ? await guard.refusal({ ...payment, waitingFc }) : waitReasons.units;
  if (refusal !== undefined) return { refusal };
  // A request wrote the mark into the table. By a wrong mark a restored backup would not know that this withdrawal was
  // paid.
  const isOurs = marksOf(secretKey, payout.withdrawal_id).some((mark) => mark === payout.mark);
  if (!isOurs) return { refusal: waitReasons.mark };
  const sanctioned = await sanctionRefusal(chain, payout.to_address);
  return sanctioned === undefined ? undefined : { refusal: sanctioned };
}

/** By this worker's own settings and endpoints: no table turns it off. */
export async function sanctionRefusal(chain: Chain, address: Address): Promise<string | undefined> {
  const problem = await sanctionProblem(chain, address);
  return problem && waitReasons[problem === "SANCTIONED" ? "sanctioned" : "sanctionsUnknown"];
}

/** How much gas it may use, or why it cannot be paid. A payment that fails would cost the fee and pay nobody. */
async function gasFor(
  chain: Chain,
  { payout, address, means }: { payout: WaitingPayout; address: Address; means: Means },
): Promise<GasFound> {
  const units = BigInt(payout.units);
  // A request orders it in the contract's smallest units, of which the database does not know how many are a coin.
  if (units !== chain.unitsOf(payout.amount_fc)) return { problem: "units" };
  if (units > means.coinUnits) return { problem: "coins" };
  const data = chain.transferData(payout.to_address, units, payout.mark);
  const used = await chain.gasOf({ from: address, to: chain.contract, data });
  if (used === undefined) return { problem: "refused" };
  // A receiver who has never held the coin costs more than one who has, and that may change until it is in a block.
  const gas = used + used / 2n;
  return gas * means.feeWei > means.gasWeiForEach ? { problem: "gas" } : { gas };
}

interface Reservation {
  payout: WaitingPayout;
  chain: Chain;
  key: WalletKey;
  nonces: Nonces;
  found: GasFound;
  now: Date;
}

async function giveNonce(tx: Tx, reservation: Reservation): Promise<"given" | "waits" | "stopped"> {
  const { payout, chain, key, nonces, found, now } = reservation;
  const wallet = await lockWallet(tx, key);
  if (!mayPay(wallet)) return "stopped";
  if (wallet.timeline !== (await timelineOf(tx))) return "stopped";
  if (nonces.final > wallet.next_nonce) {
    const reason = `The chain knows ${nonces.final} transactions of this wallet, and only ${wallet.next_nonce} are recorded here. Somebody else signs for it, or a backup was restored. Run npm run chain:reconcile`;
    await haltWallet(tx, { ...key, reason, now });
    return "stopped";
  }
  // It is not final, or one endpoint has made it up. The wallet waits for it: an endpoint that lies must not stop the
  // wallet for good.
  if (nonces.highest > wallet.next_nonce) return noteWaiting(tx, { payout, reason: waitReasons.ahead });
  const { count } = await underWay(tx, key);
  if (count >= mostUnderWay) return "stopped";
  if ("refusal" in found) return noteWaiting(tx, { payout, reason: found.refusal });
  if ("problem" in found) return noteWaiting(tx, { payout, reason: waitReasons[found.problem] });
  const problem =
    (await memberProblem(tx, { payout, chain, now })) ?? (await limitProblem(tx, { payout, key, now }));
  if (problem) return noteWaiting(tx, { payout, reason: waitReasons[problem] });
  const reserved = await tx
    .updateTable("chain_payouts")
    .set({ state: "reserved", wallet: key.address, gas: found.gas, reserved_at: now, wait_reason: null })
    .where("id", "=", payout.id)
    .where("state", "=", "waiting")
    .returning("id")
    .executeTakeFirst();
  // It was taken back, or another worker has reserved it.
  if (!reserved) return "waits";
  await tx
    .insertInto("chain_nonces")
    .values({
      chain_id: key.chainId,
      address: key.address,
      nonce: wallet.next_nonce,
      payout_id: payout.id,
      given_at: now,
    })
    .execute();
  await tx
    .updateTable("chain_wallets")
    .set({ next_nonce: wallet.next_nonce + 1n })
    .where("chain_id", "=", key.chainId)
    .where("address", "=", key.address)
    .execute();
  return "given";
}

/** A payout may wait for days, and in that time a thief may be noticed. So it is looked at again before it is paid. */
async function memberProblem(
  tx: Tx,
  { payout, chain, now }: Pick<Reservation, "payout" | "chain" | "now">,
): Promise<WaitReason | undefined> {
  const { member_id: memberId, status } = await tx
    .selectFrom("withdrawals")
    .innerJoin("members", "members.id", "withdrawals.member_id")
    .select(["withdrawals.member_id", "members.status"])
    .where("withdrawals.id", "=", payout.withdrawal_id)
    .executeTakeFirstOrThrow();
  if (status !== "active") return "account";
  if (await isMoreThanHeld(tx, memberId)) return "books";
  const { address, waitingTime } = await destinationOf(tx, { memberId, now });
  if (waitingTime) return "held";
  if (address?.toLowerCase() !== payout.to_address.toLowerCase()) return "address";
  return (await platformAddressProblem(tx, { address, chain })) && "ours";
}

/**
 * What answers requests can write a withdrawal that took nothing out of a wallet. Paid over the chain, it could never be
 * settled in the ledger. One statement, so that both sums are of one moment.
 */
async function isMoreThanHeld(tx: Tx, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ is_more: boolean }>`
    select (select coalesce(sum(amount_fc), 0) from withdrawals where member_id = ${memberId} and status = 'P')
      > coalesce((select balance from ledger_accounts where id = ${memberAccount(memberId, "withdraw_pending")}), 0)
      as is_more`.execute(tx);
  return rows[0]?.is_more ?? true;
}

async function limitProblem(
  tx: Tx,
  { payout, key, now }: Pick<Reservation, "payout" | "key" | "now">,
): Promise<WaitReason | undefined> {
  const settings = await businessSetting(tx, "payout");
  if (isLargerThanAllowed(payout.amount_fc, settings)) return "largest";
  const dayFc = await reservedToday(tx, { chainId: key.chainId, now });
  return dayFc + payout.amount_fc > BigInt(settings.dayFc) * fcUnitsPerCoin ? "day" : undefined;
}

export function isLargerThanAllowed(amountFc: Fc, { largestFc }: SettingValues<"payout">): boolean {
  return amountFc > BigInt(largestFc) * fcUnitsPerCoin;
}

/** What got a nonce on this day of India, of all wallets; without what has failed since. */
export async function reservedToday(
  db: Db,
  { chainId, now }: { chainId: number; now: Date },
): Promise<bigint> {
  const { from } = momentsOf({ from: indiaDayOf(now) });
  const { sum } = await db
    .selectFrom("chain_payouts")
    .select(sql<Fc>`coalesce(sum(amount_fc), 0)::bigint`.as("sum"))
    .where("chain_id", "=", chainId)
    .where("reserved_at", ">=", sure(from))
    .where("state", "!=", "failed")
    .executeTakeFirstOrThrow();
  return sum;
}

async function noteWaiting(
  tx: Tx,
  { payout, reason }: { payout: WaitingPayout; reason: string },
): Promise<"waits"> {
  if (payout.wait_reason === reason) return "waits";
  await tx
    .updateTable("chain_payouts")
    .set({ wait_reason: reason })
    .where("id", "=", payout.id)
    .where("state", "=", "waiting")
    .execute();
  return "waits";
}
