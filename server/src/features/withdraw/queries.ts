import { type Fc, asFc, noFc, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import { cancelledByYou } from "@fc/contract/receipts/kinds";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { QueryOf } from "@fc/contract/route";
import { noTransaction } from "@fc/contract/withdraw/console";
import { withdrawKinds } from "@fc/contract/withdraw/kinds";
import {
  netOf,
  type WithdrawRequest,
  type withdrawReportCsv,
  type WithdrawState,
} from "@fc/contract/withdraw/portal";
import { payoutTimesOf } from "../../core/chain/payout-facts.ts";
import { kycAllowanceOf } from "../../core/kyc/allowance.ts";
import { unprovenAllowanceOf } from "../../core/wallet/address-proof.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { heldRefundFc } from "../../core/staking/held-refunds.ts";
import { withdrawalTaxTerms } from "../../core/taxes/withdrawals.ts";
import { owedBy } from "../../core/wallet/deductions.ts";
import { addressShownTo } from "../../core/wallet/coin-address.ts";
import { destinationOf } from "../../core/wallet/waiting-time.ts";
import type { Db, ReadDb } from "../../platform/db.ts";
import { allRows, readPage } from "../../platform/paging.ts";
import type { MemberSession } from "../../platform/sessions.ts";

type WithdrawalFilter = QueryOf<typeof withdrawReportCsv>;

const sortColumns = {
  requestedAt: "requested_at",
  currencyType: "currency_type",
  amount: "withdrawals.amount_fc",
  status: "status",
} as const;

export async function withdrawStateOf(
  db: Db,
  { actor, now }: { actor: MemberSession; now: Date },
): Promise<WithdrawState> {
  const { memberId } = actor;
  const [{ address, waitingTime }, { withdraw_pending, staking }, heldFc, kyc, unproven, tax] =
    await Promise.all([
      destinationOf(db, { memberId, now }),
      balancesOf(db, memberId),
      heldRefundFc(db, memberId),
      kycAllowanceOf(db, { memberId, now }),
      unprovenAllowanceOf(db, { memberId, now }),
      withdrawalTaxTerms(db, { memberId, now }),
    ]);
  return {
    freeCoinAddress: addressShownTo(actor, address ?? null),
    heldUntil: waitingTime?.until.toISOString() ?? null,
    heldAfter: waitingTime?.after ?? null,
    pendingFc: fcToWire(withdraw_pending),
    ...(heldFc > 0n && { refundHeldFc: fcToWire(heldFc < staking ? heldFc : staking) }),
    kycAboveFc: kyc ? fcToWire(kyc.leftFc) : null,
    ...(kyc && { kycPeriod: { days: kyc.days, limitFc: fcToWire(kyc.limitFc) } }),
    ...(unproven && {
      unproven: { limitFc: fcToWire(unproven.limitFc), leftFc: fcToWire(unproven.leftFc) },
    }),
    tax: tax
      ? {
          section: tax.rule.section,
          rateBasisPoints: tax.rateBasisPoints,
          thresholdPaise: String(tax.thresholdPaise),
          sumPaise: String(tax.sumPaise),
          taxedPaise: String(tax.taxedPaise),
          fcFor15Usd: String(tax.price.fcFor15Usd),
          inrPerUsd: String(tax.price.inrPerUsd),
        }
      : null,
  };
}

export async function withdrawalsPage(db: ReadDb, actor: MemberSession, query: WithdrawalFilter) {
  const { memberId } = actor;
  const owedFc = asFc(await owedBy(db, memberId));
  return readPage(query, {
    rows: withdrawals(db, memberId, query),
    matching: matching(db, memberId, query),
    show: (row) => toRequest(row, { actor, owedFc }),
  });
}

export async function allWithdrawals(db: ReadDb, actor: MemberSession, query: WithdrawalFilter) {
  const { memberId } = actor;
  const owedFc = asFc(await owedBy(db, memberId));
  return allRows(withdrawals(db, memberId, query), (row) => toRequest(row, { actor, owedFc }));
}

function matching(db: ReadDb, memberId: number, query: WithdrawalFilter) {
  const { from, to } = momentsOf(query);
  return db
    .selectFrom("withdrawals")
    .where("member_id", "=", memberId)
    .$if(from !== undefined, (rows) => rows.where("requested_at", ">=", sure(from)))
    .$if(to !== undefined, (rows) => rows.where("requested_at", "<", sure(to)));
}

function withdrawals(db: ReadDb, memberId: number, query: WithdrawalFilter) {
  const { sort = "requestedAt", order = "desc" } = query;
  return matching(db, memberId, query)
    .leftJoin("chain_payouts as payout", (join) =>
      join
        .onRef("payout.withdrawal_id", "=", "withdrawals.id")
        .on("payout.state", "not in", ["failed", "taken-back"]),
    )
    .select(["payout.handed_at", "payout.sent_at", "payout.block_at", "payout.rules_word"])
    .select([
      "withdrawals.id",
      "member_id",
      "withdrawals.amount_fc",
      "fee_fc",
      "tax_fc",
      "withdrawals.deduction_fc",
      "currency_type",
      "address",
      "status",
      "requested_at",
      "decided_at",
      "withdrawals.transaction_id",
      "reason",
      "is_cancelled",
      "paying_since",
    ])
    .orderBy(sortColumns[sort], order)
    .orderBy("withdrawals.id", order);
}

type WithdrawalRow = Awaited<ReturnType<ReturnType<typeof withdrawals>["execute"]>>[number];

/** The next accepted withdrawal collects the debt, so a pending one shows what it would collect. */
function toRequest(
  row: WithdrawalRow,
  { actor, owedFc }: { actor: MemberSession; owedFc: Fc },
): WithdrawRequest {
  const { isDecidedByOperator, receipt } = withdrawKinds[row.currency_type];
  const { amount_fc: amountFc, fee_fc: feeFc, tax_fc: taxFc } = row;
  // A withdrawal that was handed over has its deduction already.
  const isOpen = row.status === "P" && row.deduction_fc === null;
  const deductionFc = isOpen ? netOf({ amountFc, feeFc, taxFc, owedFc }).deductionFc : row.deduction_fc;
  return {
    id: row.id,
    reference: referenceOf(receipt, row.id),
    userId: row.member_id,
    amount: fcToWire(amountFc),
    currencyType: row.currency_type,
    requestedAt: row.requested_at.toISOString(),
    status: row.status,
    respondedAt: row.decided_at?.toISOString() ?? null,
    fee: fcToWire(feeFc),
    tax: fcToWire(taxFc),
    deduction: deductionFc === null ? null : fcToWire(deductionFc),
    net: fcToWire(minus(amountFc, feeFc, taxFc, deductionFc ?? noFc)),
    address: addressShownTo(actor, row.address),
    // Where a deduction took all of it, nothing was sent.
    transactionId: isDecidedByOperator && row.transaction_id !== noTransaction ? row.transaction_id : null,
    reason: row.is_cancelled ? cancelledByYou : row.reason,
    isCancelled: row.is_cancelled,
    isBeingPaid: row.status === "P" && row.paying_since !== null,
    payout: row.handed_at === null ? null : payoutTimesOf({ ...row, handed_at: row.handed_at }),
  };
}
