import { AppError } from "@fc/contract/errors";
import { operatorRoles } from "@fc/contract/operator-access";
import { newOperator } from "@fc/contract/operators/console";
import { parseArgs } from "node:util";
import type * as z from "zod/mini";
import { commandLine, logAction } from "../core/operators/log.ts";
import { addOperator, invite, tellAdmins } from "../features/operators/invitations.ts";
import { atomically, type Tx } from "../platform/db.ts";
import { parseBy } from "../platform/http/parse.ts";
import { withApplication } from "./with-database.ts";

// npm run operator:add -- --email asha@example.com --name "Asha Rao" [--role admin]
const { values } = parseArgs({
  options: {
    email: { type: "string" },
    name: { type: "string" },
    role: { type: "string", default: "admin" },
  },
});
if (values.email === undefined || values.name === undefined) {
  console.error(
    `npm run operator:add -- --email asha@example.com --name "Asha Rao" [--role ${operatorRoles.join("|")}]`,
  );
  process.exit(2);
}

interface Adding {
  operator: z.infer<typeof newOperator>;
  publicUrl: string;
  now: Date;
}

async function add(tx: Tx, { operator, publicUrl, now }: Adding): Promise<string> {
  const { name, role } = operator;
  const operatorId = await addOperator(tx, { ...operator, now });
  const details = { operator: operator.email, role: operator.role };
  await logAction(tx, { operatorId, ip: commandLine, action: "operator/add", details, now });
  await tellAdmins(tx, { operator: `${name} (${operator.email})`, role, done: "added", now });
  return invite(tx, { operatorId, publicUrl, now });
}

await withApplication(async (db, { publicUrl }) => {
  const operator = parseBy(newOperator, values, "arguments");
  const link = await atomically(db, add, { operator, publicUrl, now: new Date() }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.details.fields?.["email"] === undefined) throw error;
    const advice = `${error.details.fields["email"]}. operator:reset lets them in again`;
    throw new AppError(error.code, { fields: { email: advice } });
  });
  console.log(`${operator.name} chooses a password here, within three days: ${link}`);
});
