import { parseArgs } from "node:util";
import { keyAsShown, keysOf } from "../features/withdraw/approval-keys.ts";
import { withApplication } from "./with-database.ts";

// npm run approver:line -- --email asha@example.com
// The line goes into PAYOUT_APPROVERS_FILE after its operator has read out the same fingerprint.
const { values } = parseArgs({ options: { email: { type: "string" } } });
const email = values.email?.toLowerCase();
if (!email?.includes("@")) {
  console.error("npm run approver:line -- --email asha@example.com");
  process.exit(2);
}

await withApplication(async (db) => {
  const operator = await db
    .selectFrom("operators")
    .select(["id", "email"])
    .where("email", "=", email)
    .executeTakeFirst();
  const keys = operator ? await keysOf(db, operator.id) : [];
  if (!operator || keys.length === 0) {
    console.error(
      `${email} has made no passkey for payouts yet: the console's page "Your account" makes one`,
    );
    process.exitCode = 1;
    return;
  }
  for (const key of keys) {
    const { line, fingerprint, addedAt } = keyAsShown(
      { operatorId: operator.id, email: operator.email },
      key,
    );
    console.log(`# made ${addedAt}, fingerprint ${fingerprint}\n${line}`);
  }
});
