import { daysBetween, endOfDay, indiaDayOf } from "@fc/contract/period";
import { planRules, rosDays } from "@fc/contract/plan/rules";
import type { CreditReason } from "@fc/contract/reports/why";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { ranAt } from "./dues.ts";
import { planVersions } from "./versions.ts";

interface Asked {
  memberId: number;
  entryId: bigint;
  line: number;
}

/**
 * Why a credit of a closing is what it is: everything that it followed from, to be reckoned again by `explain`.
 * Undefined for whatever is not a reward of this member's.
 */
export async function reasonOf(db: Db, asked: Asked): Promise<CreditReason | undefined> {
  const credit = await creditOf(db, asked);
  if (!credit) return undefined;
  const { kind, key, day, memberId, ...shared } = credit;
  // Entries of one line name what they reward: direct_bonus/<stake>, offer_reward/<member>/<business in cents>.
  const [, name = "", offerAt = ""] = key.split("/");
  if (kind === "ros") return { kind, day, ...shared, stakes: await stakesOf(db, memberId, day) };
  if (kind === "direct_bonus") return { kind, day, ...shared, ...(await stakerOf(db, Number(name))) };
  const pair = await pairOf(db, memberId, day);
  if (!pair) return undefined;
  if (kind === "pair_matching") {
    return {
      kind,
      day,
      ...shared,
      leftUsdCents: String(pair.left_usd_cents),
      rightUsdCents: String(pair.right_usd_cents),
      consumedUsdCents: String(pair.consumed_usd_cents),
      ownStakeUsdCents: String(pair.own_stake_usd_cents),
    };
  }
  return {
    kind,
    day,
    ...shared,
    offerAtUsdCents: offerAt,
    matchedBeforeUsdCents: String(pair.matched_before_usd_cents),
    matchedAfterUsdCents: String(pair.matched_before_usd_cents + pair.matched_usd_cents),
  };
}

/** The credit with the closing that made it: the kind, key and day of its entry, and what all rewards share. */
async function creditOf(db: Db, { memberId, entryId, line }: Asked) {
  const row = await db
    .selectFrom("ledger_postings as posting")
    .innerJoin("ledger_entries as entry", "entry.id", "posting.entry_id")
    .innerJoin("closings", (join) =>
      join.on(sql<boolean>`closings.day = (posting.effective_at at time zone 'Asia/Kolkata')::date`),
    )
    .innerJoin("plan_versions", "plan_versions.version", "closings.plan_version")
    .innerJoin("prices", "prices.id", "closings.price_id")
    .select(["entry.kind", "entry.key", "posting.amount", "closings.day", "closings.due_fc"])
    .select(["closings.available_fc", "closings.plan_version", "plan_versions.rules", "prices.fc_for_15_usd"])
    .where("posting.entry_id", "=", entryId)
    .where("posting.line", "=", line)
    .where("posting.credit_id", ">", BigInt(memberId) * 16n)
    .where("posting.credit_id", "<", BigInt(memberId) * 16n + 16n)
    .executeTakeFirst();
  if (!row || !isReward(row.kind) || !row.key.startsWith(`${row.kind}/`)) return undefined;
  return {
    kind: row.kind,
    key: row.key,
    day: row.day,
    memberId,
    planVersion: row.plan_version,
    rules: planRules.parse(row.rules),
    fcFor15Usd: String(row.fc_for_15_usd),
    dueFc: String(row.due_fc),
    availableFc: String(row.available_fc),
    creditedFc: String(row.amount),
  };
}

function isReward(kind: string): kind is CreditReason["kind"] {
  return ["ros", "direct_bonus", "pair_matching", "offer_reward"].includes(kind);
}

/** The member's stakes that earned on a day, as the closing saw them. */
async function stakesOf(db: Db, memberId: number, day: string) {
  const versions = new Map((await planVersions(db)).map(({ version, rules }) => [version, rules.ros]));
  const stakes = await db
    .selectFrom("stakes")
    .select(["id", "principal_fc", "started_at", "plan_version"])
    .where("member_id", "=", memberId)
    .where(sql<boolean>`${ranAt(endOfDay(day))}`)
    .orderBy("id")
    .execute();
  return stakes
    .map((stake) => ({
      id: stake.id,
      startedOn: indiaDayOf(stake.started_at),
      principalFc: String(stake.principal_fc),
      dayNumber: daysBetween(indiaDayOf(stake.started_at), day),
      planVersion: stake.plan_version,
      terms: versions.get(stake.plan_version)!,
    }))
    .filter(({ dayNumber, terms }) => dayNumber >= 1 && dayNumber <= rosDays(terms));
}

async function stakerOf(db: Db, stakeId: number) {
  const stake = await db
    .selectFrom("stakes")
    .innerJoin("members", "members.id", "stakes.member_id")
    .select(["members.ref_id", "stakes.principal_usd_cents"])
    .where("stakes.id", "=", stakeId)
    .executeTakeFirstOrThrow();
  return { refId: stake.ref_id, principalUsdCents: String(stake.principal_usd_cents) };
}

function pairOf(db: Db, memberId: number, day: string) {
  return db
    .selectFrom("closing_pairs")
    .selectAll()
    .where("day", "=", day)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}
