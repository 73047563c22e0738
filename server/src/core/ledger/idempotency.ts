import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { after, day, hour, minute, type Clock } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Task } from "../../platform/jobs.ts";
import { sameBytes, sha256 } from "../../platform/secrets.ts";
import { insertRows, unnested } from "../../platform/unnested.ts";
import { canonical } from "../otp/canonical.ts";

/** What can be stored and returned exactly as it was. */
export type JsonObject = { readonly [name: string]: Json };
type Json = string | number | boolean | null | readonly Json[] | JsonObject;

interface KeyedRequest {
  /** Null for a person who is no member yet: then only a client that knows the key and the request gets the answer. */
  memberId: number | null;
  /** Made by the client, a new one for each thing that it wants to be done. */
  key: string;
  /** Everything that distinguishes this request from others: the call and its body. */
  request: unknown;
  now: Date;
}

/**
 * Does the work once for a key, however often the request arrives, also at the same time, and returns the first answer
 * to every one of them. The key is stored in the transaction of the work, so work that failed may be tried again.
 */
export async function withIdempotency<Result extends JsonObject>(
  tx: Tx,
  keyed: KeyedRequest,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const [claim] = await claimKeys<Result>(tx, [keyed]);
  if (claim !== "new") return answerOf(sure(claim));
  const result = await work(tx);
  await keepResult(tx, { ...keyed, result });
  return result;
}

/** Stores the answer of a key that was claimed in this transaction. */
async function keepResult(
  tx: Tx,
  { memberId, key, result }: { memberId: number | null; key: string; result: JsonObject },
): Promise<void> {
  await tx
    .updateTable("idempotency_keys")
    .set({ result: JSON.stringify(result) })
    .where("member_id", sameAs(memberId), memberId)
    .where("key", "=", key)
    .execute();
}

/** A change that is about to be made, and what it is the same as. */
export interface RepeatableChange {
  memberId: number;
  /** Equal for two changes of a member that do the same. */
  changeHash: Buffer;
  now: Date;
}

/** The same change as a given one, made shortly before it. */
export interface EarlierChange<Result extends JsonObject = JsonObject> {
  memberId: number;
  at: Date;
  result: Result;
}

/** Long enough for a member who lost an answer to come back, too short to disturb one who does it every day. */
const sameChangeMs = 5 * minute;

const repeatableTypes = { memberId: "int", changeHash: "bytea", since: "timestamptz" };
const repeatableRow = ({ memberId, changeHash, now }: RepeatableChange) => ({
  memberId,
  changeHash,
  since: after(now, -sameChangeMs),
});
/** The same changes that each of the given ones follows; the newest first. */
const selectEarlier = sql`
  select given."memberId", earlier.created_at as at, earlier.result
  from given join idempotency_keys earlier on earlier.member_id = given."memberId"
    and earlier.change_hash = given."changeHash" and earlier.created_at > given.since
  order by earlier.created_at desc`;

/** The same changes that were made shortly before. */
export async function earlierChanges<Result extends JsonObject>(
  db: Db,
  change: RepeatableChange,
): Promise<EarlierChange<Result>[]> {
  const { rows } = await sql<EarlierChange<Result>>`
    with given as (select * from ${unnested([repeatableRow(change)], repeatableTypes)}) ${selectEarlier}`.execute(
    db,
  );
  return rows;
}

/**
 * Stores the answers of several members' calls, and returns the same changes that they made shortly before. One
 * statement does both: it runs when the wallets are locked, so of two equal changes at the same time the second one
 * finds the first.
 */
export async function keepResults<Result extends JsonObject>(
  tx: Tx,
  answered: readonly (RepeatableChange & { key: string; result: Result })[],
): Promise<EarlierChange<Result>[]> {
  const given = answered.map(({ key, result, ...change }) => {
    return { ...repeatableRow(change), key, result: JSON.stringify(result) };
  });
  const { rows } = await sql<EarlierChange<Result>>`
    with given as (select * from ${unnested(given, { ...repeatableTypes, key: "text", result: "json" })}), kept as (
      update idempotency_keys set result = given.result, change_hash = given."changeHash" from given
      where idempotency_keys.member_id = given."memberId" and idempotency_keys.key = given.key
    ) ${selectEarlier}`.execute(tx);
  return rows;
}

interface MembersKey {
  memberId: number;
  key: string;
  now: Date;
}

/**
 * What was answered under a member's key; waits while the request runs, on whichever server. A free key is closed: a
 * request that arrives under it later is refused, so that "nothing was done" stays true.
 */
export async function answerOrClose(
  tx: Tx,
  { memberId, key, now }: MembersKey,
): Promise<JsonObject | undefined> {
  await insertKeys(tx, [{ member_id: memberId, key, request_hash: closedHash, created_at: now }]);
  const { result } = await rowOf(tx, { member_id: memberId, key });
  return result ?? undefined;
}

/** Refuses a closed key. An open one cannot be closed before the commit. */
export async function refuseClosedKey(tx: Tx, { memberId, key, now }: MembersKey): Promise<void> {
  const row = { member_id: memberId, key, request_hash: closedHash, created_at: now };
  const isFree = (await insertKeys(tx, [row])).length === 1;
  if (isFree) return releaseKeys(tx, [{ memberId, key }]);
  const { request_hash } = await rowOf(tx, row);
  if (sameBytes(request_hash, closedHash)) throw new AppError("GIVEN_UP");
}

/** Stands in place of a request's hash where the key was closed before any request was done under it. */
const closedHash = Buffer.alloc(0);

/** "new" for a key that was not used before; otherwise the earlier answer, or why there is none. */
export type Claim<Result = JsonObject> = "new" | { before: Result } | { conflict: AppError };

/** Claims the keys of several calls in the transaction of their work. No key may occur twice among them. */
export async function claimKeys<Result extends JsonObject>(
  tx: Tx,
  calls: readonly KeyedRequest[],
): Promise<Claim<Result>[]> {
  const rows = calls.map(({ memberId, key, request, now }) => ({
    member_id: memberId,
    key,
    request_hash: sha256(canonical(request)),
    created_at: now,
  }));
  const made = await insertKeys(tx, rows);
  const isNew = new Set(made.map(({ member_id, key }) => `${member_id}/${key}`));
  const claims: Claim<Result>[] = [];
  for (const row of rows) {
    claims.push(isNew.has(`${row.member_id}/${row.key}`) ? "new" : await claimedBefore<Result>(tx, row));
  }
  return claims;
}

interface KeyId {
  member_id: number | null;
  key: string;
}

interface KeyRow extends KeyId {
  request_hash: Buffer;
  created_at: Date;
}

/** Inserts the keys that are free, and returns those. */
async function insertKeys(tx: Tx, keys: readonly KeyRow[]): Promise<KeyId[]> {
  const types = {
    member_id: "int",
    key: "text",
    request_hash: "bytea",
    created_at: "timestamptz",
  };
  // The insert waits while another transaction holds the same key, and inserts nothing once that has committed. Keys
  // are claimed in one order everywhere, so two transactions that claim the same keys cannot deadlock.
  const { rows } = await sql<KeyId>`
    ${insertRows("idempotency_keys", keys, types)} order by key, member_id
    on conflict (member_id, key) do nothing returning member_id, key`.execute(tx);
  return rows;
}

interface KeptRow<Result> {
  request_hash: Buffer;
  result: Result | null;
}

/** What is stored under a key is the result of the same call, which the hash of the request makes sure of. */
async function rowOf<Result extends JsonObject>(tx: Tx, { member_id, key }: KeyId): Promise<KeptRow<Result>> {
  return tx
    .selectFrom("idempotency_keys")
    .select(["request_hash", "result"])
    .$castTo<KeptRow<Result>>()
    .where("member_id", sameAs(member_id), member_id)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
}

async function claimedBefore<Result extends JsonObject>(tx: Tx, row: KeyRow): Promise<Claim<Result>> {
  const { request_hash, result } = await rowOf<Result>(tx, row);
  if (sameBytes(request_hash, closedHash)) return { conflict: new AppError("GIVEN_UP") };
  return sameBytes(request_hash, row.request_hash)
    ? { before: sure(result) }
    : { conflict: new AppError("IDEMPOTENCY_CONFLICT") };
}

/** Releases the keys of calls that were refused, while other calls of the same transaction succeed. */
export async function releaseKeys(
  tx: Tx,
  calls: readonly { memberId: number; key: string }[],
): Promise<void> {
  if (calls.length === 0) return;
  await sql`
    delete from idempotency_keys using ${unnested(calls, { memberId: "int", key: "text" })}
    where idempotency_keys.member_id = given."memberId" and idempotency_keys.key = given.key`.execute(tx);
}

function answerOf<Result>(claim: Exclude<Claim<Result>, "new">): Result {
  if ("conflict" in claim) throw claim.conflict;
  return claim.before;
}

/** Written as two cases, because "is not distinct from" would not use the index. */
function sameAs(memberId: number | null): "is" | "=" {
  return memberId === null ? "is" : "=";
}

/** Longer than any client retries to get an answer that it missed. */
const keptMs = 30 * day;
/** Rows deleted by one statement, so that no request waits for a month's worth of them. */
const batch = 1000;

export function forgetOldKeys(db: Db, clock: Clock): Task {
  return {
    name: "forget-old-idempotency-keys",
    everyMs: hour,
    async run() {
      const before = after(clock(), -keptMs);
      while ((await atomically(db, forgetSome, before)) === batch);
    },
  };
}

async function forgetSome(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql`delete from idempotency_keys where ctid = any (array(
    select ctid from idempotency_keys where created_at < ${before} limit ${batch}::int)) returning key`.execute(
    tx,
  );
  return rows.length;
}
