import { sure } from "@fc/contract/sure";
import type { ConsolePlanVersion, PlanDraft } from "@fc/contract/plan/console";
import type { DryRunResult } from "@fc/contract/closings/console";
import { AppError } from "@fc/contract/errors";
import { daysAfter, indiaDayOf, momentsOf } from "@fc/contract/period";
import { planRules, type PlanRules } from "@fc/contract/plan/rules";
import { planChangeLine, planChangeText, planDifference } from "@fc/contract/plan/difference";
import { sql } from "kysely";
import * as z from "zod/mini";
import { decidedAlready } from "../../core/operators/decided.ts";
import { lastDone, logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { dryRunTaskName } from "../../core/plan/dry-run-job.ts";
import {
  addPlanVersion,
  confirmPlanVersion,
  daysOfNotice,
  earliestDay,
  isPlanDecided,
  newestVersion,
  planOn,
  withdrawPlanVersion,
} from "../../core/plan/versions.ts";
import { requestJob, latestJobs } from "../../core/requested-jobs/requested-jobs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { announcePlan } from "./announce.ts";

/** Every version with its days, newest first, and the draft. */
export async function plansOf(db: Db, now: Date) {
  const rows = await db
    .selectFrom("plan_versions as plan")
    .leftJoin("operators as creator", "creator.id", "plan.created_by")
    .leftJoin("operators as withdrawer", "withdrawer.id", "plan.withdrawn_by")
    .selectAll("plan")
    .select(["creator.name as creator", "withdrawer.name as withdrawer"])
    .orderBy("plan.effective_from", "desc")
    .orderBy("plan.version", "desc")
    .execute();
  const today = indiaDayOf(now);
  let nextFrom: string | undefined;
  const versions: ConsolePlanVersion[] = [];
  for (const row of rows) {
    const isWithdrawn = row.withdrawn_at !== null;
    const effectiveTo = isWithdrawn || nextFrom === undefined ? null : daysAfter(nextFrom, -1);
    const state = isWithdrawn
      ? "withdrawn"
      : row.effective_from > today
        ? "scheduled"
        : effectiveTo !== null && effectiveTo < today
          ? "past"
          : "in force";
    versions.push({
      version: row.version,
      state,
      effectiveFrom: row.effective_from,
      effectiveTo,
      rules: planRules.parse(row.rules),
      createdBy: row.creator,
      createdAt: row.created_at.toISOString(),
      withdrawnBy: row.withdrawer,
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    });
    if (!isWithdrawn) nextFrom = row.effective_from;
  }
  const newest = sure(versions.find(({ state }) => state !== "withdrawn")).effectiveFrom;
  const noticed = await earliestDay(db, now);
  // What began today may be replaced today, while nobody has staked.
  const afterNewest = newest === today && noticed === today ? today : daysAfter(newest, 1);
  const earliest = afterNewest > noticed ? afterNewest : noticed;
  return { versions, draft: await draftOf(db), earliest, isDecided: await isPlanDecided(db, today) };
}

async function draftOf(db: Db): Promise<PlanDraft | null> {
  const row = await db
    .selectFrom("plan_drafts")
    .innerJoin("operators", "operators.id", "edited_by")
    .select(["revision", "rules", "operators.name", "edited_at"])
    .executeTakeFirst();
  if (!row) return null;
  const rules = planRules.parse(row.rules);
  const ofTheseRules = sql<boolean>`run.input = ${JSON.stringify({ rules })}::jsonb`;
  const [run] = await latestJobs<DryRunResult>(db, { task: dryRunTaskName, limit: 1, ofInput: ofTheseRules });
  return {
    revision: row.revision,
    rules,
    editedBy: row.name,
    editedAt: row.edited_at.toISOString(),
    dryRun: run ?? null,
  };
}

interface DraftChange {
  /** The revision that the operator has read; 0 where there was no draft. */
  revision: number;
  operating: Operating;
}

/** Saves only over the revision that was read, so that two operators who write at once do not undo each other. */
export async function saveDraft(
  tx: Tx,
  { revision, rules, operating }: DraftChange & { rules: PlanRules },
): Promise<number> {
  const { operatorId, now } = operating;
  const written = {
    // No number comes twice: anybody who has read or proposed a draft never finds another one under its revision.
    revision: sql<number>`nextval('plan_draft_revisions')`,
    rules: JSON.stringify(rules),
    edited_by: operatorId,
    edited_at: now,
  };
  const saved =
    revision === 0
      ? await tx
          .insertInto("plan_drafts")
          .values(written)
          .onConflict((conflict) => conflict.doNothing())
          .returning("revision")
          .executeTakeFirst()
      : await tx
          .updateTable("plan_drafts")
          .set(written)
          .where("revision", "=", revision)
          .returning("revision")
          .executeTakeFirst();
  if (!saved) throw await staleDraft(tx);
  const { rules: inForce } = await planOn(tx, indiaDayOf(now));
  await logAction(tx, {
    ...operating,
    action: "plan/draft",
    details: { changes: changesText(inForce, rules) },
  });
  return saved.revision;
}

export async function discardDraft(tx: Tx, { revision, operating }: DraftChange): Promise<void> {
  await takeDraft(tx, revision);
  await logAction(tx, { ...operating, action: "plan/discard-draft" });
}

export async function requestDraftDryRun(tx: Tx, { revision, operating }: DraftChange): Promise<number> {
  const input = { rules: await draftedRules(tx, revision) };
  return requestJob(tx, { task: dryRunTaskName, input, action: "plan/dry-run", operating });
}

async function draftedRules(db: Db, revision: number): Promise<PlanRules> {
  const draft = await db
    .selectFrom("plan_drafts")
    .select("rules")
    .where("revision", "=", revision)
    .executeTakeFirst();
  if (!draft) throw await staleDraft(db);
  return planRules.parse(draft.rules);
}

/**
 * The draft as a version from a day on; it stays a draft until a second admin confirms it. The proposal holds the rules
 * themselves: what is confirmed is what becomes the version, whatever the draft is by then.
 */
export const planAct = proposalAct({
  kind: "plan",
  change: z.object({ revision: z.number(), rules: planRules, effectiveFrom: z.string() }),
  async review(db, { revision, rules, effectiveFrom }, now) {
    const drafted = await draftedRules(db, revision);
    const newest = await newestVersion(db, { effectiveFrom, now });
    // Compared with the version before it, which may not have begun: going back to today's rules is a change then.
    const follows = await planOn(db, daysAfter(effectiveFrom, -1));
    const changes = planDifference(follows.rules, rules);
    if (changes.length === 0) throw new AppError("NOTHING_CHANGED");
    return {
      subject: "plan",
      title: `A new plan from ${effectiveFrom} on`,
      lines: changes.map(planChangeLine),
      before: { drafted, newest, follows: follows.version },
      // Confirmed later, it would leave members less notice than they are promised.
      until: momentsOf({ from: daysAfter(effectiveFrom, 1 - (await daysOfNotice(db))) }).from,
    };
  },
  apply: (tx, change, { operating, proposedBy }) => scheduleDraft(tx, { ...change, operating, proposedBy }),
});

interface ScheduleRequest extends DraftChange {
  effectiveFrom: string;
  reason?: string | undefined;
  publicUrl: string;
}

/** Proposes the draft as a version. Returns the version, or null while it waits for a second admin. */
export async function proposeVersion(tx: Tx, request: ScheduleRequest): Promise<number | null> {
  const { revision, effectiveFrom, reason, operating, publicUrl } = request;
  await lockProposals(tx);
  const change = { revision, rules: await draftedRules(tx, revision), effectiveFrom };
  const proposed = await propose(tx, planAct, { change, reason, operating, publicUrl });
  return proposed.isWaiting ? null : proposed.done;
}

interface Scheduling extends DraftChange {
  rules: PlanRules;
  effectiveFrom: string;
  proposedBy: { id: number; name: string };
}

/** Makes a version of the proposed rules and removes the draft. A version is never changed. */
async function scheduleDraft(tx: Tx, input: Scheduling): Promise<number> {
  const { revision, rules, effectiveFrom, operating, proposedBy } = input;
  await takeDraft(tx, revision);
  const { rules: before } = await planOn(tx, daysAfter(effectiveFrom, -1));
  const added = { rules, effectiveFrom, by: proposedBy.id, now: operating.now };
  const version = await addPlanVersion(tx, added);
  const byTwo = proposedBy.id === operating.operatorId ? {} : { proposedBy: proposedBy.name };
  const details = { version, from: effectiveFrom, changes: changesText(before, rules), ...byTwo };
  await logAction(tx, { ...operating, action: "plan/schedule", details });
  await announcePlan(tx, { version, what: "scheduled", now: operating.now });
  return version;
}

async function takeDraft(tx: Tx, revision: number): Promise<void> {
  const taken = await tx
    .deleteFrom("plan_drafts")
    .where("revision", "=", revision)
    .returning("revision")
    .executeTakeFirst();
  if (!taken) throw await staleDraft(tx);
}

/** Another operator has changed, scheduled or discarded the draft that this operator's page still shows. */
async function staleDraft(db: Db): Promise<AppError> {
  const last = await lastDone(db, sql`line.action in ('plan/draft', 'plan/discard-draft', 'plan/schedule')`);
  return last ? decidedAlready(last) : new AppError("CONFLICT");
}

export async function withdraw(
  tx: Tx,
  { version, operating }: { version: number; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  if (!(await withdrawPlanVersion(tx, { version, by: operatorId, now }))) {
    const known = await tx
      .selectFrom("plan_versions")
      .leftJoin("operators", "operators.id", "withdrawn_by")
      .select(["operators.name as by", "withdrawn_at as at"])
      .where("version", "=", version)
      .executeTakeFirst();
    if (!known) throw new AppError("NOT_FOUND");
    if (known.at) throw decidedAlready(known);
    throw new AppError("BAD_REQUEST", { fields: { version: "It has begun, or begins within minutes" } });
  }
  await logAction(tx, { ...operating, action: "plan/withdraw", details: { version } });
  await announcePlan(tx, { version, what: "withdrawn", now });
}

/** Before members come: the figures that came with the product become the company's own decision. */
export async function confirmInForce(
  tx: Tx,
  { version, operating }: { version: number; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  const inForce = await planOn(tx, indiaDayOf(now));
  // The page showed other figures than those that would be confirmed.
  if (inForce.version !== version) throw new AppError("CONFLICT");
  if (!(await confirmPlanVersion(tx, { version, by: operatorId, now }))) {
    const known = await tx
      .selectFrom("plan_versions")
      .leftJoin("operators", "operators.id", "confirmed_by")
      .select(["operators.name as by", "confirmed_at as at"])
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    throw known.at ? decidedAlready(known) : new AppError("CONFLICT");
  }
  await logAction(tx, { ...operating, action: "plan/confirm", details: { version } });
}

function changesText(before: PlanRules, after: PlanRules): string {
  return planDifference(before, after).map(planChangeText).join("; ") || "none";
}
