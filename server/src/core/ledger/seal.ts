import { sure } from "@fc/contract/sure";
import { CompiledQuery, sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { second } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { digests, macOf, noMac, type Digest } from "./digest.ts";
import { moveDaySums } from "./day-sums.ts";
import { moveHouseSums } from "./house.ts";
import { keyNamed, type SecretKey } from "../../platform/secrets.ts";

/** Small, so that a seal that does not match leads close to the changed entry. */
const idsPerSeal = 1000n;
/** A closing's entries have up to 32,767 lines; an entry with more lines than this ends its seal. */
const manyLines = 1000;
/** The limits of one transaction: about a second of work. */
const sealsPerBatch = 100;
const linesPerBatch = 200_000;

interface SealInput {
  secretKey: SecretKey;
  now: Date;
}

export function sealTask({ db, clock, secretKey }: Pick<Deps, "db" | "clock" | "secretKey">): Task {
  return {
    name: "ledger.seal",
    everyMs: second,
    hasWork: () => hasUnsealed(db),
    async run() {
      await seal(db, { secretKey, now: clock() });
    },
  };
}

/** Also true for ids that were never used: a seal covers them too. */
async function hasUnsealed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select is_called and last_value > coalesce((select max(last_id) from ledger_seals), 0) as has
    from ledger_entries_id_seq`.execute(db);
  return sure(rows[0]).has;
}

/** Seals what can be sealed. Does nothing while another worker seals. */
export async function seal(db: Db, sealing: SealInput): Promise<void> {
  while (await atomically(db, sealBatch, sealing));
}

/**
 * Ids become visible out of order: a transaction that took a lower one may commit later. So a horizon is drawn
 * first, an id and a transaction number taken after it. A transaction that holds an id up to there took its
 * transaction number earlier (the first column of ledger_entries ensures it), so that number is lower. Once every
 * transaction up to the horizon's number has ended, all ids up to the horizon are settled: committed, or never used.
 * Returns whether another batch should follow immediately.
 */
export async function sealBatch(tx: Tx, { secretKey, now }: SealInput): Promise<boolean> {
  const lock = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${advisoryLocks.ledgerSeal}) as taken`.execute(tx);
  if (!sure(lock.rows[0]).taken) return false;
  const last = await tx
    .selectFrom("ledger_seals")
    .select(["number", "last_id", "mac", "key_id"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last && !keyNamed(secretKey, last.key_id)) {
    throw new Error("The secret key was replaced. Start this server again with the new SECRET_KEY.");
  }
  const lastId = last?.last_id ?? 0n;
  const settledId = await settledUpTo(tx);
  if (settledId <= lastId) {
    await drawHorizon(tx, lastId);
    return false;
  }

  const made = await digestsAfter(tx, { number: last?.number ?? 0n, lastId, settledId });
  let mac = last?.mac ?? noMac;
  const seals = made.map((digest) => ({
    ...digest,
    mac: (mac = macOf(secretKey, mac, digest)),
    key_id: secretKey.id,
    sealed_at: now,
  }));
  await tx.insertInto("ledger_seals").values(seals).execute();
  const sealed = { lastId: sure(made.at(-1)).last_id };
  // First, because the sums of the house say up to where those of the days go.
  await moveDaySums(tx, sealed);
  await moveHouseSums(tx, sealed);
  // The next horizon needs a new transaction: this one has had its number since it wrote.
  return true;
}

/** The horizon's id if every transaction before it has ended, else 0. */
async function settledUpTo(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ last_id: bigint }>`
    select last_id from ledger_seal_horizon where xid < pg_snapshot_xmin(pg_current_snapshot())`.execute(tx);
  return rows[0]?.last_id ?? 0n;
}

/** First the id is read, then a transaction number is taken; so this transaction must not have one yet. */
async function drawHorizon(tx: Tx, sealedId: bigint): Promise<void> {
  const newest = await sql<{ id: bigint; has_number: boolean }>`
    select case when is_called then last_value else 0 end as id,
      pg_current_xact_id_if_assigned() is not null as has_number
    from ledger_entries_id_seq`.execute(tx);
  const { id, has_number: hasNumber } = sure(newest.rows[0]);
  if (hasNumber) throw new Error("a horizon is drawn by a transaction that has written nothing yet");
  // An idle ledger writes nothing. A horizon stays until it is reached, because a stream of entries would otherwise
  // push it ahead for ever. Only the horizon of a restored copy, numbered by another cluster, is replaced earlier.
  if (id <= sealedId) return;
  await sql`
    insert into ledger_seal_horizon as horizon (last_id, xid) values (${id}, pg_current_xact_id())
    on conflict (is_only) do update set last_id = excluded.last_id, xid = excluded.xid
    where horizon.last_id <= ${sealedId} or horizon.xid > excluded.xid`.execute(tx);
}

async function digestsAfter(
  tx: Tx,
  { number, lastId, settledId }: { number: bigint; lastId: bigint; settledId: bigint },
): Promise<Digest[]> {
  const { reachId, largeIds } = await nextEntries(tx, { lastId, settledId });
  const ranges: [bigint[], bigint[], bigint[]] = [[], [], []];
  for (let after = lastId; after < reachId && ranges[0].length < sealsPerBatch;) {
    const furthest = after + idsPerSeal < reachId ? after + idsPerSeal : reachId;
    const last = largeIds.find((id) => id > after && id <= furthest) ?? furthest;
    ranges[0].push(number + BigInt(ranges[0].length) + 1n);
    ranges[1].push(after);
    ranges[2].push(last);
    after = last;
  }
  const given = "unnest($1::bigint[], $2::bigint[], $3::bigint[]) as range (number, after_id, last_id)";
  return (await tx.executeQuery<Digest>(CompiledQuery.raw(digests(given), ranges))).rows;
}

/** The last entry that one batch can reach, and the entries up to it that have many lines. */
async function nextEntries(
  tx: Tx,
  { lastId, settledId }: { lastId: bigint; settledId: bigint },
): Promise<{ reachId: bigint; largeIds: bigint[] }> {
  const { rows } = await sql<{ last_id: bigint; lines: number; large_ids: string[] }>`
    select coalesce(max(entry_id), 0) as last_id, coalesce(sum(lines), 0)::int as lines,
      coalesce(array_agg(entry_id order by entry_id) filter (where lines > ${manyLines}), '{}') as large_ids
    from (
      select entry_id, count(*) as lines
      from (
        select entry_id from ledger_postings where entry_id > ${lastId} and entry_id <= ${settledId}
        order by entry_id limit ${linesPerBatch}
      ) line
      group by entry_id
    ) entry`.execute(tx);
  const { last_id, lines, large_ids } = sure(rows[0]);
  return {
    // The limit may have cut off the last entry; then it belongs to the next batch.
    reachId: lines === linesPerBatch ? last_id - 1n : settledId,
    // A list of numbers arrives as texts, and a text plus 1000 would be a range of millions.
    largeIds: large_ids.map(BigInt),
  };
}
