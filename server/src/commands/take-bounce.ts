import { text } from "node:stream/consumers";
import { noteReturned } from "../core/bulk-mail/results.ts";
import { atomically, type Tx } from "../platform/db.ts";
import { noteBounce, readReturnedMail } from "../platform/mail/bounces.ts";
import { withApplication } from "./with-database.ts";

// npm run --silent bounce < message: what the mail server pipes the mails to MAIL_BOUNCE into.
/** What mail servers take as "try again later" (EX_TEMPFAIL). */
const tryAgainLater = 75;

let isDone = false;
try {
  const message = await text(process.stdin);
  await withApplication(async (db, { settings }) => {
    if (settings.mailBounce === undefined) {
      console.error("MAIL_BOUNCE is not set, so no mail can be returned.");
      process.exitCode = 1;
      isDone = true;
      return;
    }
    const returned = readReturnedMail(message, settings.mailBounce);
    const said =
      typeof returned === "string" ? returned : await atomically(db, take, { ...returned, now: new Date() });
    console.log(said);
    isDone = true;
  });
} catch (error) {
  console.error(error);
}
// The mail must not be lost while the database is down.
if (!isDone) process.exitCode = tryAgainLater;

async function take(
  tx: Tx,
  { messageId, status, now }: { messageId: string; status: string; now: Date },
): Promise<string> {
  const mail = await tx
    .selectFrom("mails")
    .select(["id", "recipient"])
    .where("message_id", "=", messageId)
    .executeTakeFirst();
  if (!mail) return "not ours";
  await noteBounce(tx, { address: mail.recipient, kind: "returned", status, now });
  await noteReturned(tx, { mailId: mail.id, status, now });
  return `mail ${mail.id} was returned: ${status}`;
}
