import { type Fc, noFc, asFc, plus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import { fcFromWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import { noTransaction, transactionIdIn, type CheckedPayment } from "@fc/contract/withdraw/console";
import { sql } from "kysely";
import { logAction } from "../../core/operators/log.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { acceptWithdrawal } from "./decisions.ts";
import { checkActive } from "./paying.ts";
import { checkSecondOperator, lockPaymentsOf, paidAlone } from "./second-operator.ts";

export interface Payment {
  id: number;
  transactionId: string;
  net: number;
}

interface PaidWithdrawal extends Payment {
  operating: Operating;
  /** What the operator would have paid alone with the lines before, which a check has undone. */
  undoneFc?: Fc | undefined;
}

/** An operator accepts a withdrawal that was paid. */
export async function accept(tx: Tx, input: PaidWithdrawal) {
  const { id, transactionId, net, operating, undoneFc } = input;
  const { operatorId, now } = operating;
  await lockPaymentsOf(tx, operatorId);
  await checkNotStopped(tx, id);
  await checkSecondOperator(tx, { id, operating, undoneFc });
  const accepted = await acceptWithdrawal(tx, {
    id,
    decidedBy: operatorId,
    transactionId,
    // The schema has refused what is no amount.
    sentFc: fcFromWire(net) ?? noFc,
    now,
  });
  const { memberId } = accepted;
  const details = { withdrawal: id, transaction: transactionId };
  await logAction(tx, { ...operating, action: "withdrawal/accept", memberId, details });
  return accepted;
}

/** What was marked as being paid before the account was stopped may be paid already, which must be recorded. */
async function checkNotStopped(tx: Tx, id: number): Promise<void> {
  const pending = await tx
    .selectFrom("withdrawals")
    .select(["member_id", "paying_since"])
    .where("id", "=", id)
    .where("status", "=", "P")
    .executeTakeFirst();
  if (pending?.paying_since === null) await checkActive(tx, pending.member_id);
}

export interface PaymentFile {
  payments: readonly Payment[];
  operating: Operating;
}

/** What the import would do. It is done and undone, so that the answer cannot differ from the import's. */
export async function checkPayments(db: Db, file: PaymentFile): Promise<CheckedPayment[]> {
  const owners = await ownersOf(db, file.payments);
  const lines = withTies(file.payments, owners);
  const problems = await problemsOf(db, { lines, operating: file.operating });
  return file.payments.map((payment, at) => {
    const member = owners.get(payment.id) ?? null;
    const reference = member && referenceOf("withdrawal", payment.id);
    return { ...payment, member, reference, problem: problems[at] ?? null };
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

interface CheckedLine extends Payment {
  /** Whether a later line is answered by what this one does. */
  isNeededLater: boolean;
}

interface CheckedFile {
  lines: readonly CheckedLine[];
  operating: Operating;
}

/** Lines of one member are answered by each other, because they share deductions; so are those of one transaction. */
function withTies(
  payments: readonly Payment[],
  owners: ReadonlyMap<number, { refId: string }>,
): CheckedLine[] {
  const tiesOf = ({ id, transactionId }: Payment) =>
    [owners.get(id)?.refId, transactionIdIn(transactionId)].filter((tie) => tie !== noTransaction);
  const lastPlaces = new Map(payments.flatMap((payment, at) => tiesOf(payment).map((tie) => [tie, at])));
  return payments.map((payment, at) => {
    const isNeededLater = tiesOf(payment).some((tie) => sure(lastPlaces.get(tie)) > at);
    return { ...payment, isNeededLater };
  });
}

async function problemsOf(db: Db, file: CheckedFile): Promise<readonly (string | null)[]> {
  try {
    return await atomically(db, tryAll, file);
  } catch (error) {
    if (error instanceof Undone) return error.problems;
    throw error;
  }
}

async function tryAll(tx: Tx, { lines, operating }: CheckedFile): Promise<never> {
  // The list is made here: a transaction that is repeated after a deadlock must not add to the answers of before.
  const problems: (string | null)[] = [];
  let undoneFc = noFc;
  for (const { isNeededLater, ...payment } of lines) {
    await sql`savepoint line`.execute(tx);
    const refused = await refusalOf(accept(tx, { ...payment, operating, undoneFc }));
    if (refused) await sql`rollback to savepoint line`.execute(tx);
    // Undone at once, which frees its locks: otherwise the members of a long file would wait until all of it is checked.
    else if (!isNeededLater) undoneFc = plus(undoneFc, asFc(await undo(tx, operating)));
    await sql`release savepoint line`.execute(tx);
    problems.push(refused ? await problemOf(tx, payment, refused) : null);
  }
  throw new Undone(problems);
}

/** Undoes a line. Returns what it added to the amount that the operator pays alone. */
async function undo(tx: Tx, operating: Operating): Promise<bigint> {
  const withLineFc = await paidAlone(tx, operating);
  await sql`rollback to savepoint line`.execute(tx);
  return withLineFc - (await paidAlone(tx, operating));
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

/** Why a payment is refused; undefined if it is not. */
export async function refusalOf(accepting: Promise<unknown>): Promise<AppError | undefined> {
  try {
    await accepting;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** In words that are true for the operator's own file too: what was decided already, by whom, and with which payment. */
export async function problemOf(db: Db, payment: Payment, refused: AppError): Promise<string> {
  const { by, at, now } = refused.details.fields ?? {};
  const more = [by, at && indiaTime(new Date(at)), now].filter((part) => part !== undefined);
  const what = refused.code === "DECIDED_ALREADY" ? await decidedBefore(db, payment) : refused.message;
  return more.length === 0 ? what : `${what}: ${more.join(", ")}`;
}

async function decidedBefore(db: Db, { id, transactionId }: Payment): Promise<string> {
  const decided = await db
    .selectFrom("withdrawals")
    .select(["status", "transaction_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (decided.status === "R") return "Rejected before";
  const isSame = decided.transaction_id?.toLowerCase() === transactionIdIn(transactionId);
  return isSame
    ? "Accepted before with this transaction, so nothing is missing"
    : "Accepted before with another transaction";
}
