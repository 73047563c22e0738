import { plus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type { UploadFolder } from "@fc/contract/uploads/portal";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { recordMemberEvent } from "../../core/members/changes.ts";
import { contactOf } from "../../core/members/members.ts";
import { endStakesOf } from "../../core/plan/ending.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { closureFigures } from "./figures.ts";

/**
 * Closes accounts whose waiting time is over, and erases: at once what nobody has to keep, later what the law asked for.
 * Each step is one transaction or can run twice, so a worker that is killed in between leaves nothing undone: the next
 * run finds the account where it was left.
 */
export function closeAccountsTask(deps: Deps): Task {
  const { db, databaseClock } = deps;
  return {
    name: "close-accounts",
    everyMs: 10 * minute,
    async run() {
      // The database erases nothing that is not due by its own clock.
      const now = await databaseClock();
      const due = await dueClosures(db, now);
      await eachOf(due, (closure) => atomically(db, closeOne, { ...closure, now }));
      await eachOf(await unfinishedClosures(db, now), (unfinished) => finish(deps, unfinished, now));
      await atomically(db, forgetLastMails, undefined);
    },
  };
}

/** One account that cannot be closed must not keep the others waiting: what failed is told at the end. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

function dueClosures(db: Db, now: Date) {
  return (
    db
      .selectFrom("closures")
      .innerJoin("members", "members.id", "closures.member_id")
      .select(["closures.id", "member_id as memberId"])
      .where("due_at", "<=", now)
      .where("closed_at", "is", null)
      .where("taken_back_at", "is", null)
      // A blocked or frozen account waits until somebody has looked at it.
      .where("members.status", "=", "active")
      .orderBy("due_at")
      .execute()
  );
}

interface DueClosure {
  id: number;
  memberId: number;
  now: Date;
}

async function closeOne(tx: Tx, { id, memberId, now }: DueClosure): Promise<void> {
  const { status } = await tx
    .selectFrom("members")
    .select("status")
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const open = await tx
    .selectFrom("closures")
    .select("asked_at")
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .where("taken_back_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  // Taken back, blocked or closed by another worker meanwhile.
  if (!open || status !== "active") return;
  const staked = await tx
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", memberId)
    .where("started_at", ">", open.asked_at)
    .limit(1)
    .executeTakeFirst();
  // A member who has paid for a new stake since does not want to give it up, so the account stays.
  if (staked) return keepOpen(tx, { id, memberId, now });
  const { openRequests, isReceiver } = await closureFigures(tx, { memberId, now });
  // What is on its way is decided first, and transfers go to somebody else first.
  if (openRequests > 0 || isReceiver) return;

  const member = await contactOf(tx, memberId);
  const balances = await balancesOf(tx, memberId);
  const leftFc = plus(balances.staking, balances.earning, balances.offer, balances.transfer);
  const { kycYears, taxYears } = await businessSetting(tx, "closure");
  await tx
    .updateTable("closures")
    .set({
      closed_at: now,
      left_fc: leftFc,
      locked_fc: balances.staked,
      kyc_until: yearsAfter(now, kycYears),
      tax_until: yearsAfter(now, taxYears),
    })
    .where("id", "=", id)
    .execute();
  await tx.updateTable("members").set({ status: "closed" }).where("id", "=", memberId).execute();
  const values = { kycYears, taxYears };
  const [lastMailId] = await sendMail(tx, { kind: "account-closed", to: member, now, values });
  await tx
    .updateTable("closures")
    .set({ last_mail_id: sure(lastMailId) })
    .where("id", "=", id)
    .execute();
  // What operators wanted to correct is erased or kept as it is: confirmed later, it would bring a person back.
  await tx
    .updateTable("corrections")
    .set({ status: "R", decided_at: now, refusal: "The account was closed" })
    .where("member_id", "=", memberId)
    .where("status", "=", "P")
    .execute();
  await sql`select member_erase(${memberId})`.execute(tx);
  // A request that was confirmed at this very moment has committed by now, since its code is erased with the rest, and no
  // other one can follow. Then nothing of this counts, and the next run waits for it.
  if ((await closureFigures(tx, { memberId, now })).openRequests > 0) {
    throw new Error(`Member ${memberId} made a request while the account was being closed`);
  }
  // Last, because it takes the locks of the ledger and of the network.
  await endStakesOf(tx, { memberId, now });
}

async function keepOpen(tx: Tx, { id, memberId, now }: DueClosure): Promise<void> {
  await tx.updateTable("closures").set({ taken_back_at: now }).where("id", "=", id).execute();
  const client = { ip: "", userAgent: "" };
  await recordMemberEvent(tx, { memberId, kind: "closure-taken-back", client, now });
}

/** The address of the mail that says so is the last thing that names the member. It is needed until the mail has left. */
async function forgetLastMails(tx: Tx): Promise<void> {
  await sql`update mails set recipient = 'erased', subject = '' from closures
    where mails.id = closures.last_mail_id and mails.content is null and mails.recipient <> 'erased'`.execute(
    tx,
  );
}

function yearsAfter(now: Date, years: number): Date {
  const later = new Date(now);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

interface Unfinished {
  id: number;
  memberId: number;
  step: "pictures" | "kyc" | "tax";
}

/** What is to be erased next of accounts that are closed. A row alone says nothing: requests write rows too. */
async function unfinishedClosures(db: Db, now: Date): Promise<Unfinished[]> {
  const kycIsOver = sql`kyc_erased_at is null and greatest(kyc_until, kyc_kept_until) <= ${now}`;
  const taxIsOver = sql`kyc_erased_at is not null and greatest(tax_until, tax_kept_until) <= ${now}`;
  const { rows } = await sql<Unfinished>`
    select closures.id, member_id as "memberId",
      case when erased_at is null then 'pictures' when ${kycIsOver} then 'kyc' else 'tax' end as step
    from closures join members on members.id = member_id
    where members.status = 'closed' and closed_at is not null and waits_until <= ${now} and tax_erased_at is null
      and (erased_at is null or ${kycIsOver} or ${taxIsOver})
    order by closures.id`.execute(db);
  return rows;
}

/** The picture of the PAN card is kept as long as the identity. */
const keptFolder: UploadFolder = "pan-proof-images";

const doneColumns = { pictures: "erased_at", kyc: "kyc_erased_at", tax: "tax_erased_at" } as const;

/**
 * The database first, because it refuses what is not due and a file cannot be brought back. The note that all is gone
 * comes last: a run that is killed in between begins again.
 */
async function finish({ db, files }: Deps, { id, memberId, step }: Unfinished, now: Date): Promise<void> {
  await atomically(db, eraseRecords, { memberId, step, now });
  const uploads = await db
    .selectFrom("uploads")
    .select(["id", "purpose"])
    .where("member_id", "=", memberId)
    .where("erased_at", "is", null)
    .execute();
  const pictures = uploads.filter(({ purpose }) => step !== "pictures" || purpose !== keptFolder);
  for (const picture of pictures) {
    await files.remove(picture.id);
    await db.updateTable("uploads").set({ erased_at: now }).where("id", "=", picture.id).execute();
  }
  await db
    .updateTable("closures")
    .set({ [doneColumns[step]]: now })
    .where("id", "=", id)
    .execute();
}

async function eraseRecords(
  tx: Tx,
  { memberId, step, now }: Omit<Unfinished, "id"> & { now: Date },
): Promise<void> {
  await (
    step === "pictures"
      ? sql`select member_erase(${memberId})`
      : sql`select member_erase_kept(${memberId}, ${step}, ${now})`
  ).execute(tx);
}
