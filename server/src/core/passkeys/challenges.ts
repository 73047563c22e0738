import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { after } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { sha256 } from "../../platform/secrets.ts";
import { challengeMs } from "./webauthn.ts";

/** Who may use a challenge: the browser with this cookie, to sign in; or a session, to add a passkey. */
export type ChallengeHolder = { cookie: string } | { sessionId: string };

function holderHash(holder: ChallengeHolder): Buffer {
  return sha256("cookie" in holder ? `cookie:${holder.cookie}` : `session:${holder.sessionId}`);
}

interface NewChallenge {
  holder: ChallengeHolder;
  /** Of a passkey that is added. */
  added?: { name: string; userHandle: Buffer };
  now: Date;
}

/** Makes a challenge, in place of an earlier one of the same holder. */
export async function makeChallenge(tx: Tx, { holder, added, now }: NewChallenge): Promise<Buffer> {
  await forgetOld(tx, now);
  const row = {
    challenge: randomBytes(32),
    name: added?.name ?? null,
    user_handle: added?.userHandle ?? null,
    expires_at: after(now, challengeMs),
  };
  await tx
    .insertInto("passkey_challenges")
    .values({ holder: holderHash(holder), ...row })
    .onConflict((conflict) => conflict.column("holder").doUpdateSet(row))
    .execute();
  return row.challenge;
}

/** The few that expired since the last one was made; those that another transaction deletes are left to it. */
async function forgetOld(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from passkey_challenges where holder in (
      select holder from passkey_challenges where expires_at <= ${now} limit 20 for update skip locked
    )`.execute(tx);
}

export async function challengeOf(db: Db, { holder, now }: { holder: ChallengeHolder; now: Date }) {
  return db
    .selectFrom("passkey_challenges")
    .select(["challenge", "name", "user_handle as userHandle"])
    .where("holder", "=", holderHash(holder))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/**
 * Takes the holder's challenge away; undefined if there is none any more. In a transaction of its own: a refused
 * signature uses it up too.
 */
export async function takeChallenge(tx: Tx, { holder, now }: { holder: ChallengeHolder; now: Date }) {
  return tx
    .deleteFrom("passkey_challenges")
    .where("holder", "=", holderHash(holder))
    .where("expires_at", ">", now)
    .returning(["challenge", "name", "user_handle as userHandle"])
    .executeTakeFirst();
}
