import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { houseAccount, memberCodes } from "../ledger/accounts.ts";
import { postLines, postSelected, type Posted } from "../ledger/bulk.ts";
import { rewards, type RewardKind } from "../ledger/posting.ts";
import type { ClosingState } from "./calendar.ts";
import { pairDues, recordedDirects, recordedPairs, rosDues, singleDues, type Day } from "./dues.ts";

interface Row {
  chunk_members: number;
  chunks: number;
  paid_chunks: number;
  due_fc: bigint;
  available_fc: bigint;
}

/**
 * Pays the next chunk: the returns and the matching of so many members, or, as the last one, everybody's bonuses
 * and offers. One statement of postings each, so that all its accounts are locked in order.
 */
export async function payChunk(tx: Tx, day: Day, row: Row): Promise<ClosingState> {
  const isLast = row.paid_chunks + 1 === row.chunks;
  const posted = isLast ? await paySingles(tx, day, row) : await payMembers(tx, day, row);
  const state = isLast ? "ending" : "paying";
  await tx
    .updateTable("closings")
    .set((eb) => ({
      state,
      paid_chunks: row.paid_chunks + 1,
      paid_fc: eb("paid_fc", "+", posted.amount),
      credits: eb("credits", "+", posted.lines),
    }))
    .where("day", "=", day.day)
    .execute();
  return state;
}

const pool = houseAccount("rewards_pool");

function payMembers(tx: Tx, day: Day, row: Row): Promise<Posted> {
  const from = row.paid_chunks * row.chunk_members;
  const inChunk = (column: string) =>
    sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${from + row.chunk_members}`;
  const name = `${day.day}/${row.paid_chunks}`;
  return postLines(tx, {
    ...particularsOf(day),
    entries: [
      {
        kind: "ros",
        key: `ros/${name}`,
        message: "ROI",
        lines: linesOf("ros", rosDues(day, inChunk("stakes.member_id")), row),
      },
      {
        kind: "pair_matching",
        key: `pair_matching/${name}`,
        message: "PAIR",
        lines: linesOf("pair_matching", pairDues(day, recordedPairs(day.day), inChunk("member_id")), row),
      },
    ],
  });
}

/** A line a member, numbered in the order of members. */
function linesOf(kind: RewardKind, dues: RawBuilder<unknown>, row: Row): RawBuilder<unknown> {
  return sql`
    select row_number() over (order by member_id) as line, ${pool}::bigint as debit_id,
      member_id * 16::bigint + ${memberCodes[rewards[kind].wallet]} as credit_id, ${paid(row)} as amount
    from (${dues}) due where ${paid(row)} > 0`;
}

function paySingles(tx: Tx, day: Day, row: Row): Promise<Posted> {
  const { effectiveAt, priceId, planVersion } = particularsOf(day);
  const codes = (["direct_bonus", "offer_reward"] as const).map(
    (kind) => sql`(${kind}, ${memberCodes[rewards[kind].wallet]}::bigint)`,
  );
  return postSelected(
    tx,
    sql`select kind, kind || '/' || name as key, ${effectiveAt}::timestamptz as effective_at, message,
        ${priceId}::int as price_id, ${planVersion}::int as plan_version, null::jsonb as metadata,
        ${pool}::bigint as debit_id, member_id * 16::bigint + code as credit_id, ${paid(row)} as amount
      from (${singleDues(day, recordedPairs(day.day), recordedDirects(day.day))}) due
        join (values ${sql.join(codes)}) as wallet (kind, code) using (kind)
      where ${paid(row)} > 0`,
  );
}

/** As `coveredFc`: all of it, or the share that the pool covers of everything, rounded down. */
function paid({ due_fc, available_fc }: Row): RawBuilder<unknown> {
  if (available_fc >= due_fc) return sql`due_fc`;
  return sql`div(due_fc * ${available_fc}::numeric, ${due_fc}::numeric)::bigint`;
}

/** Entries count on the day closed, after everything else that happened on it. */
function particularsOf({ cut, price, plan }: Day) {
  return {
    effectiveAt: new Date(cut.getTime() - 1),
    priceId: price?.id ?? null,
    planVersion: plan.version,
  };
}
