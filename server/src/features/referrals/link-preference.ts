import type { LinkPreference } from "@fc/contract/referrals/preference";
import type { LinkPreferenceState } from "@fc/contract/referrals/portal";
import { usdCentsToWire } from "@fc/contract/money";
import { legsOf } from "../../core/network/legs.ts";
import { weakerSide } from "../../core/network/preferred-side.ts";
import type { Figures } from "../../core/network/types.ts";
import { atOneMoment, type Db, type Tx } from "../../platform/db.ts";

/** What the member's third link prefers, with the figures that it compares. */
export function linkPreferenceOf(db: Db, memberId: number): Promise<LinkPreferenceState> {
  return atOneMoment(db, readLinkPreference, memberId);
}

async function readLinkPreference(db: Db, memberId: number): Promise<LinkPreferenceState> {
  const { link_preference: preference } = await db
    .selectFrom("members")
    .select("link_preference")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const legs = (await legsOf(db, [memberId])).get(memberId);
  if (!legs) throw new Error(`Member ${memberId} has no place in the network`);
  return {
    preference,
    side: preference && weakerSide(legs, preference),
    left: toWire(legs.left),
    right: toWire(legs.right),
  };
}

function toWire({ users, businessUsdCents }: Figures) {
  return { users, business: usdCentsToWire(businessUsdCents) };
}

interface Choice {
  memberId: number;
  preference: LinkPreference | null;
}

export async function chooseLinkPreference(tx: Tx, { memberId, preference }: Choice): Promise<void> {
  await tx.updateTable("members").set({ link_preference: preference }).where("id", "=", memberId).execute();
}
