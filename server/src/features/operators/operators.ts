import { AppError } from "@fc/contract/errors";
import type { OperatorRole } from "@fc/contract/operator-access";
import { takesTwoToInvite, type Operator, type operatorChanges } from "@fc/contract/operators/console";
import { sql } from "kysely";
import { decidedAlready } from "../../core/operators/decided.ts";
import { lastDone } from "../../core/operators/log.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { changeSignIn, invitationAct, letIn, roleAct, signInActs } from "./operator-acts.ts";

interface OperatorRequest {
  operating: Operating;
  publicUrl: string;
  /** Needed for what takes two people. */
  reason?: string | undefined;
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
  {
    operating,
    publicUrl,
    reason,
    ...invited
  }: OperatorRequest & { name: string; email: string; role: OperatorRole },
): Promise<number | null> {
  await lockProposals(tx);
  if (!takesTwoToInvite(invited.role)) {
    return letIn(tx, { ...invited, operating, publicUrl });
  }
  const proposed = await propose(tx, invitationAct, { change: invited, reason, operating, publicUrl });
  return proposed.isWaiting ? null : proposed.done;
}

interface OperatorChange {
  id: number;
  role?: { from: OperatorRole; to: OperatorRole } | undefined;
  change?: (typeof operatorChanges)[number] | undefined;
}

/** Returns whether something waits for a second admin. Shutting an operator out never does. */
export async function changeOperator(tx: Tx, input: OperatorRequest & OperatorChange): Promise<boolean> {
  const { operating, publicUrl, reason, id, role, change } = input;
  // There is always an admin left who can let the others in.
  if (id === operating.operatorId) throw new AppError("NOT_ALLOWED");
  await lockProposals(tx);
  const operator = await lockOperator(tx, { id, adminId: operating.operatorId });
  const proposal = { reason, operating, publicUrl };
  let isWaiting = false;
  if (role !== undefined) {
    if (role.from !== operator.role) throw await changedAlready(tx, operator.email, "role");
    const proposed = await propose(tx, roleAct, { change: { id, role: role.to }, ...proposal });
    isWaiting = proposed.isWaiting;
  }
  if (change === undefined) return isWaiting;
  // The page offers "enable" for a disabled operator, and everything else for an enabled one.
  if ((operator.status === "disabled") !== (change === "enable")) {
    throw await changedAlready(tx, operator.email, change === "enable" ? "enable" : "disable");
  }
  // An operator who has not accepted the invitation yet was already let in.
  const isByOne = change === "disable" || (change === "invite-again" && !operator.has_password);
  if (isByOne) {
    await changeSignIn(tx, { id, change, operating, publicUrl });
    return isWaiting;
  }
  const proposed = await propose(tx, signInActs[change], { change: { id }, ...proposal });
  return isWaiting || proposed.isWaiting;
}

/**
 * All admins are locked: of two admins who disable each other at once, the second finds that it is no admin any more.
 * So one admin is always left.
 */
async function lockOperator(tx: Tx, { id, adminId }: { id: number; adminId: number }) {
  const locked = await tx
    .selectFrom("operators")
    .select(["id", "email", "role", "status", sql<boolean>`password_hash is not null`.as("has_password")])
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
