import type { LinkPreference } from "@fc/contract/referrals/preference";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { legsOf } from "./legs.ts";
import type { Figures, Legs, Side } from "./types.ts";

/** What a preference compares first, and what decides between equals. */
const figuresOf = {
  business: [({ businessUsdCents }) => businessUsdCents, ({ users }) => users],
  members: [({ users }) => users, ({ businessUsdCents }) => businessUsdCents],
} as const satisfies Record<LinkPreference, readonly ((leg: Figures) => number | bigint)[]>;

/** The leg with less of what is preferred; of two that are equal in everything, the left one. */
export function weakerSide({ left, right }: Legs, preference: LinkPreference): Side {
  for (const figureOf of figuresOf[preference]) {
    if (figureOf(left) !== figureOf(right)) return figureOf(left) < figureOf(right) ? "left" : "right";
  }
  return "left";
}

/** Where a link of this member's preference leads now; undefined if the member has none. */
export async function preferredSide(db: Db, memberId: number): Promise<Side | undefined> {
  const member = await db
    .selectFrom("members")
    .select("link_preference")
    .where("id", "=", memberId)
    .executeTakeFirst();
  if (!member?.link_preference) return undefined;
  const legs = (await legsOf(db, [memberId])).get(memberId);
  return legs && weakerSide(legs, member.link_preference);
}

/**
 * The same for somebody who is about to be placed: until the commit nobody else is placed by this preference, so that
 * each newcomer is counted before the next one is placed. Without the lock, all who register at once would sit on one
 * side. It is taken after the lock of the e-mail address and before the one of the place, as by everybody.
 */
export async function preferredSideAlone(tx: Tx, sponsorId: number): Promise<Side | undefined> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.preferredPlace}::int, ${sponsorId}::int)`.execute(
    tx,
  );
  return preferredSide(tx, sponsorId);
}
