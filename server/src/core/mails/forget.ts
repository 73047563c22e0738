import { after, day, hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { forgetResults } from "../bulk-mail/results.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

/** So few that nobody waits long for the locks of one statement. */
const mailsPerBatch = 1000;

/**
 * Deletes mails after the time that the business keeps them: to whom they went and their subjects are personal data.
 * What was changed and what was paid is in the member's events, the operators' log and the ledger, so nothing else
 * needs them. A mail that could not be sent stays until an operator retries or discards it.
 */
export function forgetOldMails({ db, clock }: Pick<Deps, "db" | "clock">): Task {
  return {
    name: "forget-old-mails",
    everyMs: hour,
    async run() {
      const { keepDays } = await businessSetting(db, "mails");
      const until = after(clock(), -keepDays * day);
      while (await forgetBatch(db, until));
      await forgetResults(db, until, clock());
    },
  };
}

/** Whether another batch should follow. */
async function forgetBatch(db: Db, until: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("mails")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("mails")
        .select("id")
        .where("created_at", "<", until)
        // A discarded or expired mail is empty and will not be sent.
        .where((mail) => mail.or([mail("sent_at", "is not", null), mail("content", "is", null)]))
        .orderBy("created_at")
        .limit(mailsPerBatch)
        // One that a worker holds is left for the next time.
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(mailsPerBatch);
}
