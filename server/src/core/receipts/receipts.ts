import { type Fc, asFc, noFc, plus, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import {
  fcForUsdInPayersFavour,
  inrPaiseForFcInPayersFavour,
  inrPaiseForUsdInPayersFavour,
  usdCentsForFcInPayersFavour,
} from "@fc/contract/money";
import { cancelledByYou, type ReceiptKindName } from "@fc/contract/receipts/kinds";
import { recordOfReference, referenceOf } from "@fc/contract/receipts/reference";
import { drawOrder } from "@fc/contract/wallet/kinds";
import { noTransaction } from "@fc/contract/withdraw/console";
import { goesToCoinAddress, networkOf, withdrawKinds, withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { netOf } from "@fc/contract/withdraw/portal";
import { chainCheckOfWithdrawal } from "../chain/hand-payments.ts";
import { explorerUrlOf, payoutFactsOf } from "../chain/payout-facts.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { accountOf } from "../ledger/accounts.ts";
import { linesOf } from "../ledger/post.ts";
import { shortName } from "../members/names.ts";
import { currentPrice, priceOf, type Price } from "../prices/prices.ts";
import { earningDays } from "../staking/stakes.ts";
import { undoReason } from "../staking/stakes.ts";
import { addressShownTo } from "../wallet/coin-address.ts";
import { taxOfWithdrawal } from "../taxes/records.ts";
import { owedBy } from "../wallet/deductions.ts";
import { after, hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import type { ReceiptFacts } from "./facts.ts";

interface ReceiptRequest {
  actor: MemberSession;
  reference: string;
  now: Date;
}

/** The receipt, if the movement is the member's. Another member's is answered as one that does not exist. */
export async function receiptOf(db: Db, { actor, reference, now }: ReceiptRequest): Promise<ReceiptFacts> {
  const facts = await findReceipt(db, { memberId: actor.memberId, reference, now });
  if (!facts) throw new AppError("NOT_FOUND");
  return { ...facts, address: addressShownTo(actor, facts.address) };
}

/** The same with all that is known, for those who may see it; undefined where the member has no such receipt. */
export async function findReceipt(
  db: Db,
  { memberId, reference, now }: { memberId: number; reference: string; now: Date },
): Promise<ReceiptFacts | undefined> {
  const record = recordOfReference(reference);
  const facts = record && (await readers[record.kind](db, { memberId, id: record.id, now }));
  return facts && { ...facts, kind: record.kind, reference: referenceOf(record.kind, record.id) };
}

interface RecordRequest {
  memberId: number;
  id: bigint;
  now: Date;
}

type RecordFacts = Omit<ReceiptFacts, "kind" | "reference">;

/** How the record of each kind is read; undefined where it is not the member's, or none at all. */
const readers: Readonly<
  Record<ReceiptKindName, (db: Db, request: RecordRequest) => Promise<RecordFacts | undefined>>
> = {
  "staking-request": stakingRequestFacts,
  "top-up": topUpFacts,
  "stake-return": stakeReturnFacts,
  withdrawal: (db, request) => withdrawalFacts(db, request, "withdrawal"),
  "internal-transfer": (db, request) => withdrawalFacts(db, request, "internal-transfer"),
  transfer: transferFacts,
};

/** What is the same for everything that was done at once, without fee and decision. */
const doneAtOnce = {
  side: "own",
  status: "A",
  isCancelled: false,
  isBeingPaid: false,
  payout: null,
  explorerUrl: null,
  feeFc: noFc,
  taxFc: noFc,
  taxParts: null,
  deductionFc: null,
  netFc: null,
  netUsdCents: null,
  netInrPaise: null,
  counterpart: null,
  address: null,
  network: null,
  drawn: null,
  dueAt: null,
  respondedAt: null,
  transactionId: null,
  reason: null,
  stakeEarns: null,
  stakeEndedAt: null,
  isStakeReversed: false,
} as const satisfies Partial<RecordFacts>;

async function withdrawalFacts(
  db: Db,
  { memberId, id, now }: RecordRequest,
  receipt: "withdrawal" | "internal-transfer",
): Promise<RecordFacts | undefined> {
  const row = await db
    .selectFrom("withdrawals")
    .selectAll()
    .where("id", "=", rowIdOf(id))
    .where("member_id", "=", memberId)
    .where("currency_type", "in", withdrawTypesWhere("receipt", receipt))
    .executeTakeFirst();
  if (!row) return undefined;
  const { amount_fc: amountFc, fee_fc: feeFc, tax_fc: taxFc, status, requested_at: requestedAt } = row;
  const { isDecidedByOperator } = withdrawKinds[row.currency_type];
  const isPending = status === "P";
  // The next accepted withdrawal collects the debt, so a pending one shows what it would collect.
  // A withdrawal that was handed over has its deduction already.
  const deductionFc =
    isPending && row.deduction_fc === null
      ? netOf({ amountFc, feeFc, taxFc, owedFc: asFc(await owedBy(db, memberId)) }).deductionFc
      : row.deduction_fc;
  const drawn = { staking: row.from_staking_fc, earning: row.from_earning_fc, offer: row.from_offer_fc };
  const netFc = status === "R" ? null : minus(amountFc, feeFc, taxFc, deductionFc ?? noFc);
  const { price, valuedAt } = await pricedAt(db, { at: requestedAt, now });
  const [amount, net] = [worthOf(amountFc, price), worthOf(netFc, price)];
  const { hours } = await businessSetting(db, "withdrawal");
  const payout = row.is_handed_over ? await payoutFactsOf(db, row.id) : undefined;
  // Where a deduction took all of it, nothing was sent.
  const isSent = isDecidedByOperator && row.transaction_id !== noTransaction;
  const transactionId = (isSent ? row.transaction_id : null) ?? payout?.transactionId ?? null;
  const chainCheck = await chainCheckOfWithdrawal(db, { withdrawalId: row.id, now });
  return {
    ...doneAtOnce,
    amountFc,
    amountUsdCents: amount.usdCents,
    amountInrPaise: amount.inrPaise,
    valuedAt,
    status,
    isCancelled: row.is_cancelled,
    isBeingPaid: isPending && row.paying_since !== null,
    payout: payout?.times ?? null,
    feeFc,
    taxFc,
    taxParts: taxFc === 0n ? null : await taxOfWithdrawal(db, row.id),
    deductionFc,
    netFc,
    netUsdCents: net.usdCents,
    netInrPaise: net.inrPaise,
    address: row.address,
    network: networkOf(row.currency_type),
    drawn: drawOrder.flatMap((wallet) => (drawn[wallet] === 0n ? [] : [{ wallet, amountFc: drawn[wallet] }])),
    requestedAt,
    dueAt: isPending ? after(requestedAt, hours * hour) : null,
    respondedAt: row.decided_at,
    transactionId,
    ...(chainCheck && { chainCheck }),
    explorerUrl:
      transactionId !== null && goesToCoinAddress(row.currency_type)
        ? await explorerUrlOf(db, transactionId)
        : null,
    reason: row.is_cancelled ? cancelledByYou : row.reason,
  };
}

async function stakingRequestFacts(
  db: Db,
  { memberId, id, now }: RecordRequest,
): Promise<RecordFacts | undefined> {
  const row = await db
    .selectFrom("staking_requests as request")
    .leftJoin("stakes", "stakes.request_id", "request.id")
    .leftJoin("plan_versions", "plan_versions.version", "stakes.plan_version")
    .select(["amount_usd_cents", "status", "requested_at", "decided_at", "reason", "is_cancelled"])
    .select(["principal_fc", "price_id", "started_at", "rules", "ended_at", "reversal_entry_id"])
    .select(undoReason({ id: "request.id", memberId: "request.member_id" }).as("undo_reason"))
    .where("request.id", "=", rowIdOf(id))
    .where("request.member_id", "=", memberId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { amount_usd_cents: amountUsdCents, status, requested_at: requestedAt } = row;
  const { hours } = await businessSetting(db, "staking");
  // What is not decided yet would be staked at the price of its decision, so only today's can be shown.
  const value =
    row.price_id === null
      ? await pricedAt(db, { at: status === "P" ? now : requestedAt, now })
      : { price: await priceOf(db, row.price_id), valuedAt: "approved" as const };
  const { price } = value;
  return {
    ...doneAtOnce,
    status,
    isCancelled: row.is_cancelled,
    amountFc: row.principal_fc ?? (price ? fcForUsdInPayersFavour(amountUsdCents, price.fcFor15Usd) : null),
    amountUsdCents,
    amountInrPaise: price ? inrPaiseForUsdInPayersFavour(amountUsdCents, price.inrPerUsd) : null,
    valuedAt: status === "P" ? "today" : value.valuedAt,
    requestedAt,
    dueAt: status === "P" ? after(requestedAt, hours * hour) : null,
    respondedAt: row.decided_at,
    reason: row.is_cancelled ? cancelledByYou : (row.reason ?? row.undo_reason),
    stakeEarns: row.started_at && earningDays(row.started_at, row.rules),
    stakeEndedAt: row.ended_at,
    isStakeReversed: row.reversal_entry_id !== null,
  };
}

async function topUpFacts(db: Db, { memberId, id }: RecordRequest): Promise<RecordFacts | undefined> {
  const row = await db
    .selectFrom("stakes")
    .innerJoin("ledger_entries as entry", "entry.id", "stakes.entry_id")
    .innerJoin("plan_versions", "plan_versions.version", "stakes.plan_version")
    .innerJoin("members as staker", "staker.id", "stakes.member_id")
    .leftJoin("members as payer", "payer.id", "stakes.payer_id")
    .select(["stakes.member_id", "stakes.payer_id", "staker.ref_id", "staker.name"])
    .select(["payer.ref_id as payer_ref_id", "payer.name as payer_name"])
    .select(["principal_fc", "principal_usd_cents", "stakes.price_id", "started_at"])
    .select(["rules", "ended_at", "reversal_entry_id"])
    .where("stakes.entry_id", "=", id)
    .where("entry.kind", "=", "stake_from_transfer")
    .executeTakeFirst();
  const payerId = row?.payer_id ?? row?.member_id;
  if (!row || (memberId !== payerId && memberId !== row.member_id)) return undefined;
  const isPayer = memberId === payerId;
  const price = await priceOf(db, row.price_id);
  return {
    ...doneAtOnce,
    side: isPayer ? "own" : "received",
    amountFc: row.principal_fc,
    amountUsdCents: row.principal_usd_cents,
    amountInrPaise: price ? inrPaiseForUsdInPayersFavour(row.principal_usd_cents, price.inrPerUsd) : null,
    valuedAt: "made",
    counterpart: isPayer
      ? { refId: row.ref_id, name: shortName(row.name) }
      : { refId: sure(row.payer_ref_id), name: shortName(sure(row.payer_name)) },
    requestedAt: row.started_at,
    stakeEarns: earningDays(row.started_at, row.rules),
    stakeEndedAt: row.ended_at,
    isStakeReversed: row.reversal_entry_id !== null,
  };
}

/** The principal, what was paid on it before, and what came back. */
async function stakeReturnFacts(
  db: Db,
  { memberId, id, now }: RecordRequest,
): Promise<RecordFacts | undefined> {
  const stake = await db
    .selectFrom("stakes")
    .select(["principal_fc", "ended_at"])
    .where("reversal_entry_id", "=", id)
    .where("is_undone", "=", true)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (!stake?.ended_at) return undefined;
  const lines = await linesOf(db, id);
  const netFc = lines.reduce(
    (sum, { to, amount }) => plus(sum, accountOf(to).owner === "house" ? noFc : asFc(amount)),
    noFc,
  );
  const { price, valuedAt } = await pricedAt(db, { at: stake.ended_at, now });
  const [amount, net] = [worthOf(stake.principal_fc, price), worthOf(netFc, price)];
  return {
    ...doneAtOnce,
    amountFc: stake.principal_fc,
    amountUsdCents: amount.usdCents,
    amountInrPaise: amount.inrPaise,
    valuedAt,
    deductionFc: minus(stake.principal_fc, netFc),
    netFc,
    netUsdCents: net.usdCents,
    netInrPaise: net.inrPaise,
    requestedAt: stake.ended_at,
  };
}

async function transferFacts(db: Db, { memberId, id, now }: RecordRequest): Promise<RecordFacts | undefined> {
  const entry = await db
    .selectFrom("ledger_entries")
    .select("effective_at")
    .where("id", "=", id)
    .where("kind", "=", "transfer")
    .executeTakeFirst();
  const [line] = entry ? await linesOf(db, id) : [];
  if (!entry || !line) return undefined;
  const [from, to] = [accountOf(line.from), accountOf(line.to)];
  if (from.owner === "house" || to.owner === "house") return undefined;
  const isSender = from.memberId === memberId;
  if (!isSender && to.memberId !== memberId) return undefined;
  const other = await db
    .selectFrom("members")
    .select(["ref_id", "name"])
    .where("id", "=", isSender ? to.memberId : from.memberId)
    .executeTakeFirstOrThrow();
  const { price, valuedAt } = await pricedAt(db, { at: entry.effective_at, now });
  const { usdCents, inrPaise } = worthOf(asFc(line.amount), price);
  return {
    ...doneAtOnce,
    amountFc: asFc(line.amount),
    amountUsdCents: usdCents,
    amountInrPaise: inrPaise,
    valuedAt,
    side: isSender ? "own" : "received",
    counterpart: { refId: other.ref_id, name: shortName(other.name) },
    requestedAt: entry.effective_at,
  };
}

/** Ids of these tables are 32 bits long; a larger one is answered as an unknown one and not as an error. */
function rowIdOf(id: bigint): number {
  return id < 2n ** 31n ? Number(id) : 0;
}

interface Moments {
  at: Date;
  now: Date;
}

/** The price of that moment, or today's where there was none yet. */
async function pricedAt(db: Db, { at, now }: Moments) {
  const price: Price | undefined = await currentPrice(db, at);
  if (price) return { price, valuedAt: "made" as const };
  return { price: await currentPrice(db, now), valuedAt: "today" as const };
}

function worthOf(amountFc: Fc | null, price: Price | undefined) {
  if (amountFc === null || !price) return { usdCents: null, inrPaise: null };
  return {
    usdCents: usdCentsForFcInPayersFavour(amountFc, price.fcFor15Usd),
    inrPaise: inrPaiseForFcInPayersFavour(amountFc, price),
  };
}
