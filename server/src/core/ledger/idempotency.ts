import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { after, day, hour, type Clock } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Task } from "../../platform/jobs.ts";
import { sameBytes, sha256 } from "../../platform/secrets.ts";
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
  { memberId, key, request, now }: Asked,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  // Spelled out, since "is not distinct from" would not use the index.
  const sameMember = memberId === null ? "is" : "=";
  const requestHash = sha256(canonical(request));
  const first = await tx
    .insertInto("idempotency_keys")
    .values({ member_id: memberId, key, request_hash: requestHash, result: null, created_at: now })
    // Waits here while another transaction is at the same key, and finds nothing inserted once that has committed.
    .onConflict((conflict) => conflict.columns(["member_id", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!first) {
    const before = await tx
      .selectFrom("idempotency_keys")
      .select(["request_hash", "result"])
      .where("member_id", sameMember, memberId)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    if (!sameBytes(before.request_hash, requestHash)) throw new AppError("IDEMPOTENCY_CONFLICT");
    return before.result as Result;
  }
  const result = await work(tx);
  await tx
    .updateTable("idempotency_keys")
    .set({ result: JSON.stringify(result) })
    .where("member_id", sameMember, memberId)
    .where("key", "=", key)
    .execute();
  return result;
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
