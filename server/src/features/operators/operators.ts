import { AppError } from "@fc/contract/errors";
import type { OperatorRole } from "@fc/contract/operator-access";
import type { Operator, operatorChanges } from "@fc/contract/operators/console";
import { sql } from "kysely";
import { decidedAlready } from "../../core/operators/decided.ts";
import { lastDone, logAction } from "../../core/operators/log.ts";
import { turnOffAuthenticator } from "../../core/totp/authenticator.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { revokeOperatorSessions } from "../../platform/operator-sessions.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { addOperator, invite } from "./invitations.ts";

interface OperatorRequest {
  operating: Operating;
  publicUrl: string;
}

export async function listOperators(db: Db): Promise<Operator[]> {
  const rows = await db
    .selectFrom("operators")
    .select(["id", "name", "email", "role", "status", "password_hash"])
    .select((eb) => [
      eb
        .selectFrom("operator_sessions")
        .select((session) => session.fn.max("last_seen_at").as("at"))
        .whereRef("operator_id", "=", "operators.id")
        .as("last_seen_at"),
      eb
        .exists(
          eb
            .selectFrom("authenticators")
            .select("owner_id")
            .where("owner_kind", "=", "operator")
            .whereRef("owner_id", "=", "operators.id"),
        )
        .as("has_second_step"),
    ])
    .orderBy("name")
    .execute();
  return rows.map(({ id, name, email, role, status, password_hash, has_second_step, last_seen_at }) => ({
    id,
    name,
    email,
    role,
    status: status === "active" && password_hash === null ? "invited" : status,
    hasSecondStep: Boolean(has_second_step),
    lastSeenAt: last_seen_at?.toISOString() ?? null,
  }));
}

export async function inviteOperator(
  tx: Tx,
  { operating, publicUrl, ...wanted }: OperatorRequest & { name: string; email: string; role: OperatorRole },
): Promise<number> {
  const { now } = operating;
  const operatorId = await addOperator(tx, { ...wanted, now });
  await invite(tx, { operatorId, publicUrl, now });
  const details = { operator: wanted.email, role: wanted.role };
  await logAction(tx, { ...operating, action: "operator/invite", details });
  return operatorId;
}

interface OperatorChange {
  id: number;
  role?: { from: OperatorRole; to: OperatorRole } | undefined;
  change?: (typeof operatorChanges)[number] | undefined;
}

export async function changeOperator(tx: Tx, input: OperatorRequest & OperatorChange): Promise<void> {
  const { operating, publicUrl, id, role, change } = input;
  // There is always an admin left who can let the others in.
  if (id === operating.operatorId) throw new AppError("NOT_ALLOWED");
  const operator = await lockOperator(tx, { id, adminId: operating.operatorId });
  if (role !== undefined) {
    const { from, to } = role;
    if (from !== operator.role) throw await changedAlready(tx, operator.email, "role");
    await tx.updateTable("operators").set({ role: to }).where("id", "=", id).execute();
    const details = { operator: operator.email, from, to };
    await logAction(tx, { ...operating, action: "operator/role", details });
  }
  if (change === undefined) return;
  const { now } = operating;
  // The page offers "enable" for a disabled operator, and everything else for an enabled one.
  if ((operator.status === "disabled") !== (change === "enable")) {
    throw await changedAlready(tx, operator.email, change === "enable" ? "enable" : "disable");
  }
  if (change === "invite-again") await invite(tx, { operatorId: id, publicUrl, now });
  if (change === "reset-second-step") await turnOffAuthenticator(tx, { kind: "operator", id });
  if (change === "disable" || change === "enable") {
    const status = change === "disable" ? "disabled" : "active";
    await tx.updateTable("operators").set({ status }).where("id", "=", id).execute();
  }
  await revokeOperatorSessions(tx, { operatorId: id, now });
  await logAction(tx, { ...operating, action: `operator/${change}`, details: { operator: operator.email } });
}

/**
 * All admins are locked: of two admins who disable each other at once, the second finds that it is no admin any more.
 * So one admin is always left.
 */
async function lockOperator(tx: Tx, { id, adminId }: { id: number; adminId: number }) {
  const locked = await tx
    .selectFrom("operators")
    .select(["id", "email", "role", "status"])
    .where((eb) => eb.or([eb("id", "=", id), eb("role", "=", "admin")]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const admin = locked.find((row) => row.id === adminId);
  if (admin?.role !== "admin" || admin.status !== "active") throw new AppError("NOT_ALLOWED");
  const operator = locked.find((row) => row.id === id);
  if (!operator) throw new AppError("NOT_FOUND");
  return operator;
}

/** For a page that is out of date: who made the last change that it does not show yet. */
async function changedAlready(tx: Tx, email: string, what: "role" | "enable" | "disable"): Promise<AppError> {
  const fits = sql<boolean>`line.action = ${`operator/${what}`} and line.details ->> 'operator' = ${email}`;
  return decidedAlready((await lastDone(tx, fits)) ?? { by: null, at: null });
}
