import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import { stakeFilters, type MemberFilter } from "@fc/contract/members/console-filter";
import { sql } from "kysely";
import * as z from "zod/mini";
import { refuseBeforeOpening } from "../../core/arrival/arrival.ts";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { after, day } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { enqueue } from "../../platform/jobs.ts";
import type { Operating, OperatorSession } from "../../platform/operator-sessions.ts";
import { audienceOf } from "./audience.ts";
import { collectTaskName } from "./collect.ts";
import { changedBy, checkKind, lockSeen, type Seen } from "./drafts.ts";

const storedSending = z.object({
  id: z.number(),
  version: z.number(),
  /** How many members were confirmed to get it, and up to whom. */
  gets: z.number(),
  upTo: z.number(),
});
type Sending = z.output<typeof storedSending>;

interface Confirmed extends Sending, Seen {
  reason: string | undefined;
  actor: Pick<OperatorSession, "role">;
  publicUrl: string;
}

/** Starts it, or proposes it where that takes two people. Returns whether it waits for the second one. */
export async function sendBulkMail(tx: Tx, input: Confirmed): Promise<boolean> {
  const { actor, operating, publicUrl, reason, ...sending } = input;
  await refuseBeforeOpening(tx);
  await lockProposals(tx);
  const { kind, state, filter } = await lockSeen(tx, sending);
  if (state !== "draft") throw await changedBy(tx, sending.id);
  checkKind(kind, actor.role);
  if (!(await takesTwoPeople(tx, { gets: sending.gets, operating }))) {
    await start(tx, { ...sending, sentBy: operating.operatorId, operating });
    return false;
  }
  // Checked before it is proposed too, so that the second person is not asked about a wrong number.
  await checkNumber(tx, { kind, filter, ...sending });
  const { isWaiting } = await propose(tx, bulkMailAct, { change: sending, reason, operating, publicUrl });
  return isWaiting;
}

/** What one operator sends alone within a day counts together: many small sets would be one large one. */
export async function takesTwoPeople(
  db: Db,
  {
    gets,
    operating: { operatorId, now },
  }: { gets: number; operating: Pick<Operating, "operatorId" | "now"> },
): Promise<boolean> {
  const { twoPeopleFrom } = await businessSetting(db, "bulkMail");
  const { rows } = await sql<{ alone: number }>`
    select coalesce(sum(waiting + queued + sent + failed + bounced), 0)::int as alone from bulk_mails
    where sent_by = ${operatorId} and sent_at > ${after(now, -day)}
      and not exists (select from proposals where kind = 'bulk-mail' and status = 'A'
        and subject = 'bulk-mail-' || bulk_mails.id)`.execute(db);
  return gets + sure(rows[0]).alone >= twoPeopleFrom;
}

/** A mail to many members. What it says is confirmed word for word. */
export const bulkMailAct = proposalAct({
  kind: "bulk-mail",
  change: storedSending,
  async review(db, { id, version, gets }) {
    const mail = await db.selectFrom("bulk_mails").selectAll().where("id", "=", id).executeTakeFirst();
    if (!mail) throw new AppError("NOT_FOUND");
    if (mail.state !== "draft" || mail.version !== version) throw await changedBy(db, id);
    const isService = mail.kind === "service";
    return {
      subject: `bulk-mail-${id}`,
      title: `A mail to ${gets.toLocaleString("en-IN")} members: ${mail.subject.en}`,
      lines: [
        line("To", `${gets.toLocaleString("en-IN")} members: ${filterText(mail.filter)}`),
        line("Kind", isService ? `Service, because: ${mail.service_reason}` : "News"),
        line("Subject, English", mail.subject.en),
        line("Subject, Hindi", mail.subject.hi),
        line("Text, English", mail.text.en),
        line("Text, Hindi", mail.text.hi),
      ],
      before: { version },
    };
  },
  async apply(tx, sending, { operating, proposedBy }) {
    await start(tx, { ...sending, sentBy: proposedBy.id, proposedBy: proposedBy.name, operating });
  },
});

const line = (label: string, to: string) => ({ label, from: "–", to });

/** "active, joined from 2026-01-01 on, with a running stake" */
export function filterText({ search, status, stake, from, to }: MemberFilter): string {
  const parts = [
    search && `found by “${search}”`,
    status,
    from && `joined from ${from} on`,
    to && `joined until ${to}`,
    stake && stakeFilters[stake].toLowerCase(),
  ].filter(Boolean);
  return parts.length === 0 ? "everybody" : parts.join(", ");
}

interface Start extends Sending {
  sentBy: number;
  proposedBy?: string;
  operating: Operating;
}

/** From now on the set is fixed, and its members are written down by a worker. */
async function start(
  tx: Tx,
  { id, version, gets, upTo, sentBy, proposedBy, operating }: Start,
): Promise<void> {
  const { kind, filter, subject, service_reason, state } = await lockSeen(tx, { id, version });
  if (state !== "draft") throw await changedBy(tx, id);
  const { now, operatorId } = operating;
  await checkNumber(tx, { kind, filter, gets, upTo });
  await tx
    .updateTable("bulk_mails")
    .set({
      state: "sending",
      up_to_member: upTo,
      sent_by: sentBy,
      sent_at: now,
      version: version + 1,
      changed_by: operatorId,
      changed_at: now,
    })
    .where("id", "=", id)
    .execute();
  await enqueue(tx, { task: collectTaskName, payload: { id }, lane: "bulk", now, dedupeKey: String(id) });
  await logAction(tx, {
    ...operating,
    action: "bulk-mail/send",
    details: {
      mail: id,
      subject: subject.en,
      kind,
      count: gets,
      ...(kind === "service" && { serviceReason: service_reason }),
      ...(sentBy !== operatorId && proposedBy !== undefined && { proposedBy }),
    },
  });
}

type ConfirmedNumber = Pick<Sending, "gets" | "upTo"> & Parameters<typeof audienceOf>[1];

/** It may go to fewer, because somebody unsubscribed meanwhile. It never goes to more: nobody has confirmed that. */
async function checkNumber(db: Db, { gets, ...set }: ConfirmedNumber): Promise<void> {
  const now = await audienceOf(db, set);
  if (now.gets > gets) throw new AppError("BULK_MAIL_GREW");
  if (now.gets === 0) throw new AppError("BAD_REQUEST", { fields: { gets: "Nobody would get it" } });
}
