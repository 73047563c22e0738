import { noFc, type Fc } from "@fc/contract/units";
import { sure, recordOf } from "@fc/contract/sure";
import { AppError, type ErrorCode } from "@fc/contract/errors";
import { sql } from "kysely";
import pg from "pg";
import type { Db, Tx } from "../../platform/db.ts";
import { houseAccount, memberAccount, type MemberAccount } from "./accounts.ts";
import { reversal, storedLine, type Entry, type Line } from "./posting.ts";

/** Writes an entry and thereby moves its money, or refuses all of it. Returns the entry's id. */
export async function post(tx: Tx, entry: Entry): Promise<bigint> {
  const { kind, key, effectiveAt, message, lines, reversalOf } = entry;
  const { priceId = null, planVersion = null } = entry;
  try {
    const { rows } = await sql<{ id: bigint }>`
      select ledger_post(
        kind => ${kind}, key => ${key}, effective_at => ${effectiveAt}, message => ${message},
        price_id => ${priceId}, plan_version => ${planVersion}, reversal_of => ${reversalOf ?? null},
        metadata => ${metadataOf(entry)}, debit_ids => ${lines.map(({ from }) => from)},
        credit_ids => ${lines.map(({ to }) => to)}, amounts => ${lines.map(({ amount }) => amount)}
      ) as id`.execute(tx);
    return sure(rows[0]).id;
  } catch (error) {
    throw refusal(error);
  }
}

/**
 * Writes several entries in one statement, which locks all their accounts in id order. A transaction that posted them
 * one after the other could deadlock with another one. Returns their ids by key.
 */
export async function postMany(tx: Tx, entries: readonly Entry[]): Promise<Map<string, bigint>> {
  const given = JSON.stringify(entries.map(toRow));
  try {
    const { rows } = await sql<{ entry_key: string; entry_id: bigint }>`
      select entry_key, entry_id from ledger_post_many(${given}::jsonb)`.execute(tx);
    return new Map(rows.map((row) => [row.entry_key, row.entry_id]));
  } catch (error) {
    throw refusal(error);
  }
}

/** Which of these keys have an entry already. */
export async function postedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from ledger_entries where key = any (${keys}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

function toRow(entry: Entry) {
  return {
    kind: entry.kind,
    key: entry.key,
    effective_at: entry.effectiveAt,
    message: entry.message,
    price_id: entry.priceId,
    plan_version: entry.planVersion,
    reversal_of: entry.reversalOf?.toString(),
    metadata: entry.metadata,
    // As text, because a number of JSON would lose digits.
    lines: entry.lines.map(({ from, to, amount }) => [String(from), String(to), String(amount)]),
  };
}

function metadataOf({ metadata }: Entry): string | null {
  return metadata === undefined ? null : JSON.stringify(metadata);
}

const refusals: Record<string, ErrorCode> = {
  ledger_accounts_not_below_zero: "INSUFFICIENT_BALANCE",
  // It was posted or reversed before, and the caller has not seen that yet.
  ledger_entries_key: "CONFLICT",
  ledger_entries_reversed_once: "CONFLICT",
};

/** Turns a refusal by one of the ledger's rules in the database into an error that the caller can show. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const code = refusals[error.constraint ?? ""];
  if (code === undefined) return error;
  const isPool = error.detail?.startsWith(`Failing row contains (${houseAccount("rewards_pool")}, `) ?? false;
  return new AppError(isPool ? "POOL_EXHAUSTED" : code);
}

/** Reverses an entry. Refused if it was reversed before, is itself a reversal, or its money is no longer there. */
export async function reverse(
  tx: Tx,
  { entryId, reason, now }: { entryId: bigint; reason: string; now: Date },
): Promise<bigint> {
  const original = await tx
    .selectFrom("ledger_entries")
    .select(["kind", "price_id", "plan_version"])
    .where("id", "=", entryId)
    .executeTakeFirst();
  if (!original) throw new AppError("NOT_FOUND");
  if (original.kind === "reversal") throw new AppError("CONFLICT");
  return post(
    tx,
    reversal({
      key: `reversal/${entryId}`,
      effectiveAt: now,
      of: entryId,
      lines: await linesOf(tx, entryId),
      reason,
      priceId: original.price_id ?? undefined,
      planVersion: original.plan_version ?? undefined,
    }),
  );
}

export async function linesOf(db: Db, entryId: bigint): Promise<Line[]> {
  const rows = await db
    .selectFrom("ledger_postings")
    .select(["debit_id as from", "credit_id as to", "amount"])
    .where("entry_id", "=", entryId)
    // So only its month is looked through.
    .where("effective_at", "=", (query) =>
      query.selectFrom("ledger_entries").select("effective_at").where("id", "=", entryId),
    )
    .orderBy("line")
    .execute();
  return rows.map(storedLine);
}

/**
 * Reads balances that a decision depends on, and locks them until the transaction ends. An account that never held
 * anything has no row to lock; its balance can only grow meanwhile, so a decision by zero stays safe.
 */
export async function lockBalances<Name extends MemberAccount>(
  tx: Tx,
  { memberId, accounts }: { memberId: number; accounts: readonly Name[] },
): Promise<Record<Name, Fc>> {
  const ids = accounts.map((account) => memberAccount(memberId, account));
  const { rows } = await sql<{ account_id: bigint; account_balance: Fc }>`
    select account_id, account_balance from ledger_lock(${ids}::bigint[])`.execute(tx);
  const found = new Map(rows.map((row) => [row.account_id, row.account_balance]));
  return recordOf(accounts, (_account, at) => found.get(sure(ids[at])) ?? noFc);
}
