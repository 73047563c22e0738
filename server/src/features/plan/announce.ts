import { sure, keysOf } from "@fc/contract/sure";
import { daysAfter } from "@fc/contract/period";
import type { Language } from "@fc/contract/languages";
import { planDifference } from "@fc/contract/plan/difference";
import { ownFigures } from "@fc/contract/plan/own-figures";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { queuePush } from "../../core/notifications/push-queue.ts";
import { runningStakesOf } from "../../core/plan/running-stakes.ts";
import { planOn, planVersions } from "../../core/plan/versions.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { enqueue, type Task } from "../../platform/jobs.ts";
import { isMailAddress } from "../../platform/mail/address.ts";

const announceTaskName = "plan.announce";

/** Feed lines are read from the versions themselves; this is the letter of their items. */
const announcements = { scheduled: "p", withdrawn: "w" } as const;
type Announcement = keyof typeof announcements;

interface NewsOfPlan {
  version: number;
  what: Announcement;
  now: Date;
}

interface Batch extends NewsOfPlan {
  /** The last member of the batch before. */
  after: number;
}

const keyOf = ({ version, what, after }: Omit<Batch, "now">) => `${version}/${what}/${after}`;

/** Tells every member of a scheduled or withdrawn version: the feed shows it at once, mails and push follow in batches. */
export async function announcePlan(tx: Tx, news: NewsOfPlan): Promise<void> {
  await queueBatch(tx, { ...news, after: 0 }, 0);
}

async function queueBatch(tx: Tx, { version, what, now, after }: Batch, afterMs: number): Promise<void> {
  await enqueue(tx, {
    task: announceTaskName,
    payload: { version, what, after },
    lane: "bulk",
    now,
    afterMs,
    dedupeKey: keyOf({ version, what, after }),
  });
}

/** Each job tells one batch and queues the next, as fast as bulk mails leave. */
export function announceTask({ db, clock, publicUrl }: Pick<Deps, "db" | "clock" | "publicUrl">): Task {
  return {
    name: announceTaskName,
    async run({ version, what, after }) {
      await atomically(db, tellBatch, {
        version: Number(version),
        what: sure(keysOf(announcements).find((each) => each === what)),
        after: Number(after),
        now: clock(),
        publicUrl,
      });
    },
  };
}

interface Reader {
  id: number;
  name: string;
  refId: string;
  email: string;
  language: Language | null;
  getsMail: boolean;
}

async function tellBatch(tx: Tx, { publicUrl, ...batch }: Batch & { publicUrl: string }): Promise<void> {
  const { version, what, after, now } = batch;
  // The job ends in the transaction that queues its mails: a killed worker neither forgets nor repeats anybody.
  const own = await tx
    .deleteFrom("jobs")
    .where("task", "=", announceTaskName)
    .where("dedupe_key", "=", keyOf(batch))
    .where("failed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!own) return;
  // What was withdrawn meanwhile is told as withdrawn, and to nobody any more as coming.
  if (what === "scheduled" && (await isWithdrawn(tx, version))) return;
  const { perMinute } = await businessSetting(tx, "bulkMail");
  const { rows: readers } = await sql<Reader>`
    select member.id, member.name, member.ref_id as "refId", member.email, member.language,
      member.status = 'active' and bounce.address is null as "getsMail"
    from members member left join bounces bounce on bounce.address = lower(member.email)
    where member.id > ${after} order by member.id limit ${perMinute}`.execute(tx);
  const last = readers.at(-1);
  if (!last) return;
  await mailTo(
    tx,
    readers.filter(({ getsMail, email }) => getsMail && isMailAddress(email)),
    { version, what, now, publicUrl },
  );
  const item = `${announcements[what]}${version}`;
  const told = sql`
    select distinct member_id, ${item}::text as item from push_subscriptions
    where member_id > ${after} and member_id <= ${last.id}`;
  await queuePush(tx, { kind: what === "scheduled" ? "plan-scheduled" : "plan-withdrawn", told, now });
  if (readers.length === perMinute) await queueBatch(tx, { version, what, now, after: last.id }, minute);
}

async function isWithdrawn(tx: Tx, version: number): Promise<boolean> {
  const { withdrawn_at } = await tx
    .selectFrom("plan_versions")
    .select("withdrawn_at")
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return withdrawn_at !== null;
}

async function mailTo(
  tx: Tx,
  readers: readonly Reader[],
  { version, what, now, publicUrl }: NewsOfPlan & { publicUrl: string },
): Promise<void> {
  if (readers.length === 0) return;
  const plan = sure((await planVersions(tx)).find((each) => each.version === version));
  const { effectiveFrom, rules } = plan;
  const shared = { version, effectiveFrom, publicUrl };
  if (what === "withdrawn") {
    await sendMail(
      tx,
      ...readers.map((to) => ({ kind: "plan-withdrawn", to, now, values: shared }) as const),
    );
    return;
  }
  const before = (await planOn(tx, daysAfter(effectiveFrom, -1))).rules;
  const changes = planDifference(before, rules);
  const mails = [];
  for (const to of readers) {
    const stakes = await runningStakesOf(tx, { memberId: to.id, now });
    const values = { ...shared, changes, own: ownFigures(stakes, before, rules) };
    mails.push({ kind: "plan-scheduled", to, now, values } as const);
  }
  await sendMail(tx, ...mails);
}
