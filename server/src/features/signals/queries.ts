import { AppError } from "@fc/contract/errors";
import type { consoleSignals, Signal, SignalEvidence, SignalFacts } from "@fc/contract/signals/console";
import type { SignalRuleName } from "@fc/contract/signals/console-rules";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { sql, type RawBuilder } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { bounds, counts, isOpen } from "../../core/signals/scores.ts";
import type { Db } from "../../platform/db.ts";
import { deviceOf } from "../../platform/format.ts";

interface SignalRow {
  id: number;
  rule: SignalRuleName;
  strength: number;
  evidence: number;
  facts: SignalFacts;
  found_at: Date;
  newest_at: Date;
  is_open: boolean;
  members: { refId: string; name: string }[];
  member_count: number;
}

/** So many of the members are named in a list; the page of the signal has all of them. */
const namedMembers = 3;

/** Signals that count by today's thresholds. */
async function signalRows(
  db: Db,
  { where, limit, order = "desc" }: { where: RawBuilder<unknown>; limit: number; order?: "asc" | "desc" },
): Promise<SignalRow[]> {
  const direction = sql.raw(order);
  const thresholds = await businessSetting(db, "signals");
  const { rows } = await sql<SignalRow>`
    with chosen as (
      select signal.*, ${isOpen} as is_open
      from signals as signal join (select * from ${bounds(thresholds)}) as bound on bound.rule = signal.rule
      where ${counts} and ${where}
      order by signal.newest_at ${direction}, signal.id ${direction} limit ${limit}
    )
    select chosen.id, chosen.rule, strength, evidence, facts, found_at, newest_at, is_open, people.members,
      (select count(*)::int from signal_members where signal_id = chosen.id) as member_count
    from chosen cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('refId', ref_id, 'name', name)), '[]') as members
      from (
        select member.ref_id, member.name
        from signal_members as concerned join members as member on member.id = concerned.member_id
        where concerned.signal_id = chosen.id order by concerned.since desc, member.id limit ${namedMembers}
      ) first
    ) people
    order by newest_at ${direction}, id ${direction}`.execute(db);
  return rows;
}

function toSignal(row: SignalRow): Signal {
  const { browser } = row.facts;
  return {
    id: row.id,
    rule: row.rule,
    strength: row.strength,
    evidence: row.evidence,
    facts: browser === undefined ? row.facts : { ...row.facts, browser: browserText(browser) },
    foundAt: row.found_at.toISOString(),
    newestAt: row.newest_at.toISOString(),
    isOpen: row.is_open,
    members: row.members,
    memberCount: row.member_count,
  };
}

function browserText(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  return `${browser ?? "A browser"} on ${system ?? "an unknown device"}`;
}

/** Newest evidence first unless turned round. A page goes on where the last one ended. */
export async function signalPage(
  db: Db,
  { rule, state = "open", order = "desc", cursor, size = defaultPageSize }: QueryOf<typeof consoleSignals>,
) {
  const conditions = [
    state === "open" ? isOpen : sql`not ${isOpen}`,
    rule === undefined ? sql`true` : sql`signal.rule = ${rule}`,
    cursor === undefined ? sql`true` : beyond(cursor, order),
  ];
  const rows = await signalRows(db, { where: sql.join(conditions, sql` and `), limit: size + 1, order });
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    data: shown.map(toSignal),
    next: last === undefined ? null : `${last.newest_at.getTime()}.${last.id}`,
  };
}

/** A cursor comes back from a client: one that we did not make finds nothing. */
function beyond(cursor: string, order: "asc" | "desc"): RawBuilder<unknown> {
  const [, at, id] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (at === undefined) return sql`false`;
  // Stored moments are finer than a millisecond, so the whole millisecond is read again as far as its ids go.
  const compared = sql.raw(order === "desc" ? "<" : ">");
  return sql`(date_trunc('milliseconds', signal.newest_at), signal.id) ${compared} (${new Date(Number(at))}::timestamptz, ${id}::int)`;
}

export async function signalsOfMember(
  db: Db,
  memberId: number,
): Promise<{ score: number; signals: Signal[] }> {
  const rows = await signalRows(db, {
    where: sql`exists (select from signal_members as own where own.signal_id = signal.id and own.member_id = ${memberId})
      and signal.id in (select signal_id from signal_members where member_id = ${memberId})`,
    limit: 100,
  });
  const scored = await db
    .selectFrom("signal_scores")
    .select("score")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  const signals = rows.map(toSignal).toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  return { score: scored?.score ?? 0, signals };
}

/** More are a case for the database's own tools. */
const mostPeople = 200;

export async function signalEvidence(db: Db, id: number): Promise<SignalEvidence> {
  const [row] = await signalRows(db, { where: sql`signal.id = ${id}`, limit: 1 });
  if (!row) throw new AppError("NOT_FOUND");
  const people = await db
    .selectFrom("signal_members as concerned")
    .innerJoin("members as member", "member.id", "concerned.member_id")
    .leftJoin("signal_scores as scored", "scored.member_id", "member.id")
    .leftJoin("placements as place", "place.member_id", "member.id")
    .leftJoin("members as sponsor", "sponsor.id", "place.sponsor_id")
    .select(["member.id", "member.ref_id as refId", "member.name", "member.status", "member.joined_at"])
    .select([
      "concerned.since",
      "scored.score",
      "sponsor.ref_id as sponsorRefId",
      "sponsor.name as sponsorName",
    ])
    .where("concerned.signal_id", "=", id)
    .orderBy("concerned.since")
    .orderBy("member.id")
    .limit(mostPeople)
    .execute();
  const judgements = await db
    .selectFrom("signal_judgements as judgement")
    .innerJoin("operators as operator", "operator.id", "judgement.operator_id")
    .select(["judgement.id", "operator.name as by", "judgement.at", "judgement.reason", "judgement.evidence"])
    .where("judgement.signal_id", "=", id)
    .orderBy("judgement.id", "desc")
    .execute();
  return {
    ...toSignal(row),
    people: people.map(({ joined_at, since, score, sponsorRefId, sponsorName, ...person }) => ({
      ...person,
      joinedAt: joined_at.toISOString(),
      since: since.toISOString(),
      score: score ?? 0,
      sponsor:
        sponsorRefId === null || sponsorName === null ? null : { refId: sponsorRefId, name: sponsorName },
    })),
    judgements: judgements.map(({ at, ...judgement }) => ({ ...judgement, at: at.toISOString() })),
  };
}

const mostHighest = 50;

export async function highestScores(db: Db) {
  const rows = await db
    .selectFrom("signal_scores as scored")
    .innerJoin("members as member", "member.id", "scored.member_id")
    .select(["member.id", "member.ref_id as refId", "member.name", "member.status", "member.joined_at"])
    .select("scored.score")
    .orderBy("scored.score", "desc")
    .orderBy("scored.member_id")
    .limit(mostHighest)
    .execute();
  return rows.map(({ joined_at, ...row }) => ({ ...row, joinedAt: joined_at.toISOString() }));
}
