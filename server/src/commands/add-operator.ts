import { operatorRoles, type OperatorRole } from "@fc/contract/operator-access";
import { parseArgs } from "node:util";
import { logAction } from "../core/operators/log.ts";
import { addOperator, invite } from "../features/operators/invitations.ts";
import { atomically, createDb, createPool, type Tx } from "../platform/db.ts";
import { readSettings } from "../platform/settings.ts";
import { withDatabase } from "./with-database.ts";

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
const settings = readSettings({ ...process.env, NODE_ENV: "development" });
const publicUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`;

async function add(tx: Tx): Promise<string> {
  const now = new Date();
  const operatorId = await addOperator(tx, {
    email: email!.toLowerCase(),
    name: name!,
    role: role as OperatorRole,
    now,
  });
  // Nobody is signed in when a command runs, so the log line names the new operator.
  const details = { operator: email!.toLowerCase(), role };
  await logAction(tx, { operatorId, ip: "command line", action: "operator/add", details, now });
  return invite(tx, { operatorId, publicUrl, now });
}

await withDatabase(async (url) => {
  const db = createDb(createPool({ url, poolSize: 1, role: "fc_app", statementTimeoutMs: 10_000 }));
  try {
    console.log(
      `${name} chooses a password here, within three days: ${await atomically(db, add, undefined)}`,
    );
  } finally {
    await db.destroy();
  }
});
