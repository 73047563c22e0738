import { type Fc, minus } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { referenceOf } from "@fc/contract/receipts/reference";
import { noTransaction, transactionIdIn, transactionIdShape } from "@fc/contract/withdraw/console";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { sql, type Selectable } from "kysely";
import { post } from "../../core/ledger/post.ts";
import { withdrawalAccepted, withdrawalRejected } from "../../core/ledger/posting.ts";
import type { PaidPayout } from "../../core/chain/payout-deps.ts";
import { recordMemberEvent, type Client } from "../../core/members/changes.ts";
import { cancelledByMember, decidedAlready } from "../../core/operators/decided.ts";
import { forgetWithdrawalTax, takeWithdrawalTax } from "../../core/taxes/withdrawals.ts";
import { collectDeductions } from "../../core/wallet/deductions.ts";
import type { Tx } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { mailCancelled, tellAccepted, tellRejected } from "./telling.ts";

const longest = 200;

interface Acceptance {
  id: number;
  decidedBy?: number;
  transactionId: string;
  /** What was sent, as the operator saw it; absent when no operator decides (demo). */
  sentFc?: Fc;
  now: Date;
}

/** Paid, as the transaction shows. Fee and tax are kept, and what the member owes is collected out of the rest. */
export async function acceptWithdrawal(
  tx: Tx,
  input: Acceptance,
): Promise<{ memberId: number; deductionFc: Fc; netFc: Fc }> {
  const { id, decidedBy, sentFc, now } = input;
  const transactionId = transactionIdIn(input.transactionId);
  if (transactionId === undefined) {
    throw new AppError("BAD_REQUEST", { fields: { transactionId: transactionIdShape() } });
  }
  await checkUnused(tx, { id, transactionId });
  const withdrawal = await decide(tx, { id, decidedBy, now, status: "A", transaction_id: transactionId });
  const { member_id: memberId, amount_fc: amountFc, fee_fc: feeFc, tax_fc: taxFc } = withdrawal;
  const types = [withdrawal.currency_type];
  if (transactionIdIn(transactionId, types) === undefined) {
    throw new AppError("BAD_REQUEST", { fields: { transactionId: transactionIdShape(types) } });
  }
  const { collectedFc: deductionFc } = await collectDeductions(tx, {
    memberId,
    mostFc: minus(amountFc, feeFc, taxFc),
  });
  const netFc = minus(amountFc, feeFc, taxFc, deductionFc);
  // A deduction was set, cancelled or collected meanwhile: the ledger must not record another payment than was made.
  if (sentFc !== undefined && sentFc !== netFc) {
    throw new AppError("PAYMENT_DIFFERS", { fields: { now: fcText(netFc) } });
  }
  if (netFc > 0n && transactionId === noTransaction) throw new AppError("TRANSACTION_MISSING");
  if (netFc === 0n && transactionId !== noTransaction) throw new AppError("NOTHING_TO_SEND");
  await tx
    .updateTable("withdrawals")
    .set({ deduction_fc: deductionFc })
    .where("id", "=", id)
    .where("status", "=", "A")
    .execute();
  await recordAccepted(tx, { id, withdrawal, deductionFc, transactionId, now });
  return { memberId, deductionFc, netFc };
}

/** Paid by the hot wallet, whose transfer is final. What the member owes was taken when it was handed over. */
export async function acceptPaid(tx: Tx, paid: PaidPayout): Promise<void> {
  const { withdrawalId: id, handedBy, transactionId, deductionFc, amountFc, now } = paid;
  await checkUnused(tx, { id, transactionId });
  const decision = { status: "A", transaction_id: transactionId } as const;
  const withdrawal = await decide(tx, {
    id,
    decidedBy: handedBy ?? undefined,
    now,
    isHandedOver: true,
    ...decision,
  });
  const netFc = withdrawal.amount_fc - withdrawal.fee_fc - withdrawal.tax_fc - deductionFc;
  if (netFc !== amountFc) throw new Error(`withdrawal ${id} is paid with another amount than it has`);
  await recordAccepted(tx, { id, withdrawal, deductionFc, transactionId, now });
}

interface AcceptedWithdrawal {
  id: number;
  withdrawal: Decided;
  deductionFc: Fc;
  transactionId: string;
  now: Date;
}

async function recordAccepted(tx: Tx, accepted: AcceptedWithdrawal): Promise<void> {
  const { id, withdrawal, deductionFc, transactionId, now } = accepted;
  const { member_id: memberId, amount_fc: amountFc, fee_fc: feeFc, tax_fc: taxFc } = withdrawal;
  const key = `withdraw/accepted/${id}`;
  await post(
    tx,
    withdrawalAccepted({ key, effectiveAt: now, memberId, amountFc, feeFc, deductionFc, taxFc }),
  );
  await takeWithdrawalTax(tx, { withdrawalId: id, now });
  const netFc = minus(amountFc, feeFc, taxFc, deductionFc);
  await tellAccepted(tx, { id, withdrawal, deductionFc, netFc, transactionId, now });
}

/** Refuses a transaction that has paid another withdrawal, or is to pay it from the hot wallet, and says which one. */
export async function checkUnused(
  tx: Tx,
  { id, transactionId }: { id: number; transactionId: string },
): Promise<void> {
  if (transactionId === noTransaction) return;
  // Of two that are accepted with the same transaction at once, the second waits here and then finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transaction:${transactionId}`}, 0))`.execute(tx);
  const used = await tx
    .selectFrom("withdrawals as withdrawal")
    .innerJoin("members as member", "member.id", "withdrawal.member_id")
    .select(["withdrawal.id", "member.ref_id", "withdrawal.decided_at"])
    .where(sql`lower(withdrawal.transaction_id)`, "=", transactionId)
    .where("withdrawal.id", "!=", id)
    .unionAll(
      tx
        .selectFrom("chain_attempts as attempt")
        .innerJoin("chain_payouts as payout", "payout.id", "attempt.payout_id")
        .innerJoin("withdrawals as withdrawal", "withdrawal.id", "payout.withdrawal_id")
        .innerJoin("members as member", "member.id", "withdrawal.member_id")
        .select(["withdrawal.id", "member.ref_id", "withdrawal.decided_at"])
        .where(sql<boolean>`attempt.hash = ${transactionId}`)
        .where("withdrawal.id", "!=", id),
    )
    .limit(1)
    .executeTakeFirst();
  if (!used) return;
  const at = used.decided_at?.toISOString();
  throw new AppError("TRANSACTION_USED", {
    fields: {
      by: `${referenceOf("withdrawal", used.id)} of ${used.ref_id}`,
      ...(at !== undefined && { at }),
    },
  });
}

/** Nothing is sent, and the money goes back to exactly the wallets that it came from. */
export async function rejectWithdrawal(
  tx: Tx,
  input: { id: number; decidedBy?: number; reason: string; now: Date },
): Promise<{ memberId: number }> {
  const { id, decidedBy, now } = input;
  const reason = requiredText(input.reason, "reason");
  const withdrawal = await decide(tx, { id, decidedBy, now, status: "R", reason });
  await returnCoins(tx, { id, withdrawal, isCancelled: false, now });
  await tellRejected(tx, { id, withdrawal, reason, now });
  return { memberId: withdrawal.member_id };
}

export interface WithdrawalToCancel {
  id: number;
  actor: MemberSession;
  client: Client;
  now: Date;
}

/** Its own member takes it back. A second time changes nothing; after a decision it is refused, and says which one. */
export async function cancelWithdrawal(
  tx: Tx,
  { id, actor, client, now }: WithdrawalToCancel,
): Promise<void> {
  const withdrawal = await tx
    .updateTable("withdrawals")
    .set({ status: "R", reason: cancelledByMember, is_cancelled: true, decided_at: now })
    .where("id", "=", id)
    .where("member_id", "=", actor.memberId)
    .where("status", "=", "P")
    .where("paying_since", "is", null)
    .returning(decidedColumns)
    .executeTakeFirst();
  if (!withdrawal) return refuseToCancel(tx, { id, memberId: actor.memberId });
  await returnCoins(tx, { id, withdrawal, isCancelled: true, now });
  const detail = fcText(withdrawal.amount_fc);
  await recordMemberEvent(tx, {
    memberId: actor.memberId,
    kind: "withdrawal-cancelled",
    detail,
    client,
    now,
  });
  await mailCancelled(tx, { actor, withdrawal, now });
}

async function refuseToCancel(tx: Tx, { id, memberId }: { id: number; memberId: number }): Promise<void> {
  const known = await tx
    .selectFrom("withdrawals")
    .select(["status", "is_cancelled"])
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("currency_type", "in", withdrawTypesWhere("isDecidedByOperator", true))
    .executeTakeFirst();
  if (!known) throw new AppError("NOT_FOUND");
  if (known.is_cancelled) return;
  throw new AppError(
    known.status === "P" ? "BEING_PAID" : known.status === "A" ? "PAID_MEANWHILE" : "REJECTED_MEANWHILE",
  );
}

/** Both ways share the entry's key, so that the ledger itself returns the coins of a withdrawal at most once. */
async function returnCoins(
  tx: Tx,
  input: { id: number; withdrawal: Decided; isCancelled: boolean; now: Date },
): Promise<void> {
  const { id, withdrawal, isCancelled, now } = input;
  const drawn = {
    staking: withdrawal.from_staking_fc,
    earning: withdrawal.from_earning_fc,
    offer: withdrawal.from_offer_fc,
  };
  const key = `withdraw/rejected/${id}`;
  const memberId = withdrawal.member_id;
  await post(tx, withdrawalRejected({ key, effectiveAt: now, memberId, drawn, isCancelled }));
  await forgetWithdrawalTax(tx, id);
}

const decidedColumns = [
  "member_id",
  "amount_fc",
  "fee_fc",
  "tax_fc",
  "from_staking_fc",
  "from_earning_fc",
  "from_offer_fc",
  "currency_type",
  "address",
] as const;
type Decided = Pick<Selectable<Schema["withdrawals"]>, (typeof decidedColumns)[number]>;

type Decision = { id: number; decidedBy: number | undefined; now: Date; isHandedOver?: boolean } & (
  | { status: "A"; transaction_id: string }
  | { status: "R"; reason: string }
);

/** Of two who decide at once, the second finds nothing pending and gets an error. */
async function decide(
  tx: Tx,
  { id, decidedBy, now, isHandedOver = false, ...decision }: Decision,
): Promise<Decided> {
  const decided = await tx
    .updateTable("withdrawals")
    .set({ ...decision, decided_at: now, decided_by: decidedBy ?? null })
    .where("id", "=", id)
    .where("status", "=", "P")
    // A person decides nothing that the hot wallet pays, and the other way round.
    .where("is_handed_over", "=", isHandedOver)
    .returning(decidedColumns)
    .executeTakeFirst();
  if (decided) return decided;
  const known = await tx
    .selectFrom("withdrawals as withdrawal")
    .leftJoin("operators as operator", "operator.id", "withdrawal.decided_by")
    .select(["withdrawal.decided_at as at", "operator.name as by", "withdrawal.is_cancelled as isCancelled"])
    .select(["withdrawal.status", "withdrawal.is_handed_over"])
    .where("withdrawal.id", "=", id)
    .executeTakeFirst();
  if (known?.status === "P" && known.is_handed_over) throw new AppError("HANDED_OVER");
  throw known ? decidedAlready(known) : new AppError("NOT_FOUND");
}

/** The member reads this text: it must not be empty, and it is on one line of limited length. */
function requiredText(text: string, field: string): string {
  const words = text.replace(/\s+/g, " ").trim();
  if (words === "" || words.length > longest) {
    throw new AppError("BAD_REQUEST", { fields: { [field]: `Please use 1 to ${longest} characters` } });
  }
  return words;
}
