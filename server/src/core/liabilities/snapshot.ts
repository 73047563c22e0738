import { type Fc, asFc, noFc, plus } from "@fc/contract/units";
import { keysOf, sure } from "@fc/contract/sure";
import type { Sums } from "@fc/contract/transparency/liabilities/tree";
import { sql } from "kysely";
import { minute } from "../../platform/clock.ts";
import { atOneMoment, type Db } from "../../platform/db.ts";
import { accountSql, currencyOf, houseCodes, memberAccounts, memberCodes } from "../ledger/accounts.ts";
import { houseBalances } from "../ledger/house.ts";

/** What every member has at one moment. About 70 bytes a member. */
export interface Snapshot {
  /** As PostgreSQL writes it: which transactions it contains. */
  text: string;
  /** The newest sealed entry. It is in the snapshot with all before it. */
  sealedId: bigint;
  highestId: number;
  /** Undefined for a number that no member has. */
  refIdOf(memberId: number): string | undefined;
  /** The member right above in the tree; undefined for the first one, and for a number that no member has. */
  parentOf(memberId: number): number | undefined;
  sumsOf(memberId: number): Sums;
  totals: Sums;
  /** How many members have any coins. */
  holders: number;
}

const idsAtOnce = 20_000;

/** Reads all members in one snapshot, in steps, so that the server needs no memory for a long answer. */
export function takeSnapshot(db: Db): Promise<Snapshot> {
  return atOneMoment(db, readSnapshot, undefined);
}

async function readSnapshot(db: Db): Promise<Snapshot> {
  await sql`select set_config('statement_timeout', ${String(minute)}, true)`.execute(db);
  const { rows } = await sql<{ snapshot: string; sealed_id: bigint; highest_id: number }>`
    select pg_current_snapshot()::text as snapshot, coalesce(max(id), 0) as highest_id,
      (select coalesce(max(last_id), 0) from ledger_seals) as sealed_id
    from members`.execute(db);
  const { snapshot: text, sealed_id: sealedId, highest_id: highestId } = sure(rows[0]);
  const refIds: (string | undefined)[] = [];
  const owed = new BigInt64Array(highestId + 1);
  const locked = new BigInt64Array(highestId + 1);
  const parents = new Int32Array(highestId + 1);
  const totals = { owedFc: noFc, lockedFc: noFc };
  let holders = 0;
  for (let first = 1; first <= highestId; first += idsAtOnce) {
    for (const { id, ref_id, parent_id, owed_fc, locked_fc } of await sumsOfMembers(
      db,
      first,
      first + idsAtOnce - 1,
    )) {
      refIds[id] = ref_id;
      parents[id] = parent_id ?? 0;
      owed[id] = owed_fc;
      locked[id] = locked_fc;
      totals.owedFc = plus(totals.owedFc, owed_fc);
      totals.lockedFc = plus(totals.lockedFc, locked_fc);
      if (owed_fc > 0n || locked_fc > 0n) holders++;
    }
  }
  await checkAgainstHouse(db, totals);
  return {
    text,
    sealedId,
    highestId,
    refIdOf: (memberId) => refIds[memberId],
    parentOf: (memberId) => parents[memberId] || undefined,
    sumsOf: (memberId) => ({ owedFc: asFc(sure(owed[memberId])), lockedFc: asFc(sure(locked[memberId])) }),
    totals,
    holders,
  };
}

interface MemberSums {
  id: number;
  ref_id: string;
  parent_id: number | null;
  owed_fc: Fc;
  locked_fc: Fc;
}

async function sumsOfMembers(db: Db, firstId: number, lastId: number): Promise<MemberSums[]> {
  const memberId = sql.raw(accountSql.memberId("account.id"));
  const isLocked = sql`${sql.raw(accountSql.code("account.id"))} = ${memberCodes.staked}`;
  const { rows } = await sql<MemberSums>`
    select members.id, ref_id, parent_id, coalesce(owed_fc, 0)::bigint as owed_fc, coalesce(locked_fc, 0)::bigint as locked_fc
    from members left join placements on placements.member_id = members.id
    left join (
      select ${memberId} as member_id, sum(balance) filter (where not ${isLocked}) as owed_fc,
        sum(balance) filter (where ${isLocked}) as locked_fc
      from ledger_accounts account
      where account.id between ${memberAccounts(firstId)[0]} and ${memberAccounts(lastId).at(-1)}
      group by 1
    ) held on held.member_id = members.id
    where members.id between ${firstId} and ${lastId}`.execute(db);
  return rows;
}

/**
 * What members hold left accounts of the house, so both add up to zero. The house's sums come from the lines. A balance
 * that was changed otherwise, or an account that was left out here, would make a total that is not true.
 */
async function checkAgainstHouse(db: Db, { owedFc, lockedFc }: Sums): Promise<void> {
  const balances = await houseBalances(db);
  const names = keysOf(houseCodes).filter((name) => currencyOf(houseCodes[name]) === "FC");
  const houseFc = names.reduce((sum, name) => sum + balances[name], 0n);
  const differenceFc = owedFc + lockedFc + houseFc;
  if (differenceFc !== 0n) {
    throw new Error(
      `The balances of members differ from the lines of the ledger by ${differenceFc}. Run npm run ledger:verify.`,
    );
  }
}
