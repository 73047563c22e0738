import { noFc, minus, type Fc, type UsdCents, asFc, plus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type { SettingValues } from "@fc/contract/settings/business-settings";
import type { consoleWithdrawals, QueuedWithdrawal } from "@fc/contract/withdraw/console";
import { AppError } from "@fc/contract/errors";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { QueryOf } from "@fc/contract/route";
import { staffEventKinds } from "@fc/contract/security/portal";
import {
  goesToCoinAddress,
  onChainTypes,
  withdrawDestination,
  withdrawTypesWhere,
} from "@fc/contract/withdraw/kinds";
import { drawableFc, drawOrder } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { handPaymentStateSql } from "../../core/chain/hand-payments.ts";
import { kycCasesOf } from "../../core/kyc/cases.ts";
import { balancesOf, statementPage } from "../../core/ledger/statement.ts";
import { searchMembers, type MemberSearch } from "../../core/members/found.ts";
import { panSince } from "../../core/members/pan-records.ts";
import {
  confirmationIn,
  isConfirmedByAnother,
  standingConfirmer,
} from "../../core/operators/second-person.ts";
import { fitsQueue, queueOrder } from "../../core/queues/queue.ts";
import { destinationOf } from "../../core/wallet/waiting-time.ts";
import { after, hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { followRows, inRowOrder, readLongPage } from "../../platform/paging.ts";
import { needsTwo, paidAlone, type AlonePayments } from "./second-operator.ts";

type QueueFilter = QueryOf<typeof consoleWithdrawals>;
/** `hasAddress` is for the routes alone: an address is shown shortened to those who do not pay it, words are not. */
type WithdrawalInQueue = QueuedWithdrawal & { hasAddress: boolean };

const sortColumns = {
  requestedAt: "withdrawal.requested_at",
  amount: "withdrawal.amount_fc",
  respondedAt: "withdrawal.decided_at",
} as const;

export async function withdrawalQueue(db: Db, query: QueueFilter, operating: Operating) {
  const seenBy = await circumstancesOf(db, operating);
  const members = await searchMembers(db, query.search);
  const found = matching(db, query, members);
  const { sums, ...page } = await readLongPage(db, query, {
    rows: inRowOrder(withDetails(found), queueOrder(sortColumns, query)),
    matching: found,
    mostCounted: members?.mostCounted,
    show: (row) => toQueued(row, seenBy),
    sums: {
      amountFc: sql<Fc>`withdrawal.amount_fc`,
      feeFc: sql<Fc>`withdrawal.fee_fc`,
      taxFc: sql<Fc>`withdrawal.tax_fc`,
      // What is owed is looked up only where it was not collected yet.
      deductionFc: sql<Fc>`coalesce(withdrawal.deduction_fc,
        least(${owedFc}, withdrawal.amount_fc - withdrawal.fee_fc - withdrawal.tax_fc))`,
    },
  });
  return { ...page, ...(sums && { totals: toTotals(sums) }) };
}

type Sums = Record<"amountFc" | "feeFc" | "taxFc" | "deductionFc", bigint>;

function toTotals({ amountFc, feeFc, taxFc, deductionFc }: Sums) {
  return {
    amountFc: fcToWire(asFc(amountFc)),
    feeFc: fcToWire(asFc(feeFc)),
    taxFc: fcToWire(asFc(taxFc)),
    netFc: fcToWire(asFc(amountFc - feeFc - taxFc - deductionFc)),
  };
}

/** All of the queue for its file, as the screen shows it. */
export async function wholeWithdrawalQueue(db: Db, query: QueueFilter, operating: Operating) {
  const seenBy = await circumstancesOf(db, operating);
  const members = await searchMembers(db, query.search);
  return followRows({
    rows: withDetails(matching(db, query, members)),
    by: queueOrder(sortColumns, query),
    show: (row) => toQueued(row, seenBy),
  });
}

/**
 * Everything that this operator can pay without another check, oldest first: what needs two operators only once
 * another one has confirmed it, nothing that somebody else is paying, and nothing of a member who is blocked, has a waiting
 * time or has another address by now.
 */
export async function payable(db: Db, operating: Operating): Promise<WithdrawalInQueue[]> {
  const { operatorId, now } = operating;
  const seenBy = await circumstancesOf(db, operating);
  const { settings } = seenBy;
  const newestAddress = after(now, -settings.holdHours * hour);
  const rows = await withDetails(matching(db, { status: "P" }))
    .leftJoin("coin_addresses as coin", "coin.member_id", "withdrawal.member_id")
    // What other operators are paying has been told to take what is owed, as far as it goes.
    .select((eb) =>
      eb
        .selectFrom("withdrawals as other")
        .select(sql<Fc>`coalesce(sum(other.amount_fc - other.fee_fc - other.tax_fc), 0)::bigint`.as("taken"))
        .whereRef("other.member_id", "=", "withdrawal.member_id")
        .where("other.status", "=", "P")
        .where("other.paying_by", "!=", operatorId)
        .as("taken_elsewhere_fc"),
    )
    .where((eb) =>
      eb.and([
        eb.or([eb("withdrawal.paying_by", "is", null), eb("withdrawal.paying_by", "=", operatorId)]),
        eb("withdrawal.is_handed_over", "=", false),
        eb("member.status", "=", "active"),
        eb.or([
          eb("member.withdrawals_held_until", "is", null),
          eb("member.withdrawals_held_until", "<=", now),
        ]),
        eb.or([
          eb("withdrawal.currency_type", "not in", onChainTypes),
          eb.and([
            eb("coin.address", "=", eb.ref("withdrawal.address")),
            eb("coin.changed_at", "<=", newestAddress),
          ]),
        ]),
      ]),
    )
    .orderBy("withdrawal.id")
    .limit(500)
    .execute();
  const free = rows.filter((row) => isFree(row, seenBy));
  // Several of one member are paid together: what is owed is taken once, out of the first ones that are large enough.
  const owedFc = new Map<number, Fc>();
  return free.map((row) => {
    const left = minus(row.owed_fc, row.taken_elsewhere_fc ?? noFc);
    const owed = owedFc.get(row.member_id) ?? (left > 0n ? left : noFc);
    owedFc.set(row.member_id, minus(owed, takenFrom(row, owed)));
    return toQueued({ ...row, owed_fc: owed }, seenBy);
  });
}

interface Circumstances {
  settings: SettingValues<"withdrawal">;
  /** Of the operator who looks: together with them, a small withdrawal may need a second operator. */
  alone: AlonePayments;
}

async function circumstancesOf(db: Db, operating: Operating): Promise<Circumstances> {
  const [settings, paidFc] = await Promise.all([businessSetting(db, "withdrawal"), paidAlone(db, operating)]);
  return { settings, alone: { operatorId: operating.operatorId, paidFc: asFc(paidFc) } };
}

/** Whether it may go into the file. If it is paid alone, it counts together with those before it in the file. */
function isFree(row: QueueRow, { settings, alone }: Circumstances): boolean {
  if (isConfirmedByAnother(row, alone.operatorId)) return true;
  if (needsTwo(row, { settings, alone })) return false;
  if (row.paying_by === null) alone.paidFc = plus(alone.paidFc, row.amount_fc);
  return true;
}

/** As much of what is owed as the withdrawal can pay. */
function takenFrom(row: Pick<QueueRow, "amount_fc" | "fee_fc" | "tax_fc">, owedFc: Fc): Fc {
  const afterFeeFc = minus(row.amount_fc, row.fee_fc, row.tax_fc);
  return owedFc < afterFeeFc ? owedFc : afterFeeFc;
}

/** Without the members: counting does not need them. */
function matching(
  db: Db,
  query: Pick<QueueFilter, "status" | "search" | "from" | "to">,
  members?: MemberSearch,
) {
  return db
    .selectFrom("withdrawals as withdrawal")
    .where("withdrawal.currency_type", "in", withdrawTypesWhere("isDecidedByOperator", true))
    .where(fitsQueue(query, { alias: "withdrawal", kind: "withdrawal", members }));
}

function withDetails(withdrawals: ReturnType<typeof matching>) {
  return withdrawals
    .innerJoin("members as member", "member.id", "withdrawal.member_id")
    .leftJoin("operators as decider", "decider.id", "withdrawal.decided_by")
    .leftJoin("operators as confirmer", "confirmer.id", "withdrawal.confirmed_by")
    .leftJoin("operators as payer", "payer.id", "withdrawal.paying_by")
    .select([
      "withdrawal.id",
      "member.id as member_id",
      "member.ref_id",
      "member.name",
      "member.status as member_status",
      "withdrawal.amount_fc",
      "withdrawal.fee_fc",
      "withdrawal.tax_fc",
      "withdrawal.deduction_fc",
      "withdrawal.currency_type",
      "withdrawal.address",
      "withdrawal.status",
      "withdrawal.requested_at",
      "withdrawal.decided_at",
      "withdrawal.transaction_id",
      "withdrawal.reason",
      "withdrawal.is_cancelled",
      "withdrawal.paying_by",
      "withdrawal.paying_since",
      "withdrawal.rules_stop",
      "payer.name as payer",
      standingConfirmer("withdrawal.confirmed_by").as("confirmed_by"),
      "withdrawal.confirmed_at",
      "confirmer.id as confirmer_id",
      "decider.name as decided_by",
      "confirmer.name as confirmer",
    ])
    .leftJoin("chain_payouts as payout", (join) =>
      join
        .onRef("payout.withdrawal_id", "=", "withdrawal.id")
        .on("payout.state", "not in", ["failed", "taken-back"]),
    )
    .select(["payout.id as payout_id", "payout.state as payout_state", "payout.handed_at"])
    .leftJoin("hand_payments as by_hand", "by_hand.withdrawal_id", "withdrawal.id")
    .select(handPaymentStateSql("by_hand").as("on_chain"))
    .select(owedFc.as("owed_fc"));
}

/** What the member of a withdrawal owes now. */
export const owedFc = sql<Fc>`(
  select coalesce(sum(deductions.amount_fc - collected_fc), 0)::bigint from deductions
  where deductions.member_id = withdrawal.member_id and collected_fc < deductions.amount_fc and cancelled_at is null
)`;

type QueueRow = Awaited<ReturnType<ReturnType<typeof withDetails>["execute"]>>[number];

function toQueued(row: QueueRow, { settings, alone }: Circumstances): WithdrawalInQueue {
  const deductionFc = row.deduction_fc ?? takenFrom(row, row.owed_fc);
  return {
    id: row.id,
    reference: referenceOf("withdrawal", row.id),
    member: { id: row.member_id, refId: row.ref_id, name: row.name },
    type: row.currency_type,
    amount: fcToWire(row.amount_fc),
    fee: fcToWire(row.fee_fc),
    tax: fcToWire(row.tax_fc),
    net: fcToWire(minus(row.amount_fc, row.fee_fc, row.tax_fc, deductionFc)),
    address: withdrawDestination(row.currency_type, row.address),
    hasAddress: row.address !== null,
    status: row.status,
    requestedAt: row.requested_at.toISOString(),
    dueAt: after(row.requested_at, settings.hours * hour).toISOString(),
    respondedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    transactionId: row.transaction_id,
    reason: row.reason,
    isCancelled: row.is_cancelled,
    memberStatus: row.member_status,
    needsSecond: row.status === "P" && needsTwo(row, { settings, alone }),
    ...confirmationIn(row),
    payingBy:
      row.paying_by === null
        ? null
        : { id: row.paying_by, name: sure(row.payer), at: sure(row.paying_since).toISOString() },
    payout:
      row.payout_id === null
        ? null
        : { id: row.payout_id, state: sure(row.payout_state), at: sure(row.handed_at).toISOString() },
    onChain: row.on_chain,
    rulesStop: row.rules_stop,
  };
}

export async function withdrawalOf(db: Db, { id, operating }: { id: number; operating: Operating }) {
  const seenBy = await circumstancesOf(db, operating);
  const row = await withDetails(matching(db, {})).where("withdrawal.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return { ...toQueued(row, seenBy), risk: await riskOf(db, row, operating.now) };
}

/** How far back changes and the ledger are shown here; the member's page shows more. */
const recentRows = 5;

async function riskOf(db: Db, row: QueueRow, now: Date) {
  const memberId = row.member_id;
  const cases = await kycCasesOf(db, memberId);
  const [member, destination, balances, staked, history, changes, { lines }] = await Promise.all([
    db
      .selectFrom("members")
      .leftJoin("coin_addresses", "coin_addresses.member_id", "members.id")
      .leftJoin("bank_details as bank", "bank.member_id", "members.id")
      .select(["joined_at", "status", "coin_addresses.changed_at"])
      .select("bank.changed_at as bank_since")
      .select(panSince("members.id").as("pan_since"))
      .where("members.id", "=", memberId)
      .executeTakeFirstOrThrow(),
    destinationOf(db, { memberId, now }),
    balancesOf(db, memberId),
    db
      .selectFrom("stakes")
      .select(sql<UsdCents>`coalesce(sum(principal_usd_cents), 0)::bigint`.as("cents"))
      .where("member_id", "=", memberId)
      .where("ended_at", "is", null)
      .executeTakeFirstOrThrow(),
    earlierDecisions(db, row),
    db
      .selectFrom("member_events")
      .select(["id", "kind", "happened_at"])
      .where("member_id", "=", memberId)
      .where("kind", "not in", staffEventKinds)
      .orderBy("id", "desc")
      .limit(recentRows)
      .execute(),
    statementPage(db, { memberId, accounts: drawOrder, limit: recentRows }),
  ]);
  return {
    joinedAt: member.joined_at.toISOString(),
    isBlocked: member.status === "blocked",
    addressSince: member.changed_at?.toISOString() ?? null,
    isSameAddress: !goesToCoinAddress(row.currency_type) || destination.address === row.address,
    heldUntil: destination.waitingTime?.until.toISOString() ?? null,
    heldAfter: destination.waitingTime?.after ?? null,
    stakedUsd: usdCentsToWire(staked.cents),
    balanceFc: fcToWire(drawableFc(balances)),
    withdrawnFc: fcToWire(history.accepted_fc),
    earlierAccepted: history.accepted,
    earlierRejected: history.rejected,
    owedFc: fcToWire(row.owed_fc),
    kyc: {
      bank: member.bank_since?.toISOString() ?? null,
      pan: member.pan_since?.toISOString() ?? null,
    },
    kycStates: {
      ...(cases.pan && { pan: cases.pan.state }),
      ...(cases.bank && { bank: cases.bank.state }),
    },
    changes: changes.map(({ id, kind, happened_at }) => ({
      id: String(id),
      kind,
      at: happened_at.toISOString(),
    })),
    ledger: lines.map(({ entryId, line, type, effectiveAt, message, amountFc }) => ({
      id: `${entryId}-${line}-${type}`,
      at: effectiveAt.toISOString(),
      message,
      changeFc: fcToWire(type === "C" ? amountFc : minus(noFc, amountFc)),
    })),
  };
}

function earlierDecisions(db: Db, { id, member_id }: QueueRow) {
  return db
    .selectFrom("withdrawals")
    .select([
      sql<Fc>`coalesce(sum(amount_fc) filter (where status = 'A'), 0)::bigint`.as("accepted_fc"),
      sql<number>`(count(*) filter (where status = 'A'))::int`.as("accepted"),
      sql<number>`(count(*) filter (where status = 'R' and not is_cancelled))::int`.as("rejected"),
    ])
    .where("member_id", "=", member_id)
    .where("currency_type", "in", withdrawTypesWhere("isDecidedByOperator", true))
    .where("id", "!=", id)
    .executeTakeFirstOrThrow();
}
