import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { after, day, hour, type Clock } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Task } from "../../platform/jobs.ts";
import { sameBytes, sha256 } from "../../platform/secrets.ts";
import { insertRows, unnested } from "../../platform/unnested.ts";
import { canonical } from "../otp/canonical.ts";

/** What can be kept and given back exactly as it was. */
export type JsonObject = { readonly [name: string]: Json };
type Json = string | number | boolean | null | readonly Json[] | JsonObject;

interface Asked {
  /** Null for somebody who is no member yet: then only who knows the key and the whole request gets the answer. */
  memberId: number | null;
  /** Made by the client, one for each thing that it wants done. */
  key: string;
  /** Whatever makes this request another than any other: the call and its body. */
  request: unknown;
  now: Date;
}

/**
 * Does the work once for a key, however often and however much at once it is asked for, and gives every asker the
 * first one's answer. The key lives and dies with the transaction of the work: work that failed may be tried again.
 */
export async function withIdempotency<Result extends JsonObject>(
  tx: Tx,
  asked: Asked,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const [claim] = await claimKeys(tx, [{ ...asked, result: null }]);
  if (claim !== "new") return answerOf(claim!) as Result;
  const result = await work(tx);
  await keepResult(tx, { ...asked, result });
  return result;
}

/** Stores the answer of a key that was claimed in this transaction. */
export async function keepResult(
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

interface Claimed extends Asked {
  /** What will be answered, where that is known before the work is done. */
  result: JsonObject | null;
}

/** "new" for a key that is claimed herewith; else the answer that was given before, or why there is none. */
export type Claim = "new" | { before: JsonObject } | { conflict: AppError };

/** Claims the keys of several calls at once, which must not be twice the same; in the transaction of the work. */
export async function claimKeys(tx: Tx, calls: readonly Claimed[]): Promise<Claim[]> {
  const rows = calls.map(({ memberId, key, request, result, now }) => ({
    member_id: memberId,
    key,
    request_hash: sha256(canonical(request)),
    result: result && JSON.stringify(result),
    created_at: now,
  }));
  const types = {
    member_id: "int",
    key: "text",
    request_hash: "bytea",
    result: "json",
    created_at: "timestamptz",
  };
  // Waits while another transaction is at the same key, and finds nothing inserted once that has committed. In one
  // order everywhere: two that claim the same keys wait for each other, and never in a circle.
  const { rows: made } = await sql<{ member_id: number | null; key: string }>`
    ${insertRows("idempotency_keys", rows, types)} order by key, member_id
    on conflict (member_id, key) do nothing returning member_id, key`.execute(tx);
  const isNew = new Set(made.map(({ member_id, key }) => `${member_id}/${key}`));
  const claims: Claim[] = [];
  for (const row of rows) {
    claims.push(isNew.has(`${row.member_id}/${row.key}`) ? "new" : await claimedBefore(tx, row));
  }
  return claims;
}

async function claimedBefore(
  tx: Tx,
  { member_id, key, request_hash }: { member_id: number | null; key: string; request_hash: Buffer },
): Promise<Claim> {
  const before = await tx
    .selectFrom("idempotency_keys")
    .select(["request_hash", "result"])
    .where("member_id", sameAs(member_id), member_id)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return sameBytes(before.request_hash, request_hash)
    ? { before: before.result as JsonObject }
    : { conflict: new AppError("IDEMPOTENCY_CONFLICT") };
}

/** Of calls that were refused after all, while others of the same transaction are done. */
export async function releaseKeys(
  tx: Tx,
  calls: readonly { memberId: number; key: string }[],
): Promise<void> {
  if (calls.length === 0) return;
  await sql`
    delete from idempotency_keys using ${unnested(calls, { memberId: "int", key: "text" })}
    where idempotency_keys.member_id = given."memberId" and idempotency_keys.key = given.key`.execute(tx);
}

function answerOf(claim: Exclude<Claim, "new">): JsonObject {
  if ("conflict" in claim) throw claim.conflict;
  return claim.before;
}

/** Spelled out, since "is not distinct from" would not use the index. */
function sameAs(memberId: number | null): "is" | "=" {
  return memberId === null ? "is" : "=";
}

/** Longer than any client asks again for an answer that it missed. */
const keptMs = 30 * day;
/** Rows at once, so that nobody waits for a month's worth of them. */
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
