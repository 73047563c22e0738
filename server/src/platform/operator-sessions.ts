import { randomUUID } from "node:crypto";
import type { OperatorRole } from "@fc/contract/operator-access";
import { after, hour, minute, type Clock } from "./clock.ts";
import type { Db, Tx } from "./db.ts";
import type { Task } from "./jobs.ts";
import { randomToken, sameBytes, sha256 } from "./secrets.ts";

export interface OperatorSession {
  sessionId: string;
  operatorId: number;
  name: string;
  email: string;
  role: OperatorRole;
  passedSecondStep: boolean;
}

/** Which operator acts, from where and when. */
export interface Operating {
  operatorId: number;
  ip: string;
  now: Date;
}

/** Shorter than for a member, because an unattended console gives a thief more power. */
const idleMs = hour;
const absoluteMs = 12 * hour;
const touchMs = minute;

interface NewOperatorSession {
  operatorId: number;
  ip: string;
  userAgent: string;
  now: Date;
}

export async function openOperatorSession(
  tx: Tx,
  { operatorId, ip, userAgent, now }: NewOperatorSession,
): Promise<{ token: string; cookie: string; sessionId: string }> {
  const [token, cookie, sessionId] = [randomToken(), randomToken(), randomUUID()];
  await tx
    .insertInto("operator_sessions")
    .values({
      id: sessionId,
      operator_id: operatorId,
      token_hash: sha256(token),
      cookie_hash: sha256(cookie),
      ip,
      user_agent: userAgent.slice(0, 300),
      created_at: now,
      last_seen_at: now,
      expires_at: after(now, absoluteMs),
      revoked_at: null,
    })
    .execute();
  return { token, cookie, sessionId };
}

/** The session of this token and cookie; undefined if either is wrong, expired or revoked. */
export async function operatorSessionOf(
  db: Db,
  credentials: { token: string; cookie: string },
  now: Date,
): Promise<OperatorSession | undefined> {
  const row = await db
    .selectFrom("operator_sessions as session")
    .innerJoin("operators as operator", "operator.id", "session.operator_id")
    .select([
      "session.id as sessionId",
      "session.operator_id as operatorId",
      "session.cookie_hash",
      "session.last_seen_at",
      "session.passed_second_step as passedSecondStep",
      "operator.name",
      "operator.email",
      "operator.role",
    ])
    .where("session.token_hash", "=", sha256(credentials.token))
    .where("session.revoked_at", "is", null)
    .where("session.expires_at", ">", now)
    .where("session.last_seen_at", ">", after(now, -idleMs))
    .where("operator.status", "=", "active")
    .executeTakeFirst();
  if (!row || !sameBytes(row.cookie_hash, sha256(credentials.cookie))) return undefined;
  const { cookie_hash: _, last_seen_at, ...session } = row;
  if (now.getTime() - last_seen_at.getTime() > touchMs) {
    await db
      .updateTable("operator_sessions")
      .set({ last_seen_at: now })
      .where("id", "=", session.sessionId)
      .execute();
  }
  return session;
}

/** Opens the console for a session. The first time is kept for good. */
export async function openSecondStep(
  tx: Tx,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<void> {
  const { operator_id } = await tx
    .updateTable("operator_sessions")
    .set({ passed_second_step: true })
    .where("id", "=", sessionId)
    .returning("operator_id")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("operators")
    .set({ signed_in_at: now })
    .where("id", "=", operator_id)
    .where("signed_in_at", "is", null)
    .execute();
}

/** The sessions that still work, the one seen last first. */
export async function openOperatorSessionsOf(db: Db, { operatorId, now }: { operatorId: number; now: Date }) {
  return db
    .selectFrom("operator_sessions")
    .select(["id", "ip", "user_agent as userAgent"])
    .select(["created_at as signedInAt", "last_seen_at as lastSeenAt"])
    .where("operator_id", "=", operatorId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", after(now, -idleMs))
    .orderBy("last_seen_at", "desc")
    .execute();
}

interface Revoked {
  operatorId: number;
  /** This one alone. */
  sessionId?: string;
  /** All but this one. */
  exceptId?: string;
  now: Date;
}

/** Revokes one session of an operator, all others or all of them. Returns how many. */
export async function revokeOperatorSessions(
  tx: Tx,
  { operatorId, sessionId, exceptId, now }: Revoked,
): Promise<number> {
  let revoked = tx
    .updateTable("operator_sessions")
    .set({ revoked_at: now })
    .where("operator_id", "=", operatorId)
    .where("revoked_at", "is", null);
  if (sessionId !== undefined) revoked = revoked.where("id", "=", sessionId);
  if (exceptId !== undefined) revoked = revoked.where("id", "<>", exceptId);
  const { numUpdatedRows } = await revoked.executeTakeFirstOrThrow();
  // Member views end with it: an operator who has left the console must not keep reading.
  await tx
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("looking_operator_id", "=", operatorId)
    .where("revoked_at", "is", null)
    .execute();
  return Number(numUpdatedRows);
}

export function forgetOldOperatorSessions(db: Db, clock: Clock): Task {
  return {
    name: "forget-old-operator-sessions",
    everyMs: 24 * hour,
    async run() {
      // Kept for a month, because after an incident one needs to know who was signed in from where.
      await db
        .deleteFrom("operator_sessions")
        .where("expires_at", "<", after(clock(), -30 * 24 * hour))
        .execute();
    },
  };
}
