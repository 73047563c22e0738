import { keysOf } from "@fc/contract/sure";
import { inrText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { indiaDayOf, momentsOf } from "@fc/contract/period";
import { percentText } from "@fc/contract/plan/difference";
import type { BodyOf } from "@fc/contract/route";
import type { addTaxRule } from "@fc/contract/taxes/console";
import { financialYearOf, financialYearText } from "@fc/contract/taxes/financial-year";
import { taxMoments } from "@fc/contract/taxes/rules";
import { sql } from "kysely";
import * as z from "zod/mini";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { taxRuleOn } from "../../core/taxes/rules.ts";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

type NewRule = BodyOf<typeof addTaxRule> & { operating: Operating; publicUrl: string };

/** Proposes a rule; null while it waits for a second person. */
export async function setTaxRule(tx: Tx, input: NewRule): Promise<number | null> {
  const { operating, publicUrl, seen, reason, ...change } = input;
  await lockProposals(tx);
  await lockRules(tx);
  await checkSeen(tx, seen);
  const proposed = await propose(tx, taxRuleAct, { change, reason, operating, publicUrl });
  return proposed.isWaiting ? null : proposed.done;
}

/** Rules are changed one after the other, so that each change sees the one before. */
async function lockRules(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.taxRules})`.execute(tx);
}

const storedRule = z.object({
  firstDay: z.string(),
  section: z.string(),
  taken: z.enum(keysOf(taxMoments)),
  ratePercent: z.number(),
  rateWithoutPanPercent: z.number(),
  thresholdInr: z.number(),
});

const basisPoints = (percent: number) => Math.round(percent * 100);

/** A rule of tax, from a day to come: what is credited or requested already is never taxed afterwards. */
export const taxRuleAct = proposalAct({
  kind: "tax-rule",
  change: storedRule,
  async review(db, wanted, now) {
    if (wanted.firstDay <= indiaDayOf(now)) throw refused("A rule begins tomorrow at the earliest");
    if (await beginningOn(db, wanted.firstDay)) throw refused("Another rule begins on this day");
    const before = await taxRuleOn(db, wanted.firstDay);
    const year = financialYearText(financialYearOf(wanted.firstDay));
    return {
      subject: "tax-rule",
      title: "A rule for tax deducted at source",
      lines: [
        line("Taken", before && taxMoments[before.taken], taxMoments[wanted.taken]),
        line("Section", before?.section, wanted.section),
        line(
          "Rate with PAN",
          before && percentText(before.rateBasisPoints),
          percentText(basisPoints(wanted.ratePercent)),
        ),
        line(
          "Rate without PAN",
          before && percentText(before.rateWithoutPanBasisPoints),
          percentText(basisPoints(wanted.rateWithoutPanPercent)),
        ),
        line(
          "Above, in a financial year",
          before && inrText(before.thresholdPaise),
          inrText(BigInt(wanted.thresholdInr) * 100n),
        ),
        line("In force", before && `from ${before.firstDay} on`, `from ${wanted.firstDay} on (${year})`),
      ],
      before: { seen: await rulesSeen(db), follows: before?.id ?? null },
      until: momentsOf({ from: wanted.firstDay }).from,
    };
  },
  async apply(tx, wanted, { operating, proposedBy }) {
    await lockRules(tx);
    const { operatorId, now } = operating;
    const { id } = await tx
      .insertInto("tax_rules")
      .values({
        first_day: wanted.firstDay,
        section: wanted.section,
        taken: wanted.taken,
        rate_basis_points: basisPoints(wanted.ratePercent),
        rate_without_pan_basis_points: basisPoints(wanted.rateWithoutPanPercent),
        threshold_paise: BigInt(wanted.thresholdInr) * 100n,
        created_at: now,
        created_by: proposedBy.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const details = {
      rule: id,
      ...wanted,
      ...(proposedBy.id !== operatorId && { proposedBy: proposedBy.name }),
    };
    await logAction(tx, { ...operating, action: "tax-rule/set", details });
    return id;
  },
});

function line(label: string, from: string | undefined, to: string) {
  return { label, from: from ?? "not set", to };
}

function beginningOn(db: Db, firstDay: string) {
  return db
    .selectFrom("tax_rules")
    .select("id")
    .where("first_day", "=", firstDay)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
}

/** Rules are only added or withdrawn, so the two counts identify what a page has seen. */
export async function rulesSeen(db: Db): Promise<number> {
  const { set, withdrawn } = await db
    .selectFrom("tax_rules")
    .select((eb) => [eb.fn.countAll<bigint>().as("set"), eb.fn.count<bigint>("withdrawn_at").as("withdrawn")])
    .executeTakeFirstOrThrow();
  return Number(set + withdrawn);
}

/** Of two who set a rule at once, the second is told who was first. */
async function checkSeen(db: Db, seen: number): Promise<void> {
  if ((await rulesSeen(db)) === seen) return;
  const newest = await db
    .selectFrom("operator_log as line")
    .innerJoin("operators as operator", "operator.id", "line.operator_id")
    .select(["operator.name as by", "line.at"])
    .where("line.action", "in", ["tax-rule/set", "tax-rule/withdraw"])
    .orderBy("line.id", "desc")
    .limit(1)
    .executeTakeFirst();
  throw decidedAlready(newest ?? { by: null, at: null });
}

/** One person withdraws a rule that has not begun: the one before it simply goes on. */
export async function withdrawTaxRule(
  tx: Tx,
  { id, operating }: { id: number; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  await lockRules(tx);
  const withdrawn = await tx
    .updateTable("tax_rules")
    .set({ withdrawn_at: now, withdrawn_by: operatorId })
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .where("first_day", ">", indiaDayOf(now))
    .returning(["first_day as firstDay", "section"])
    .executeTakeFirst();
  if (!withdrawn) throw await whyNot(tx, id);
  await logAction(tx, { ...operating, action: "tax-rule/withdraw", details: { rule: id, ...withdrawn } });
}

async function whyNot(db: Db, id: number): Promise<AppError> {
  const rule = await db
    .selectFrom("tax_rules as rule")
    .leftJoin("operators as operator", "operator.id", "rule.withdrawn_by")
    .select(["rule.withdrawn_at as at", "operator.name as by"])
    .where("rule.id", "=", id)
    .executeTakeFirst();
  if (!rule) return new AppError("NOT_FOUND");
  return rule.at ? decidedAlready(rule) : new AppError("TAX_RULE_IN_FORCE");
}

function refused(why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { firstDay: why } });
}
