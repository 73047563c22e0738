import { noFc, type Fc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import {
  chainCheckOf,
  unseenForMs,
  type ChainCheck,
  type HandPaymentStateName,
} from "@fc/contract/withdraw/hand-payments";
import { onChainTypes } from "@fc/contract/withdraw/kinds";
import { sql, type RawBuilder } from "kysely";
import { ChainProblem, type Chain, type TransactionState, hexFrom } from "../../platform/chain/types.ts";
import { after, day, hour, minute, second } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { isSameAddress } from "./transfers.ts";

/**
 * Withdrawals that operators paid by hand are looked up on the chain. The database notes each by itself when it is
 * accepted, and only the worker writes what was found.
 */

export const handPaymentsTaskName = "chain.hand-payments";

/** So many are looked up in one run; the others wait for the next. */
const mostAtOnce = 50;
/** Endpoints forget old transactions. What is older when a chain is connected is not looked up. */
const lookedUpForMs = 30 * day;

type LookUpDeps = Pick<Deps, "db" | "clock"> & { chain: Chain };

export function handPaymentsTask(deps: LookUpDeps): Task {
  const { db, clock } = deps;
  return {
    name: handPaymentsTaskName,
    everyMs: 10 * second,
    hasWork: async () => (await duePayments(db, clock())).length > 0,
    run: () => lookUpHandPayments(deps),
  };
}

/** One that cannot be looked up does not keep the others from it. */
export async function lookUpHandPayments({ db, clock, chain }: LookUpDeps): Promise<void> {
  await atomically(db, forgetOld, clock());
  const problems: ChainProblem[] = [];
  for (const payment of await duePayments(db, clock())) {
    try {
      const found = await stateOf(chain, payment.transactionId);
      const earliest = after(payment.requestedAt, -clocksDifferMs);
      const isOthers = found.at === "final" && (await paidSomethingElse(db, chain.chainId, payment));
      const state = handPaymentState(found, {
        to: payment.to,
        units: chain.unitsOf(payment.netFc),
        earliest,
        isOthers,
      });
      await atomically(db, recordState, { payment, state, now: clock() });
    } catch (error) {
      if (!(error instanceof ChainProblem)) throw error;
      problems.push(error);
      await atomically(db, recordState, { payment, state: payment.state, now: clock() });
    }
  }
  // The job then counts as failing and is seen by the operators.
  if (problems[0]) throw problems[0];
}

/** Somebody who writes into the table past the server may have written what is no transaction. */
async function stateOf(chain: Chain, transactionId: string | null): Promise<TransactionState> {
  const isHash = transactionId !== null && /^0x[0-9a-f]{64}$/.test(transactionId);
  return isHash ? chain.stateOf(hexFrom(transactionId)) : { at: "unknown" };
}

const placesBefore = {
  unknown: "unseen",
  waiting: "sent",
  block: "block",
} as const satisfies Record<Exclude<TransactionState["at"], "final">, HandPaymentStateName>;

/** The clocks of the chain and of our servers differ by less. */
const clocksDifferMs = 10 * minute;

/**
 * Whether it is a payment of the hot wallet for another withdrawal, or a deposit that arrived for a request. Who sent it
 * does not count, nor who names it: a member can register any address, and name any transaction in a request.
 */
async function paidSomethingElse(
  db: Db,
  chainId: number,
  { withdrawalId, transactionId }: DuePayment,
): Promise<boolean> {
  const hash = hexFrom(sure(transactionId));
  const other = await db
    .selectFrom("chain_attempts as attempt")
    .innerJoin("chain_payouts as payout", "payout.id", "attempt.payout_id")
    .select("attempt.id")
    .where("attempt.hash", "=", hash)
    .where("payout.withdrawal_id", "!=", withdrawalId)
    .unionAll(
      db
        .selectFrom("chain_transfers")
        .select("id")
        .where("chain_id", "=", chainId)
        .where("tx_hash", "=", hash)
        .where("request_id", "is not", null),
    )
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

interface ExpectedPayment {
  to: string;
  units: bigint;
  /** A transfer from before the withdrawal was requested paid something else. */
  earliest: Date;
  isOthers: boolean;
}

/** What a transaction says of a payment to this address. */
function handPaymentState(
  found: TransactionState,
  { to, units, earliest, isOthers }: ExpectedPayment,
): HandPaymentStateName {
  if (found.at !== "final") return placesBefore[found.at];
  if (!found.hasSucceeded) return "failed";
  // What is sent to oneself pays nobody.
  const moved = found.transfers.filter((each) => each.units > 0n && !isSameAddress(each.from, each.to));
  if (moved.length === 0) return "no-transfer";
  const arrived = moved.filter((each) => isSameAddress(each.to, to));
  if (arrived.length === 0) return "other-receiver";
  const exact = arrived.filter((each) => each.units === units);
  if (exact.length === 0) return "other-amount";
  if (exact.every((each) => each.blockTime < earliest)) return "earlier";
  return isOthers ? "other-sender" : "found";
}

/**
 * The release before knows no doubts: for it such a payment is one that moved nothing, which is shown to the member in
 * the same way.
 */
export function handPaymentStateSql(table: string): RawBuilder<HandPaymentStateName | null> {
  return sql<HandPaymentStateName | null>`coalesce(${sql.ref(`${table}.doubt`)}, ${sql.ref(`${table}.state`)})`;
}

function columnsOf(state: HandPaymentStateName) {
  return state === "earlier" || state === "other-sender"
    ? ({ state: "no-transfer", doubt: state } as const)
    : { state, doubt: null };
}

interface DuePayment {
  withdrawalId: number;
  transactionId: string | null;
  to: string;
  netFc: Fc;
  requestedAt: Date;
  state: HandPaymentStateName | null;
  lookedSince: Date | null;
}

function duePayments(db: Db, now: Date): Promise<DuePayment[]> {
  return (
    db
      .selectFrom("hand_payments as payment")
      .innerJoin("withdrawals as withdrawal", "withdrawal.id", "payment.withdrawal_id")
      .select(["payment.withdrawal_id as withdrawalId", "payment.transaction_id as transactionId"])
      .select([handPaymentStateSql("payment").as("state"), "payment.looked_since as lookedSince"])
      .select("withdrawal.requested_at as requestedAt")
      .select((eb) => eb.ref("withdrawal.address").$notNull().as("to"))
      .select(netFc.as("netFc"))
      .where("payment.next_at", "<=", now)
      .where("withdrawal.currency_type", "in", onChainTypes)
      // Where what is owed took all of it, nothing was sent.
      .where(netFc, ">", noFc)
      .orderBy("payment.next_at")
      .limit(mostAtOnce)
      .execute()
  );
}

const netFc = sql<Fc>`(amount_fc - fee_fc - tax_fc - coalesce(deduction_fc, 0))`;

async function forgetOld(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable("hand_payments")
    .set({ next_at: null })
    .where("next_at", "is not", null)
    .where("noted_at", "<", after(now, -lookedUpForMs))
    .execute();
}

interface FoundState {
  payment: DuePayment;
  state: HandPaymentStateName | null;
  now: Date;
}

/** A payment whose transaction was corrected meanwhile keeps none of what was found of the other one. */
async function recordState(tx: Tx, { payment, state, now }: FoundState): Promise<void> {
  const lookedSince = payment.lookedSince ?? now;
  const isOpen = state === null || placesOpen.has(state);
  await tx
    .updateTable("hand_payments")
    .set({
      ...(state !== null && { ...columnsOf(state), looked_since: lookedSince }),
      next_at: isOpen ? nextLook(lookedSince, now) : null,
    })
    .where("withdrawal_id", "=", payment.withdrawalId)
    .where("transaction_id", "is not distinct from", payment.transactionId)
    .execute();
}

const placesOpen: ReadonlySet<HandPaymentStateName> = new Set(Object.values(placesBefore));

/** What nobody has seen for long is looked up seldom: a mistyped hash is never seen. */
function nextLook(lookedSince: Date, now: Date): Date {
  const ageMs = now.getTime() - lookedSince.getTime();
  return after(now, Math.min(hour, Math.max(10 * second, ageMs / 10)));
}

/** What a member reads; undefined where nobody has looked, as without a chain. */
export async function chainCheckOfWithdrawal(
  db: Db,
  { withdrawalId, now }: { withdrawalId: number; now: Date },
): Promise<ChainCheck | undefined> {
  const found = await db
    .selectFrom("hand_payments")
    .select([handPaymentStateSql("hand_payments").as("state"), "looked_since as lookedSince"])
    .where("withdrawal_id", "=", withdrawalId)
    .executeTakeFirst();
  return found && chainCheckIn(found, now);
}

export function chainCheckIn(
  { state, lookedSince }: { state: HandPaymentStateName | null; lookedSince: Date | null },
  now: Date,
): ChainCheck | undefined {
  return state === null || lookedSince === null ? undefined : chainCheckOf({ state, lookedSince }, now);
}

/** Payments that a person has recorded and the chain does not show. */
export async function paymentsNotFound(
  db: Db,
  now: Date,
): Promise<{ count: number; oldestId: number | null }> {
  return db
    .selectFrom("hand_payments")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("withdrawal_id").as("oldestId")])
    .where("state", "<>", "found")
    .where((eb) =>
      eb.or([
        eb(handPaymentStateSql("hand_payments"), "not in", [...placesOpen]),
        eb("looked_since", "<=", after(now, -unseenForMs)),
      ]),
    )
    .executeTakeFirstOrThrow();
}
