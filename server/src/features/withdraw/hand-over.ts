import { type Fc, minus } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcFromWire, fcUnitsPerCoin } from "@fc/contract/money";
import { goesToCoinAddress } from "@fc/contract/withdraw/kinds";
import { refuseBeforeOpening } from "../../core/arrival/arrival.ts";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { activePayoutOf } from "../../core/chain/ending.ts";
import { markOf } from "../../core/chain/marks.ts";
import { giveUpPayout, handOverPayout, takeBackPayout } from "../../core/chain/ordered.ts";
import { isLargerThanAllowed } from "../../core/chain/reserve.ts";
import { exceedsKycAllowance } from "../../core/kyc/allowance.ts";
import { logAction, payoutRules } from "../../core/operators/log.ts";
import { isConfirmedByAnother } from "../../core/operators/second-person.ts";
import { heldPauseRefusal } from "../../core/pauses/pauses.ts";
import { exceedsUnprovenAllowance } from "../../core/wallet/address-proof.ts";
import { refusePlatformAddress } from "../../core/wallet/coin-address.ts";
import { collectDeductions } from "../../core/wallet/deductions.ts";
import { destinationOf } from "../../core/wallet/waiting-time.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { checkActive, lockPending } from "./paying.ts";
import { checkSecondOperator, lockPaymentsOf } from "./second-operator.ts";

interface HandOver {
  id: number;
  /** What is to be sent, as the operator saw it, or as the rules judged it. */
  net: number;
  chain: Chain;
  secretKey: SecretKey;
}

type PendingWithdrawal = Awaited<ReturnType<typeof lockPending>>;

/**
 * Hands a withdrawal to the hot wallet. The amount is fixed here, with what the member owes now. From now on no person
 * pays or rejects it, and its member cannot take it back.
 */
export async function handOver(
  tx: Tx,
  { operating, ...input }: HandOver & { operating: Operating },
): Promise<{ payoutId: number }> {
  const { id } = input;
  const { operatorId, now } = operating;
  await lockPaymentsOf(tx, operatorId);
  const withdrawal = await lockForWallet(tx, { ...input, now });
  await checkOperators(tx, { id, withdrawal, operating });
  const { payoutId, netFc } = await orderPayout(tx, { ...input, withdrawal, operatorId, now });
  const details = { withdrawal: id, amount: fcText(netFc) };
  const { member_id: memberId } = withdrawal;
  await logAction(tx, { ...operating, action: "withdrawal/hand-over", memberId, details });
  return { payoutId };
}

/** The worker's own handing over, of what the rules pay that two approvers have signed. Returns why it is a person's. */
export async function handOverByRules(
  tx: Tx,
  { word, now, ...input }: HandOver & { word: string; now: Date },
): Promise<string | undefined> {
  const { id } = input;
  await refuseBeforeOpening(tx);
  // Who pauses withdrawals because something is wrong wants no machine to go on; people decide what waits.
  if (await heldPauseRefusal(tx, { what: "withdrawals", now })) return "withdrawals are paused";
  const withdrawal = await lockForWallet(tx, { ...input, now });
  if (await isForTwo(tx, withdrawal)) throw new AppError("SECOND_OPERATOR_NEEDED");
  if (await wasHandedOver(tx, id)) return "its payment was taken back, given up or failed before";
  const { payoutId, netFc } = await orderPayout(tx, { ...input, withdrawal, operatorId: null, now });
  await tx.updateTable("chain_payouts").set({ rules_word: word }).where("id", "=", payoutId).execute();
  await tx.updateTable("withdrawals").set({ rules_stop: null }).where("id", "=", id).execute();
  const { operator_id: operatorId } = await tx
    .selectFrom("payout_approvals")
    .innerJoin("payout_approval_entries as entry", "entry.approval_id", "payout_approvals.id")
    .select("operator_id")
    .where("entry.payout_key", "=", word)
    .orderBy("payout_approvals.id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const details = { withdrawal: id, amount: fcText(netFc), rules: word };
  const { member_id: memberId } = withdrawal;
  await logAction(tx, {
    operatorId,
    ip: payoutRules,
    now,
    action: "withdrawal/hand-over",
    memberId,
    details,
  });
  return undefined;
}

/** From the smaller of both settings on. What rules pay in a day together is limited by their own day. */
async function isForTwo(tx: Tx, { amount_fc: amountFc }: PendingWithdrawal): Promise<boolean> {
  const [payout, withdrawal] = [await businessSetting(tx, "payout"), await businessSetting(tx, "withdrawal")];
  const fromFc = Math.min(payout.twoOperatorsFromFc, withdrawal.twoOperatorsFromFc);
  return amountFc >= BigInt(fromFc) * fcUnitsPerCoin;
}

/** A person who takes a payment back or gives it up wants it looked at, and one that failed would fail again. */
async function wasHandedOver(tx: Tx, id: number): Promise<boolean> {
  const payout = await tx
    .selectFrom("chain_payouts")
    .select("id")
    .where("withdrawal_id", "=", id)
    .executeTakeFirst();
  return payout !== undefined;
}

async function lockForWallet(
  tx: Tx,
  { id, chain, now }: { id: number; chain: Chain; now: Date },
): Promise<PendingWithdrawal> {
  const withdrawal = await lockPending(tx, id);
  if (withdrawal.is_handed_over) throw new AppError("HANDED_OVER");
  // An operator who has the address may have paid it, also the one who hands it over now.
  if (withdrawal.paying_by !== null) throw new AppError("TAKEN_TO_PAY");
  await checkDestination(tx, { id, withdrawal, chain, now });
  return withdrawal;
}

interface OrderedPayout extends HandOver {
  withdrawal: PendingWithdrawal;
  operatorId: number | null;
  now: Date;
}

async function orderPayout(tx: Tx, order: OrderedPayout): Promise<{ payoutId: number; netFc: Fc }> {
  const { id, net, chain, secretKey, withdrawal, operatorId, now } = order;
  const { member_id: memberId, amount_fc: amountFc, fee_fc: feeFc, tax_fc: taxFc } = withdrawal;
  const { collectedFc: deductionFc, parts } = await collectDeductions(tx, {
    memberId,
    mostFc: minus(amountFc, feeFc, taxFc),
  });
  const netFc = minus(amountFc, feeFc, taxFc, deductionFc);
  if (netFc === 0n) throw new AppError("PAYOUT_NOTHING");
  // A deduction was set, cancelled or collected since the operator looked.
  if (fcFromWire(net) !== netFc) throw new AppError("PAYMENT_DIFFERS", { fields: { now: fcText(netFc) } });
  if (isLargerThanAllowed(netFc, await businessSetting(tx, "payout"))) throw new AppError("PAYOUT_TOO_LARGE");
  const payoutId = await handOverPayout(tx, {
    withdrawalId: id,
    chainId: chain.chainId,
    units: chain.unitsOf(netFc),
    mark: markOf(secretKey, id),
    parts,
    operatorId,
    now,
  });
  return { payoutId, netFc };
}

/** A machine pays it, and nobody looks at it again: so what a person would be warned of is refused. */
async function checkDestination(
  tx: Tx,
  { id, withdrawal, chain, now }: { id: number; withdrawal: PendingWithdrawal; chain: Chain; now: Date },
): Promise<void> {
  const { member_id: memberId, address } = withdrawal;
  await checkActive(tx, memberId);
  const destination = await destinationOf(tx, { memberId, now });
  if (destination.waitingTime) throw new AppError("PAYOUT_HELD");
  if (address === null || !goesToCoinAddress(withdrawal.currency_type) || destination.address !== address)
    throw new AppError("PAYOUT_ADDRESS_CHANGED");
  await refusePlatformAddress(tx, { address, chain });
  if (await exceedsKycAllowance(tx, { id, memberId })) throw new AppError("PAYOUT_KYC_NEEDED");
  if (await exceedsUnprovenAllowance(tx, { id, memberId })) throw new AppError("PAYOUT_PROOF_NEEDED");
}

async function checkOperators(
  tx: Tx,
  { id, withdrawal, operating }: { id: number; withdrawal: PendingWithdrawal; operating: Operating },
): Promise<void> {
  await checkSecondOperator(tx, { id, operating });
  const { twoOperatorsFromFc } = await businessSetting(tx, "payout");
  const isLarge = withdrawal.amount_fc >= BigInt(twoOperatorsFromFc) * fcUnitsPerCoin;
  if (isLarge && !isConfirmedByAnother(withdrawal, operating.operatorId)) {
    throw new AppError("SECOND_OPERATOR_NEEDED");
  }
}

interface PayoutAct {
  payoutId: number;
  operating: Operating;
}

/** Nothing was signed yet: the withdrawal is pending again. */
export async function takeBack(tx: Tx, { payoutId, operating }: PayoutAct): Promise<void> {
  const { withdrawal_id: withdrawalId } = await payoutById(tx, payoutId);
  const { member_id: memberId } = await lockPending(tx, withdrawalId);
  const active = await activePayoutOf(tx, withdrawalId).executeTakeFirst();
  if (active?.id !== payoutId) throw new AppError("CONFLICT");
  const { operatorId, now } = operating;
  if (!(await takeBackPayout(tx, { payoutId, operatorId, now }))) throw new AppError("PAYOUT_HAS_NONCE");
  const details = { withdrawal: withdrawalId };
  await logAction(tx, { ...operating, action: "payout/take-back", memberId, details });
}

/** Its nonce is used to send nothing. If the payment is in a block before that, it stays paid. */
export async function giveUp(
  tx: Tx,
  { payoutId, reason, operating }: PayoutAct & { reason: string },
): Promise<void> {
  const { operatorId, now } = operating;
  await payoutById(tx, payoutId);
  const withdrawalId = await giveUpPayout(tx, { payoutId, operatorId, now });
  if (withdrawalId === null) throw new AppError("PAYOUT_NOT_GIVEN_UP");
  const { member_id: memberId } = await tx
    .selectFrom("withdrawals")
    .select("member_id")
    .where("id", "=", withdrawalId)
    .executeTakeFirstOrThrow();
  const details = { withdrawal: withdrawalId, reason };
  await logAction(tx, { ...operating, action: "payout/give-up", memberId, details });
}

async function payoutById(tx: Tx, id: number): Promise<{ withdrawal_id: number }> {
  const payout = await tx
    .selectFrom("chain_payouts")
    .select("withdrawal_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!payout) throw new AppError("NOT_FOUND");
  return payout;
}
