import { AppError } from "@fc/contract/errors";
import type { OperatorRole } from "@fc/contract/operator-access";
import { sendOperatorMail } from "../../core/mails/mails.ts";
import { checkNewPassword, hashPassword } from "../../core/members/passwords.ts";
import { activeAdmins } from "../../core/operators/admins.ts";
import { logAction } from "../../core/operators/log.ts";
import { after, day, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { revokeOperatorSessions } from "../../platform/operator-sessions.ts";
import { limitUse, networkOf } from "../../platform/rate-limit.ts";
import { randomToken, sha256 } from "../../platform/secrets.ts";
import { forgetDevices, newDevice } from "./devices.ts";

const validMs = 3 * day;
const addressLimit = { name: "console-invitation", points: 30, windowMs: 15 * minute } as const;

/** Adds an operator without a password. Of two with one e-mail address, the second is refused. */
export async function addOperator(
  tx: Tx,
  operator: { name: string; email: string; role: OperatorRole; now: Date },
): Promise<number> {
  const added = await tx
    .insertInto("operators")
    .values({
      name: operator.name,
      email: operator.email,
      role: operator.role,
      password_hash: null,
      created_at: operator.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw knownAddress();
  return added.id;
}

/** Refuses an e-mail address that an operator has already. */
export async function checkNewOperator(db: Db, email: string): Promise<void> {
  const known = await db
    .selectFrom("operators")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  if (known) throw knownAddress();
}

const knownAddress = () =>
  new AppError("BAD_REQUEST", { fields: { email: "There is an operator with this e-mail already" } });

/** Mails a link by which the operator chooses a password, once. Earlier links end. Returns the link. */
export async function invite(
  tx: Tx,
  { operatorId, publicUrl, now }: { operatorId: number; publicUrl: string; now: Date },
): Promise<string> {
  const { name, email, role } = await tx
    .selectFrom("operators")
    .select(["name", "email", "role"])
    .where("id", "=", operatorId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("operator_invitations")
    .set({ used_at: now })
    .where("operator_id", "=", operatorId)
    .where("used_at", "is", null)
    .execute();
  const secret = randomToken();
  await tx
    .insertInto("operator_invitations")
    .values({
      secret_hash: sha256(secret),
      operator_id: operatorId,
      created_at: now,
      expires_at: after(now, validMs),
      used_at: null,
    })
    .execute();
  // The secret is behind the hash: browsers send that part to no server, so no log can hold it.
  const url = `${publicUrl}/console/invitation#${secret}`;
  await sendOperatorMail(tx, { kind: "operator-invited", to: { name, email }, now, values: { role, url } });
  return url;
}

/** Anybody who has the machine's shell needs no second person, so all admins are told. */
export async function tellAdmins(
  tx: Tx,
  { now, ...values }: { operator: string; role: string; done: string; now: Date },
): Promise<void> {
  for (const to of await activeAdmins(tx)) {
    await sendOperatorMail(tx, { kind: "operator-let-in", to, now, values });
  }
}

interface InvitationRequest {
  secret: string;
  ip: string;
  now: Date;
}

export async function invitationOf(db: Db, { secret, ip, now }: InvitationRequest) {
  await limitUse(db, addressLimit, networkOf(ip), now);
  const found = await db
    .selectFrom("operator_invitations as invitation")
    .innerJoin("operators as operator", "operator.id", "invitation.operator_id")
    .select(["operator.id", "operator.name", "operator.email", "operator.role"])
    .where("invitation.secret_hash", "=", sha256(secret))
    .where("invitation.used_at", "is", null)
    .where("invitation.expires_at", ">", now)
    .where("operator.status", "=", "active")
    .executeTakeFirst();
  if (!found) throw new AppError("INVITATION_GONE");
  return found;
}

/** Returns an id by which the browser is known: somebody who guesses the password elsewhere does not lock it out. */
export async function acceptInvitation(
  db: Db,
  request: InvitationRequest & { password: string },
): Promise<string> {
  const { id: operatorId, ...owner } = await invitationOf(db, request);
  checkNewPassword({ oldPassword: "", newPassword: request.password, owner });
  const passwordHash = await hashPassword(request.password, "known-operator");
  return atomically(db, choosePassword, { ...request, operatorId, passwordHash });
}

async function choosePassword(
  tx: Tx,
  input: InvitationRequest & { operatorId: number; passwordHash: string },
): Promise<string> {
  const { operatorId, passwordHash, secret, ip, now } = input;
  const used = await tx
    .updateTable("operator_invitations")
    .set({ used_at: now })
    .where("secret_hash", "=", sha256(secret))
    .where("used_at", "is", null)
    .returning("operator_id")
    .executeTakeFirst();
  if (!used) throw new AppError("INVITATION_GONE");
  await tx
    .updateTable("operators")
    .set({ password_hash: passwordHash })
    .where("id", "=", operatorId)
    .execute();
  await revokeOperatorSessions(tx, { operatorId, now });
  await logAction(tx, { operatorId, ip, action: "session/choose-password", now });
  await forgetDevices(tx, operatorId);
  return newDevice(tx, operatorId, now);
}
