import { type UsdCents, asUsdCents, noUsdCents, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { endOfDay, indiaDayOf } from "@fc/contract/period";
import { pairCapUsdCents, pairStep, type PairStep } from "@fc/contract/plan/rules";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { businessBefore, legOfSponsor } from "../network/legs.ts";
import { countsAt } from "./dues.ts";
import { planOn } from "./versions.ts";

/** Business of a leg that no matching has taken. Below zero where stakes were undone. */
interface UnmatchedBusiness {
  carriedUsdCents: UsdCents;
  freshUsdCents: UsdCents;
}

export interface PairStanding {
  /** Whether a personally sponsored member is active on each side. */
  hasActiveLeft: boolean;
  hasActiveRight: boolean;
  /** Whether the member has both of them and a running stake. */
  isQualified: boolean;
  /** Matched business that counted for offers so far. */
  matchedUsdCents: UsdCents;
  /** The most that a day's matching pays. */
  capUsdCents: UsdCents;
  /** What matchings have taken from each leg so far; it is the same for both. */
  takenUsdCents: UsdCents;
  /** What the last matching left over in each leg, and what is new since. */
  left: UnmatchedBusiness;
  right: UnmatchedBusiness;
  /** The day of the last matching; of one in the system before, the day of the cut. */
  lastMatchedOn: string | undefined;
  /** What a closing at this moment would do, if the member is qualified: carried legs, bonus, flushed. */
  step: PairStep;
}

/** A member's matching so far, before the day is closed. */
export async function pairStandingOf(
  db: ReadDb,
  { memberId, now }: { memberId: number; now: Date },
): Promise<PairStanding> {
  const cut = endOfDay(indiaDayOf(now));
  const [{ rules }, { leftUsdCents, rightUsdCents }, memory, lastHere, qualifying] = await Promise.all([
    planOn(db, indiaDayOf(now)),
    businessAt(db, { memberId, cut }),
    db
      .selectFrom("pair_memory")
      .select(["consumed_usd_cents", "matched_usd_cents"])
      .where("member_id", "=", memberId)
      .executeTakeFirst(),
    db
      .selectFrom("closing_pairs")
      .select(["day", "left_usd_cents", "right_usd_cents"])
      .where("member_id", "=", memberId)
      .orderBy("day", "desc")
      .limit(1)
      .executeTakeFirst(),
    qualifyingStakesOf(db, { memberId, cut }),
  ]);
  const last = lastHere ?? (await matchedBeforeMove(db, memberId));
  const { hasActiveLeft, hasActiveRight, ownStakeUsdCents } = qualifying;
  const input = {
    leftUsdCents,
    rightUsdCents,
    consumedUsdCents: memory?.consumed_usd_cents ?? noUsdCents,
    ownStakeUsdCents,
  };
  const takenUsdCents = input.consumedUsdCents;
  const unmatched = (nowUsdCents: UsdCents, thenUsdCents = 0n): UnmatchedBusiness => ({
    carriedUsdCents: asUsdCents(thenUsdCents - takenUsdCents),
    freshUsdCents: minus(nowUsdCents, asUsdCents(thenUsdCents)),
  });
  return {
    hasActiveLeft,
    hasActiveRight,
    isQualified: hasActiveLeft && hasActiveRight && ownStakeUsdCents > 0n,
    matchedUsdCents: memory?.matched_usd_cents ?? noUsdCents,
    capUsdCents: pairCapUsdCents(ownStakeUsdCents, rules),
    takenUsdCents: takenUsdCents,
    left: unmatched(input.leftUsdCents, last?.left_usd_cents),
    right: unmatched(input.rightUsdCents, last?.right_usd_cents),
    lastMatchedOn: last?.day,
    step: pairStep(input, rules),
  };
}

/** What the last matching in the system before left of each leg; undefined where it had taken nothing of them. */
async function matchedBeforeMove(db: ReadDb, memberId: number) {
  const moved = await db
    .selectFrom("arrivals")
    .innerJoin("pair_memory", (join) => join.on("member_id", "=", memberId))
    .select("cut_day as day")
    .where((eb) =>
      eb.or([eb("left_before_usd_cents", ">", noUsdCents), eb("right_before_usd_cents", ">", noUsdCents)]),
    )
    .executeTakeFirst();
  if (moved === undefined) return undefined;
  const { leftUsdCents, rightUsdCents } = await businessAt(db, { memberId, cut: endOfDay(moved.day) });
  return { day: moved.day, left_usd_cents: leftUsdCents, right_usd_cents: rightUsdCents };
}

/** The running stakes that qualify a member: the own ones, and whether personally sponsored members have some. */
async function qualifyingStakesOf(
  db: ReadDb,
  { memberId, cut }: { memberId: number; cut: Date },
): Promise<{ hasActiveLeft: boolean; hasActiveRight: boolean; ownStakeUsdCents: UsdCents }> {
  const { rows } = await sql<{ left: boolean; right: boolean; own: bigint }>`
    select coalesce(bool_or(${legOfSponsor("placements")} = 'left'), false) as left,
      coalesce(bool_or(${legOfSponsor("placements")} = 'right'), false) as right,
      (select coalesce(sum(principal_usd_cents), 0)::bigint from stakes
        where member_id = ${memberId} and ${countsAt(cut)}) as own
    from placements where sponsor_id = ${memberId}
      and exists (select from stakes where stakes.member_id = placements.member_id and ${countsAt(cut)})`.execute(
    db,
  );
  const { left, right, own } = sure(rows[0]);
  return { hasActiveLeft: left, hasActiveRight: right, ownStakeUsdCents: asUsdCents(own) };
}

/** Business of both legs that counts for the closing of the day, without what the system before had taken of it. */
async function businessAt(db: ReadDb, { memberId, cut }: { memberId: number; cut: Date }) {
  const { rows } = await sql<{ left_usd_cents: UsdCents; right_usd_cents: UsdCents }>`
    with given as (
      select member_id, side, run_head_id, pos from placements where member_id = ${memberId}
    )
    select left_usd_cents - coalesce(left_before_usd_cents, 0) as left_usd_cents,
      right_usd_cents - coalesce(right_before_usd_cents, 0) as right_usd_cents
    from (${businessBefore("given", cut)}) legs left join pair_memory using (member_id)`.execute(db);
  return {
    leftUsdCents: rows[0]?.left_usd_cents ?? noUsdCents,
    rightUsdCents: rows[0]?.right_usd_cents ?? noUsdCents,
  };
}
