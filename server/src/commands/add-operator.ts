import { operatorRoles, type OperatorRole } from "@fc/contract/operator-access";
import { parseArgs } from "node:util";
import { commandLine, logAction } from "../core/operators/log.ts";
import { addOperator, invite, tellAdmins } from "../features/operators/invitations.ts";
import { atomically, type Tx } from "../platform/db.ts";
import { withApplication } from "./with-database.ts";

// npm run operator:add -- --email asha@example.com --name "Asha Rao" [--role admin]
const { values } = parseArgs({
  options: {
    email: { type: "string" },
    name: { type: "string" },
    role: { type: "string", default: "admin" },
  },
});
const { email, name, role } = values;
const isRole = (text: string): text is OperatorRole => operatorRoles.some((known) => known === text);
if (!email?.includes("@") || !name || !isRole(role)) {
  console.error(
    `npm run operator:add -- --email asha@example.com --name "Asha Rao" [--role ${operatorRoles.join("|")}]`,
  );
  process.exit(2);
}
const operator = { email: email.toLowerCase(), name, role };

async function add(tx: Tx, { publicUrl, now }: { publicUrl: string; now: Date }): Promise<string> {
  const operatorId = await addOperator(tx, { ...operator, now });
  const details = { operator: operator.email, role: operator.role };
  await logAction(tx, { operatorId, ip: commandLine, action: "operator/add", details, now });
  await tellAdmins(tx, { operator: `${name} (${operator.email})`, role, done: "added", now });
  return invite(tx, { operatorId, publicUrl, now });
}

await withApplication(async (db, { publicUrl }) => {
  const link = await atomically(db, add, { publicUrl, now: new Date() });
  console.log(`${name} chooses a password here, within three days: ${link}`);
});
