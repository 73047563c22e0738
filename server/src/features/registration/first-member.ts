import { AppError } from "@fc/contract/errors";
import { indiaDayOf } from "@fc/contract/period";
import type { FirstMember } from "@fc/contract/registration/console";
import { sql } from "kysely";
import { placeRoot } from "../../core/network/place.ts";
import { isPlanDecided } from "../../core/plan/versions.ts";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import type { Tx } from "../../platform/db.ts";
import { mailWelcome } from "./completion.ts";
import { insertMember } from "./registration.ts";

interface FirstMemberInput extends FirstMember {
  /** Whether it may be one more network beside those there are. */
  isAnotherRoot?: boolean;
  publicUrl: string;
  now: Date;
}

/** Adds the root of a network: everybody else needs a sponsor. The member is welcomed by mail like any other. */
export async function addFirstMember(
  tx: Tx,
  input: FirstMemberInput,
): Promise<{ id: number; refId: string }> {
  const { name, gender, email, isAnotherRoot = false, publicUrl, now } = input;
  // Of two at once, the second finds the first.
  await sql`select pg_advisory_xact_lock(${advisoryLocks.firstMember})`.execute(tx);
  if (!isAnotherRoot && (await hasMembers(tx))) throw new AppError("FIRST_MEMBER_EXISTS");
  if (!(await isPlanDecided(tx, indiaDayOf(now)))) throw new AppError("PLAN_NOT_CONFIRMED");
  const values = { name, gender, email: email.toLowerCase(), password_hash: null, joined_at: now };
  const { id, ref_id: refId } = await insertMember(tx, values);
  await placeRoot(tx, { memberId: id, now });
  await mailWelcome(tx, { memberId: id, publicUrl, now });
  return { id, refId };
}

async function hasMembers(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom("members").select("id").limit(1).executeTakeFirst()) !== undefined;
}
