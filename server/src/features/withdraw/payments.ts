import { AppError } from "@fc/contract/errors";
import { fcFromWire } from "@fc/contract/money";
import type { CheckedPayment } from "@fc/contract/withdraw/console";
import { sql } from "kysely";
import { logAction } from "../../core/operators/log.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { acceptWithdrawal } from "./decisions.ts";
import { checkSecondOperator, lockPaymentsOf } from "./second-operator.ts";

interface Payment {
  id: number;
  transactionId: string;
  net: number;
}

/** An operator accepts a withdrawal that was paid. */
export async function accept(tx: Tx, input: Payment & { operating: Operating }) {
  const { id, transactionId, net, operating } = input;
  const { operatorId, now } = operating;
  await lockPaymentsOf(tx, operatorId);
  await checkSecondOperator(tx, { id, operating });
  const accepted = await acceptWithdrawal(tx, {
    id,
    decidedBy: operatorId,
    transactionId,
    // The schema has refused what is no amount.
    sentFc: fcFromWire(net) ?? 0n,
    now,
  });
  const { memberId } = accepted;
  const details = { withdrawal: id, transaction: transactionId };
  await logAction(tx, { ...operating, action: "withdrawal/accept", memberId, details });
  return accepted;
}

interface PaymentFile {
  payments: readonly Payment[];
  operating: Operating;
}

/** Each line of a file by itself: one that is wrong does not keep the others from being marked as paid. */
export async function importPayments(db: Db, { payments, operating }: PaymentFile) {
  const results: { id: number; problem: string | null }[] = [];
  for (const payment of payments) {
    const problem = await problemOf(atomically(db, accept, { ...payment, operating }));
    results.push({ id: payment.id, problem });
  }
  return results;
}

/** What the import would do. It is done and undone, so that the answer cannot differ from the import's. */
export async function checkPayments(db: Db, file: PaymentFile): Promise<CheckedPayment[]> {
  const owners = await ownersOf(db, file.payments);
  const problems = await problemsOf(db, file);
  return file.payments.map((payment, at) => {
    return { ...payment, member: owners.get(payment.id) ?? null, problem: problems[at] ?? null };
  });
}

/** Thrown to roll a transaction back. It carries what was found. */
class Undone extends Error {
  readonly problems: readonly (string | null)[];
  constructor(problems: readonly (string | null)[]) {
    super();
    this.problems = problems;
  }
}

async function problemsOf(db: Db, file: PaymentFile): Promise<readonly (string | null)[]> {
  try {
    return await atomically(db, tryAll, file);
  } catch (error) {
    if (error instanceof Undone) return error.problems;
    throw error;
  }
}

async function tryAll(tx: Tx, { payments, operating }: PaymentFile): Promise<never> {
  // The list is made here: a transaction that is repeated after a deadlock must not add to the answers of before.
  const problems: (string | null)[] = [];
  // All in one transaction: what the first line collects of a member's deduction, the second must not collect again.
  for (const payment of payments) {
    await sql`savepoint line`.execute(tx);
    const problem = await problemOf(accept(tx, { ...payment, operating }));
    if (problem !== null) await sql`rollback to savepoint line`.execute(tx);
    problems.push(problem);
  }
  throw new Undone(problems);
}

async function ownersOf(db: Db, payments: readonly Payment[]) {
  const rows = await db
    .selectFrom("withdrawals as withdrawal")
    .innerJoin("members as member", "member.id", "withdrawal.member_id")
    .select(["withdrawal.id", "member.ref_id as refId", "member.name"])
    .where(
      "withdrawal.id",
      "in",
      payments.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ id, ...member }) => [id, member]));
}

/** Why a payment is refused; null if it is not. */
async function problemOf(accepting: Promise<unknown>): Promise<string | null> {
  try {
    await accepting;
    return null;
  } catch (error) {
    if (error instanceof AppError) return wordsOf(error);
    throw error;
  }
}

/** Who was first and when, or what is due instead. */
function wordsOf({ message, details }: AppError): string {
  const { by, at, now } = details.fields ?? {};
  const more = [by, at && indiaTime(new Date(at)), now].filter((part) => part !== undefined);
  return more.length === 0 ? message : `${message}: ${more.join(", ")}`;
}
