import { sure } from "@fc/contract/sure";
import { randomUUID } from "node:crypto";
import type { Language } from "@fc/contract/languages";
import { operatorRights } from "@fc/contract/operator-access";
import { sessionIdleMs } from "@fc/contract/session-time";
import { sql } from "kysely";
import { after, day, minute, type Clock } from "./clock.ts";
import type { Db, ReadDb, Tx } from "./db.ts";
import type { Task } from "./jobs.ts";
import { addressBlock } from "./rate-limit.ts";
import { Batcher, type Outcome } from "./batcher.ts";
import { randomToken, sameBytes, sha256 } from "./secrets.ts";

export interface MemberSession {
  sessionId: string;
  memberId: number;
  refId: string;
  name: string;
  email: string;
  language: Language | null;
  mustChangePassword: boolean;
  /** Whether the member chose to confirm changes by a passkey. */
  confirmsByPasskey: boolean;
  /** Whether a document waits to be accepted before anything else. */
  mustAccept: boolean;
  /** Set if an operator views the portal as this member and may only read; undefined for the member. */
  memberView: { operatorId: number; until: Date } | undefined;
}

/** A session ends after `sessionIdleMs` without use, and after `absoluteMs` in any case. */
const absoluteMs = 30 * day;
/** `last_seen_at` is only this exact: writing it at every request would turn each read into a write. */
const touchMs = 5 * minute;
/** Long enough to see what a member describes, too short to be left open. */
const memberViewMs = 15 * minute;

interface NewSession {
  memberId: number;
  temporaryPasswordId: number | null;
  /** By the password of another system, in place of which a new one is chosen first. */
  isMovedPassword?: boolean;
  ip: string;
  userAgent: string;
  /** The operator who views the portal as this member. */
  viewingOperatorId?: number;
  now: Date;
}

interface OpenedSession {
  token: string;
  cookie: string;
  expiresAt: Date;
}

export async function openSession(tx: Tx, session: NewSession): Promise<OpenedSession> {
  const token = randomToken();
  const cookie = randomToken();
  const expiresAt = after(session.now, session.viewingOperatorId === undefined ? absoluteMs : memberViewMs);
  await tx
    .insertInto("sessions")
    .values({
      id: randomUUID(),
      member_id: session.memberId,
      token_hash: sha256(token),
      cookie_hash: sha256(cookie),
      temporary_password_id: session.temporaryPasswordId,
      must_change_password: session.temporaryPasswordId !== null || session.isMovedPassword === true,
      ip: session.ip,
      block: addressBlock(session.ip),
      user_agent: session.userAgent.slice(0, 300),
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: expiresAt,
      revoked_at: null,
      looking_operator_id: session.viewingOperatorId ?? null,
    })
    .execute();
  return { token, cookie, expiresAt };
}

interface Credentials {
  token: string;
  /** A member's own session and a member view have different cookies, so that a browser may hold both. */
  cookie: string | undefined;
  viewCookie?: string | undefined;
}

/** Reads the sessions of calls that arrive at the same time in one query. */
export class SessionReader {
  readonly #db: Db;
  readonly #rows: Batcher<SessionLookup, StoredSession | undefined>;

  constructor(db: Db) {
    this.#db = db;
    this.#rows = new Batcher((lookups) => storedSessions(db, lookups), {
      name: "sessions",
      maxBatch: 100,
      concurrency: 1,
      maxWaiting: 5000,
    });
  }

  /** The session of this token and cookie; undefined if either is wrong, expired or revoked. */
  async sessionOf(credentials: Credentials, now: Date): Promise<MemberSession | undefined> {
    const row = await this.#rows.submit({ tokenHash: sha256(credentials.token), now });
    if (!row) return undefined;
    const { looking_operator_id: operatorId } = row;
    const cookie = operatorId === null ? credentials.cookie : credentials.viewCookie;
    if (cookie === undefined || !sameBytes(row.cookie_hash, sha256(cookie))) return undefined;
    if (operatorId !== null && !(await mayViewAsMember(this.#db, operatorId))) return undefined;
    if (now.getTime() - row.last_seen_at.getTime() > touchMs) await touch(this.#db, row.sessionId, now);
    const { sessionId, memberId, refId, name, email, language, mustChangePassword, confirmsByPasskey } = row;
    const memberView = operatorId === null ? undefined : { operatorId, until: row.expires_at };
    // An operator who looks at the portal accepts nothing in the member's place, and may read on.
    const mustAccept = row.mustAccept && memberView === undefined;
    const member = { memberId, refId, name, email, language, confirmsByPasskey };
    return { sessionId, ...member, mustChangePassword, mustAccept, memberView };
  }
}

interface SessionLookup {
  tokenHash: Buffer;
  now: Date;
}

type StoredSession = Awaited<ReturnType<typeof openSessions>>[number];

async function storedSessions(
  db: Db,
  lookups: readonly SessionLookup[],
): Promise<Outcome<StoredSession | undefined>[]> {
  const tokenHashes = lookups.map(({ tokenHash }) => tokenHash);
  const rows = await openSessions(db, { tokenHashes, now: sure(lookups.at(-1)).now });
  return lookups.map(({ tokenHash }) => ({
    result: rows.find((row) => sameBytes(row.token_hash, tokenHash)),
  }));
}

/** Whether a change in substance is there that the member has not accepted, nor a later version. */
const mustAccept = sql<boolean>`exists (select from document_versions as document where document.is_substantial
  and not exists (select from acceptances where acceptances.member_id = members.id
    and acceptances.kind = document.kind and acceptances.version >= document.version))`;

function openSessions(db: Db, { tokenHashes, now }: { tokenHashes: readonly Buffer[]; now: Date }) {
  const [first] = tokenHashes;
  // For a list PostgreSQL makes a new plan each time, which takes ten times as long as reading one session.
  const isOne = tokenHashes.length === 1 && first !== undefined;
  return db
    .selectFrom("sessions")
    .innerJoin("members", "members.id", "sessions.member_id")
    .select([
      "sessions.id as sessionId",
      "sessions.member_id as memberId",
      "sessions.token_hash",
      "sessions.cookie_hash",
      "sessions.last_seen_at",
      "sessions.expires_at",
      "sessions.looking_operator_id",
      "sessions.must_change_password as mustChangePassword",
      "members.ref_id as refId",
      "members.name",
      "members.email",
      "members.language",
      "members.confirms_by_passkey as confirmsByPasskey",
      mustAccept.as("mustAccept"),
    ])
    .where("sessions.token_hash", "=", isOne ? first : sql<Buffer>`any (${tokenHashes}::bytea[])`)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .where("sessions.last_seen_at", ">", after(now, -sessionIdleMs))
    .where("members.status", "=", "active")
    .execute();
}

/** Checked at every call, so that an operator who is disabled or has another role loses access at once. */
async function mayViewAsMember(db: Db, operatorId: number): Promise<boolean> {
  const operator = await db
    .selectFrom("operators")
    .select("role")
    .where("id", "=", operatorId)
    .where("status", "=", "active")
    .executeTakeFirst();
  return (
    operator !== undefined && operatorRights.manageAccess.operators.some((role) => role === operator.role)
  );
}

async function touch(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", sessionId).execute();
}

/** Where a member is signed in now, without member views of operators and without ended sessions. */
export async function openSessionsOf(db: ReadDb, { memberId, now }: { memberId: number; now: Date }) {
  return db
    .selectFrom("sessions")
    .select(["id", "ip", "user_agent as userAgent", "created_at as signedInAt", "last_seen_at as lastSeenAt"])
    .where("member_id", "=", memberId)
    .where("looking_operator_id", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", after(now, -sessionIdleMs))
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
}

/** Returns the device; undefined if there was nothing to revoke or the session is another member's. */
export async function revokeSession(
  tx: Tx,
  { memberId, sessionId, now }: { memberId: number; sessionId: string; now: Date },
): Promise<{ userAgent: string } | undefined> {
  const revoked = await tx
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("member_id", "=", memberId)
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .returning(["id", "user_agent as userAgent"])
    .executeTakeFirst();
  if (revoked) await forgetDevices(tx, [revoked]);
  return revoked;
}

/** Signs a member out everywhere else; returns the number of sessions. */
export async function revokeOtherSessions(
  tx: Tx,
  { memberId, sessionId, now }: { memberId: number; sessionId: string; now: Date },
): Promise<number> {
  const revoked = await tx
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("member_id", "=", memberId)
    .where("id", "!=", sessionId)
    .where("looking_operator_id", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", after(now, -sessionIdleMs))
    .returning("id")
    .execute();
  // Also the browsers of sessions that only were not used for some days: those still get messages, and a lost phone is
  // one of them.
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("session_id", "!=", sessionId)
    .execute();
  return revoked.length;
}

/** Signs a member out everywhere; returns the number of sessions. */
export async function revokeAllSessions(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<number> {
  const revoked = await tx
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("member_id", "=", memberId)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  await forgetDevices(tx, revoked);
  return revoked.length;
}

/** The browser of an ended session is told nothing any more: somebody else may hold it. */
async function forgetDevices(tx: Tx, sessions: readonly { id: string }[]): Promise<void> {
  if (sessions.length === 0) return;
  await tx
    .deleteFrom("push_subscriptions")
    .where(
      "session_id",
      "in",
      sessions.map(({ id }) => id),
    )
    .execute();
}

export function forgetOldSessions(db: Db, clock: Clock): Task {
  return {
    name: "forget-old-sessions",
    everyMs: day,
    async run() {
      await db.deleteFrom("sessions").where("expires_at", "<", after(clock(), -absoluteMs)).execute();
    },
  };
}
