import {
  timelineKindNames,
  type consoleMemberTimeline,
  type TimelineEntry,
  type TimelineKind,
  type TimelineSource,
} from "@fc/contract/members/console";
import { usdCentsToWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { QueryOf } from "@fc/contract/route";
import { keysOf } from "@fc/contract/sure";
import { defaultPageSize } from "@fc/contract/table";
import { wallets } from "@fc/contract/wallet/kinds";
import { cursorBehind, statementPage } from "../../core/ledger/statement.ts";
import type { ReadDb } from "../../platform/db.ts";
import { changesOf, logOf, supportOf } from "./records.ts";
import { toLine } from "./statement.ts";

interface Member {
  id: number;
  refId: string;
  email: string;
}

/** A line, and where its source goes on behind it. */
interface Found {
  cursor: string;
  at: string;
  entry: TimelineEntry["entry"];
}

interface Source {
  kind: TimelineKind;
  /** The newest lines behind the cursor, by an index of the member's: the same cost however far back they are. */
  read: (
    db: ReadDb,
    member: Member,
    place: { cursor: string | undefined; limit: number },
  ) => Promise<Found[]>;
}

const sources: Record<TimelineSource, Source> = {
  ledger: { kind: "money", read: movementsOf },
  "staking-request": { kind: "money", read: stakingRequestsOf },
  change: {
    kind: "changes",
    read: async (db, { id }, { cursor, limit }) =>
      (await changesOf(db, { memberId: id, limit, before: idIn(cursor) })).map((line) => ({
        cursor: line.id,
        at: line.happenedAt,
        entry: { source: "change", line },
      })),
  },
  message: {
    kind: "messages",
    read: async (db, { refId }, { cursor, limit }) =>
      (await supportOf(db, { refId, limit, before: idIn(cursor) })).map(
        ({ id, status: _status, ...line }) => ({
          cursor: String(id),
          at: line.sentAt,
          entry: { source: "message", line },
        }),
      ),
  },
  answer: { kind: "messages", read: answersOf },
  mail: { kind: "messages", read: mailsOf },
  log: {
    kind: "decisions",
    read: async (db, { id }, { cursor, limit }) =>
      (await logOf(db, { memberId: id, limit, before: idIn(cursor) })).map((line) => ({
        cursor: String(line.id),
        at: line.at,
        entry: { source: "log", line },
      })),
  },
};

/**
 * One list of all sources, the newest first. Each source is read behind where the last page left it, so nothing is left
 * out or shown twice, and the hundredth page costs what the first does.
 */
export async function memberTimeline(
  db: ReadDb,
  member: Member,
  { kind, cursor, size = defaultPageSize }: QueryOf<typeof consoleMemberTimeline>,
): Promise<{ data: TimelineEntry[]; next: string | null }> {
  const kinds = kind === undefined ? timelineKindNames : [kind];
  const names = keysOf(sources).filter((name) => kinds.includes(sources[name].kind));
  const places = placesIn(cursor);
  const found = await Promise.all(
    names.map((name) => sources[name].read(db, member, { cursor: places.get(name), limit: size + 1 })),
  );
  const merged = found.flatMap(inOrder).toSorted((a, b) => b.order.localeCompare(a.order));
  const page = merged.slice(0, size);
  for (const line of page) places.set(line.entry.source, line.cursor);
  return {
    data: page.map((line) => ({ id: `${line.entry.source}-${line.cursor}`, at: line.at, entry: line.entry })),
    next: merged.length > size ? [...places].map(([name, place]) => `${name}:${place}`).join(",") : null,
  };
}

/** Keeps the lines of a source in the source's own order. Otherwise the cursor of a page could pass a line over. */
function inOrder(lines: readonly Found[]): (Found & { order: string })[] {
  let order = "9";
  return lines.map((line) => {
    if (line.at < order) order = line.at;
    return { ...line, order };
  });
}

/** A cursor comes back from a client: what we did not make is left out, and that source is read from its newest. */
function placesIn(cursor = ""): Map<TimelineSource, string> {
  const places = new Map<TimelineSource, string>();
  for (const part of cursor.split(",")) {
    const [name, place] = part.split(":");
    const source = keysOf(sources).find((known) => known === name);
    if (source && place !== undefined) places.set(source, place);
  }
  return places;
}

function idIn(cursor: string | undefined): bigint | undefined {
  return cursor !== undefined && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined;
}

type Place = Parameters<Source["read"]>[2];

async function movementsOf(db: ReadDb, { id }: Member, { cursor, limit }: Place): Promise<Found[]> {
  const { lines } = await statementPage(db, { memberId: id, accounts: wallets, cursor, limit });
  return lines.map((line) => ({
    cursor: cursorBehind(line),
    at: line.effectiveAt.toISOString(),
    entry: { source: "ledger", line: toLine(line) },
  }));
}

async function stakingRequestsOf(db: ReadDb, { id }: Member, { cursor, limit }: Place): Promise<Found[]> {
  let found = db
    .selectFrom("staking_requests")
    .select(["id", "amount_usd_cents", "status", "is_cancelled", "requested_at"])
    .where("member_id", "=", id)
    .orderBy("id", "desc")
    .limit(limit);
  const before = idIn(cursor);
  if (before !== undefined) found = found.where("id", "<", Number(before));
  return (await found.execute()).map((row) => ({
    cursor: String(row.id),
    at: row.requested_at.toISOString(),
    entry: {
      source: "staking-request",
      line: {
        reference: referenceOf("staking-request", row.id),
        at: row.requested_at.toISOString(),
        amountUsd: usdCentsToWire(row.amount_usd_cents),
        status: row.status,
        isCancelled: row.is_cancelled,
      },
    },
  }));
}

/** Answers of operators and what the member added. Notes are for the desk that works on the message. */
async function answersOf(db: ReadDb, { refId }: Member, { cursor, limit }: Place): Promise<Found[]> {
  let found = db
    .selectFrom("support_events as event")
    .innerJoin("support_records as record", "record.id", "event.record_id")
    .leftJoin("operators as operator", "operator.id", "event.operator_id")
    .select(["event.id", "event.at", "event.body", "record.reference", "operator.name as operator"])
    .where("record.ref_id", "=", refId)
    .where("event.kind", "in", ["reply", "message"])
    .orderBy("event.id", "desc")
    .limit(limit);
  const before = idIn(cursor);
  if (before !== undefined) found = found.where("event.id", "<", before);
  return (await found.execute()).map(({ id, at, body, reference, operator }) => ({
    cursor: String(id),
    at: at.toISOString(),
    entry: { source: "answer", line: { reference, at: at.toISOString(), text: body, operator } },
  }));
}

async function mailsOf(db: ReadDb, { email }: Member, { cursor, limit }: Place): Promise<Found[]> {
  let found = db
    .selectFrom("mails")
    .select(["id", "subject", "created_at", "sent_at"])
    .where("recipient", "=", email)
    .orderBy("id", "desc")
    .limit(limit);
  const before = idIn(cursor);
  if (before !== undefined) found = found.where("id", "<", before);
  return (await found.execute()).map(({ id, subject, created_at, sent_at }) => ({
    cursor: String(id),
    at: created_at.toISOString(),
    entry: {
      source: "mail",
      line: { at: created_at.toISOString(), subject, sentAt: sent_at?.toISOString() ?? null },
    },
  }));
}
