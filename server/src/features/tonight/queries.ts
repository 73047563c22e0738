import { type Fc, type UsdCents, asFc, noFc, noUsdCents, plus, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { byRewardSection, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { coverageBasisPoints, directBonusUsdCents, rewardFc } from "@fc/contract/plan/rules";
import type { Side } from "@fc/contract/side";
import type { Tonight, TonightChange, TonightPairs } from "@fc/contract/tonight/portal";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { countsAt, type Day } from "../../core/plan/dues.ts";
import type { MoreBusiness } from "../../core/plan/pairs.ts";
import {
  availableFor,
  comingDay,
  projectionOf,
  type ProjectedPair,
  type Projection,
} from "../../core/plan/projection.ts";
import { projectedTotalOf, type ProjectedTotal } from "../../core/plan/projected-total.ts";
import { atOneMoment, type ReadDb } from "../../platform/db.ts";

/** In one snapshot, so that a closing that begins meanwhile does not mix two days. */
function inSnapshot<Result>(db: ReadDb, read: (db: ReadDb) => Promise<Result>): Promise<Result> {
  return atOneMoment(db, read, undefined);
}

/** Null while a closing is running, or before the first. */
export function tonightOf(db: ReadDb, memberId: number): Promise<Tonight | null> {
  return inSnapshot(db, async (snapshot) => {
    const day = await comingDay(snapshot);
    return day ? figuresOf(snapshot, day, memberId) : null;
  });
}

async function figuresOf(db: ReadDb, day: Day, memberId: number): Promise<Tonight> {
  const total = await projectedTotalOf(db, day);
  const available_fc = asFc(await availableFor(db, day));
  // Until the sum is known, nothing is left out.
  const coverage = { due_fc: total?.due_fc ?? noFc, available_fc };
  const { kinds, pair } = await projectionOf(db, day, { memberId, coverage });
  const sumOf = (name: "due_fc" | "paid_fc") => kinds.reduce((sum, { [name]: fc }) => sum + fc, 0n);
  const of = (kind: RewardKind, name: "due_fc" | "paid_fc") =>
    fcToWire(kinds.find((row) => row.kind === kind)?.[name] ?? noFc);
  return {
    day: day.day,
    endsAt: day.cut.toISOString(),
    planVersion: day.plan.version,
    due: byRewardSection((kind) => of(kind, "due_fc")),
    pays: byRewardSection((kind) => of(kind, "paid_fc")),
    totalDue: fcToWire(asFc(sumOf("due_fc"))),
    totalPays: fcToWire(asFc(sumOf("paid_fc"))),
    pairs: pair ? pairsToWire(pair) : null,
    coverage: total ? coverageToWire(total, available_fc) : null,
  };
}

function pairsToWire(pair: ProjectedPair): TonightPairs {
  return {
    left: usdCentsToWire(minus(pair.left_usd_cents, pair.consumed_usd_cents)),
    right: usdCentsToWire(minus(pair.right_usd_cents, pair.consumed_usd_cents)),
    matched: usdCentsToWire(pair.matched_usd_cents),
    bonus: usdCentsToWire(pair.bonus_usd_cents),
    cap: usdCentsToWire(pair.cap_usd_cents),
    flushed: usdCentsToWire(pair.flushed_usd_cents),
  };
}

function coverageToWire(total: ProjectedTotal & { isCurrent: boolean }, availableFc: Fc) {
  const { due_fc: dueFc, computed_at, isCurrent } = total;
  return {
    share: coverageBasisPoints({ dueFc, availableFc }),
    due: fcToWire(dueFc),
    available: fcToWire(availableFc),
    computedAt: computed_at.toISOString(),
    isCurrent,
  };
}

/** What one more stake of a package would change, in either leg, by whom it is staked. */
export function tonightWith(db: ReadDb, { memberId, usdCents }: { memberId: number; usdCents: UsdCents }) {
  return inSnapshot(db, async (snapshot) => {
    const day = await comingDay(snapshot);
    if (!day) return null;
    const now = await dueOf(snapshot, day, memberId);
    const bonusFc = asFc(await bonusOf(snapshot, day, { memberId, usdCents }));
    const on = async (side: Side) => {
      const then = await dueOf(snapshot, day, memberId, { side, usdCents });
      // Who sponsored it only counts for a member who does not match yet; without that, more business changes nothing.
      const byTeam = now.pair ? then : now;
      return { byTeam: changeBetween(now, byTeam, noFc), bySponsored: changeBetween(now, then, bonusFc) };
    };
    const { coolingOffHours } = await businessSetting(snapshot, "plan");
    return { left: await on("left"), right: await on("right"), coolingOffHours };
  });
}

/** Before coverage: one more stake also changes what everybody above it gets, and with it the share of all. */
function dueOf(db: ReadDb, day: Day, memberId: number, more?: MoreBusiness): Promise<Projection> {
  return projectionOf(db, day, { memberId, more, coverage: { due_fc: noFc, available_fc: noFc } });
}

/** `bonusFc` is the direct bonus of the stake: the same in both legs. */
function changeBetween(now: Projection, then: Projection, bonusFc: Fc): TonightChange {
  const moreOf = (kind: RewardKind) => dueOfKind(then, kind) - dueOfKind(now, kind);
  const flushedUsdCents = minus(
    then.pair?.flushed_usd_cents ?? noUsdCents,
    now.pair?.flushed_usd_cents ?? noUsdCents,
  );
  const matchingFc = asFc(moreOf("pair_matching"));
  const offersFc = asFc(moreOf("offer_reward"));
  return {
    directBonus: fcToWire(bonusFc),
    pairMatching: fcToWire(matchingFc),
    offers: fcToWire(offersFc),
    total: fcToWire(plus(bonusFc, matchingFc, offersFc)),
    flushed: usdCentsToWire(flushedUsdCents),
  };
}

const dueOfKind = ({ kinds }: Projection, kind: RewardKind) =>
  kinds.find((row) => row.kind === kind)?.due_fc ?? 0n;

/** The direct bonus of a stake that nobody has begun yet; nothing for a sponsor without a running stake. */
async function bonusOf(
  db: ReadDb,
  { plan, price, cut }: Day,
  { memberId, usdCents }: { memberId: number; usdCents: UsdCents },
): Promise<bigint> {
  const { rows } = await sql<{ runs: boolean }>`
    select exists (select from stakes where member_id = ${memberId} and ${countsAt(cut)}) as runs`.execute(
    db,
  );
  return sure(rows[0]).runs && price
    ? rewardFc(directBonusUsdCents(usdCents, plan.rules), price.fcFor15Usd)
    : 0n;
}
