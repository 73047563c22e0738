import { anchorText } from "@fc/contract/anchors/history";
import type { LinkedAnchor } from "@fc/contract/anchors/history";
import type { Language } from "@fc/contract/languages";
import { sql } from "kysely";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { sendMail } from "../mails/mails.ts";
import { anchorHistory } from "./history.ts";
import { forgetOldSubscribers } from "./subscribers.ts";

export const mailAnchorTaskName = "anchors.mail";

/** So few that nobody waits long for the locks of one transaction. */
const mailsPerBatch = 500;

/** Queues the mail with a day's head for everybody who subscribed; begun where the head of the day is told. */
export function mailAnchorTask({ db, clock, publicUrl }: Pick<Deps, "db" | "clock" | "publicUrl">): Task {
  return {
    name: mailAnchorTaskName,
    async run({ day }) {
      await atomically(db, forgetOldSubscribers, { now: clock() });
      const anchor = (await anchorHistory(db)).find((each) => each.day === day);
      if (!anchor) throw new Error(`No head of ${String(day)} was told`);
      while (await atomically(db, mailBatch, { anchor, publicUrl, now: clock() }));
    },
  };
}

interface Batch {
  anchor: LinkedAnchor;
  publicUrl: string;
  now: Date;
}

/** Marks and mails in one transaction, so that a run that was interrupted mails nobody twice. Returns whether more follow. */
async function mailBatch(tx: Tx, { anchor, publicUrl, now }: Batch): Promise<boolean> {
  const { rows } = await sql<{ id: number; email: string; language: Language }>`
    update anchor_subscribers set mailed_day = ${anchor.day}::date where id in (
      select id from anchor_subscribers
      where confirmed_at is not null and unsubscribed_at is null
        and (mailed_day is null or mailed_day < ${anchor.day}::date)
      order by id limit ${mailsPerBatch} for update)
    returning id, email, language`.execute(tx);
  const values = { line: `${anchorText(anchor)} ${anchor.link}`, anchor, publicUrl };
  await sendMail(
    tx,
    ...rows.map(({ id, email, language }) => ({
      kind: "daily-anchor" as const,
      to: { name: email, email, language },
      now,
      values: { ...values, subscriber: id },
    })),
  );
  return rows.length === mailsPerBatch;
}
