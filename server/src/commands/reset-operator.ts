import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import { parseArgs } from "node:util";
import { commandLine, logAction } from "../core/operators/log.ts";
import { turnOffAuthenticator } from "../core/totp/authenticator.ts";
import { invite, tellAdmins } from "../features/operators/invitations.ts";
import { atomically, type Tx } from "../platform/db.ts";
import { revokeOperatorSessions } from "../platform/operator-sessions.ts";
import { withApplication } from "./with-database.ts";

// npm run operator:reset -- --email asha@example.com
// For an admin whom no other admin can let in again: a new password and a new authenticator app.
const { values } = parseArgs({ options: { email: { type: "string" } } });
const email = values.email?.toLowerCase();
if (!email?.includes("@")) {
  console.error("npm run operator:reset -- --email asha@example.com");
  process.exit(2);
}

async function reset(tx: Tx, { publicUrl, now }: { publicUrl: string; now: Date }): Promise<string> {
  const operator = await tx
    .updateTable("operators")
    .set({ password_hash: null, status: "active" })
    .where("email", "=", sure(email))
    .returning(["id", "name", "role"])
    .executeTakeFirst();
  if (!operator) {
    throw new AppError("BAD_REQUEST", { fields: { email: "There is no operator with this e-mail address" } });
  }
  const operatorId = operator.id;
  await turnOffAuthenticator(tx, { kind: "operator", id: operatorId });
  await revokeOperatorSessions(tx, { operatorId, now });
  await logAction(tx, {
    operatorId,
    ip: commandLine,
    action: "operator/reset",
    details: { operator: sure(email) },
    now,
  });
  const who = `${operator.name} (${email})`;
  const done = "reset: a new password and a new authenticator app";
  await tellAdmins(tx, { operator: who, role: operator.role, done, now });
  return invite(tx, { operatorId, publicUrl, now });
}

await withApplication(async (db, { publicUrl }) => {
  const link = await atomically(db, reset, { publicUrl, now: new Date() });
  console.log(`${email} chooses a new password here, within three days: ${link}`);
});
