import { asFc, type Fc } from "@fc/contract/units";
import { rewardKinds, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import type { Tx } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";
import { accountSql, houseAccount } from "../ledger/accounts.ts";
import { postLines, postSelected, type PostedTotals } from "../ledger/bulk.ts";
import { taxCredits } from "../taxes/credits.ts";
import type { ClosingState } from "./calendar.ts";
import { recordsOf, type Day } from "./dues.ts";
import { creditedCode, creditsOf, kindsWithEntryPer } from "./rewards.ts";

interface PayingRow {
  chunk_members: number;
  chunks: number;
  due_fc: Fc;
  available_fc: Fc;
}

/** A closing with the number of the chunk that this transaction pays. */
interface TakenChunk extends PayingRow {
  chunk: number;
}

/**
 * Pays a chunk: the rewards of a range of member ids, or, as the last chunk, all rewards with an entry of their own.
 * Each chunk posts its lines in one statement, so that all its accounts are locked in order. Other workers may pay
 * other chunks meanwhile; the last one is paid when all others are, because its tax depends on them.
 */
export async function payChunk(tx: Tx, day: Day, row: PayingRow): Promise<ClosingState | "busy"> {
  const chunk = await takeChunk(tx, day.day, row);
  if (chunk === undefined) return "busy";
  const taken = { ...row, chunk };
  // Posting comes first and locks the pool until the commit. So no other chunk's tax is recorded beside this one's, which
  // is found by the numbers of its records.
  const posted = isLast(taken) ? await payEachReward(tx, day, taken) : await payMembers(tx, day, taken);
  const taxed = await takeTax(tx, day, taken);
  const state = isLast(taken) ? "ending" : "paying";
  // From here on the others wait for this commit, which follows at once.
  const others = await paidOf(tx.selectFrom("closings").forUpdate(), day.day);
  const { paidChunks, ahead } = inOrder(others.paidChunks, others.ahead.add(chunk));
  await tx
    .updateTable("closings")
    .set((eb) => ({
      state,
      paid_chunks: paidChunks,
      paid_ahead: [...ahead],
      paid_fc: eb("paid_fc", "+", asFc(posted.amount)),
      credits: eb("credits", "+", posted.lines),
      tax_fc: eb("tax_fc", "+", asFc(taxed.amount)),
    }))
    .where("day", "=", day.day)
    .execute();
  return state;
}

const isLast = ({ chunk, chunks }: TakenChunk) => chunk + 1 === chunks;

/** A chunk that is not paid, and that nobody else pays until the commit; undefined if there is none now. */
async function takeChunk(tx: Tx, day: string, row: PayingRow): Promise<number | undefined> {
  const read = () => paidOf(tx.selectFrom("closings"), day);
  for (let chunk = (await read()).paidChunks; chunk < row.chunks; chunk++) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${advisoryLocks.closingChunk}, ${chunk}::int) as taken`.execute(tx);
    if (!rows[0]?.taken) continue;
    // Read with the lock, because another worker may have paid it just before.
    const { paidChunks, ahead } = await read();
    if (chunk < paidChunks || ahead.has(chunk)) continue;
    return isLast({ ...row, chunk }) && paidChunks < chunk ? undefined : chunk;
  }
  return undefined;
}

interface PaidChunks {
  /** All chunks below this one are paid. */
  paidChunks: number;
  /** Of those behind it, these. */
  ahead: Set<number>;
}

async function paidOf(
  closings: SelectQueryBuilder<Schema, "closings", object>,
  day: string,
): Promise<PaidChunks> {
  const row = await closings
    .select(["paid_chunks", "paid_ahead"])
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  return inOrder(row.paid_chunks, new Set(row.paid_ahead));
}

function inOrder(paidChunks: number, ahead: Set<number>): PaidChunks {
  let first = paidChunks;
  while (ahead.delete(first)) first++;
  return { paidChunks: first, ahead };
}

const pool = houseAccount("rewards_pool");

/** The rewards of a chunk of members: an entry of each kind, with one line for each member. */
function payMembers(tx: Tx, day: Day, row: TakenChunk): Promise<PostedTotals> {
  return postLines(tx, {
    ...entryFieldsOf(day),
    entries: kindsWithEntryPer("chunk").map((kind) => ({
      kind,
      key: `${kind}/${day.day}/${row.chunk}`,
      message: rewardKinds[kind].token,
      lines: linesOf(kind, day, row),
    })),
  });
}

/** A line has the number of its member in the chunk. */
function linesOf(kind: RewardKind, day: Day, row: TakenChunk): RawBuilder<unknown> {
  return sql`
    select member_id - ${row.chunk * row.chunk_members}::int + 1 as line, ${pool}::bigint as debit_id,
      ${sql.raw(accountSql.ofMember("member_id", creditedCode(kind)))} as credit_id, ${paid(row)} as amount
    from (${chunkCredits(kind, day, row)}) of_member where ${paid(row)} > 0`;
}

/** What is due to each member of a chunk. */
function chunkCredits(kind: RewardKind, day: Day, row: TakenChunk): RawBuilder<unknown> {
  const from = row.chunk * row.chunk_members;
  const members = sql`member_id >= ${from} and member_id < ${from + row.chunk_members}`;
  return creditsOf(kind, day, { records: recordsOf(day.day), members });
}

/** Takes the tax of what this step has credited, where tax is taken of credits. */
async function takeTax(tx: Tx, day: Day, row: TakenChunk): Promise<Pick<PostedTotals, "amount">> {
  const { taxRule: rule, price } = day;
  if (!rule || !price) return { amount: 0n };
  const source = isLast(row) ? "reward" : "chunk";
  const credits = kindsWithEntryPer(source).map((kind) => {
    const dues =
      source === "chunk"
        ? chunkCredits(kind, day, row)
        : creditsOf(kind, day, { records: recordsOf(day.day) });
    return sql`
      select member_id, ${creditedCode(kind)}::bigint as code, ${paid(row)} as amount
      from (${dues}) due where ${paid(row)} > 0`;
  });
  const { effectiveAt, planVersion } = entryFieldsOf(day);
  return taxCredits(tx, {
    rule,
    day: day.day,
    cut: day.cut,
    effectiveAt,
    price,
    planVersion,
    source,
    chunk: row.chunk,
    credited: sql.join(credits, sql` union all `),
  });
}

function payEachReward(tx: Tx, day: Day, row: TakenChunk): Promise<PostedTotals> {
  const { effectiveAt, priceId, planVersion } = entryFieldsOf(day);
  const rewards = kindsWithEntryPer("reward").map(
    (kind) => sql`
      select ${kind}::text as kind, ${creditedCode(kind)}::bigint as code, ${rewardKinds[kind].token}::text as token,
        member_id, due_fc, name, detail
      from (${creditsOf(kind, day, { records: recordsOf(day.day) })}) due`,
  );
  return postSelected(
    tx,
    sql`select kind, kind || '/' || name as key, ${effectiveAt}::timestamptz as effective_at,
        token || '/' || detail as message, ${priceId}::int as price_id, ${planVersion}::int as plan_version,
        null::jsonb as metadata, ${pool}::bigint as debit_id, ${sql.raw(accountSql.ofMember("member_id", "code"))} as credit_id,
        ${paid(row)} as amount
      from (${sql.join(rewards, sql` union all `)}) reward
      where ${paid(row)} > 0`,
  );
}

/** Like `coveredFc`: all of it, or the share that the pool covers of everything, rounded down. */
export function paid({
  due_fc,
  available_fc,
}: Pick<PayingRow, "due_fc" | "available_fc">): RawBuilder<unknown> {
  if (available_fc >= due_fc) return sql`due_fc`;
  return sql`div(due_fc * ${available_fc}::numeric, ${due_fc}::numeric)::bigint`;
}

/** Entries count on the day closed, after everything else that happened on it. */
function entryFieldsOf({ cut, price, plan }: Day) {
  return {
    effectiveAt: new Date(cut.getTime() - 1),
    priceId: price?.id ?? null,
    planVersion: plan.version,
  };
}
