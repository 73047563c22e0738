import { AppError } from "@fc/contract/errors";
import { isRewardKind, rewardKinds, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { planRules } from "@fc/contract/plan/rules";
import type { CreditReason } from "@fc/contract/reports/why";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { rewardComputations } from "./rewards.ts";

interface CreditLine {
  memberId: number;
  entryId: bigint;
  line: number;
}

/** Why a reward has its amount. Refused as not found unless the credit is the member's and a closing made it. */
export async function reasonByTransID(db: ReadDb, memberId: number, transID: string): Promise<CreditReason> {
  const [, entryId, line] = /^(\d{1,18})-(\d{1,5})$/.exec(transID) ?? [];
  const reason = entryId && (await reasonOf(db, { memberId, entryId: BigInt(entryId), line: Number(line) }));
  if (!reason) throw new AppError("NOT_FOUND");
  return reason;
}

/**
 * Why a credit of a closing has its amount: everything that it followed from, so that `explain` can compute it again.
 * Undefined unless the line is a reward of this member.
 */
export async function reasonOf(
  db: ReadDb,
  { memberId, entryId, line }: CreditLine,
): Promise<CreditReason | undefined> {
  const row = await db
    .selectFrom("ledger_postings as posting")
    .innerJoin("ledger_entries as entry", (join) =>
      join
        .onRef("entry.id", "=", "posting.entry_id")
        .onRef("entry.effective_at", "=", "posting.effective_at"),
    )
    .innerJoin("closings", (join) =>
      join.on(sql<boolean>`closings.day = (posting.effective_at at time zone 'Asia/Kolkata')::date`),
    )
    .innerJoin("plan_versions", "plan_versions.version", "closings.plan_version")
    .innerJoin("prices", "prices.id", "closings.price_id")
    .select(["entry.kind", "entry.key", "posting.amount", "closings.day", "closings.due_fc"])
    .select(["posting.effective_at", "prices.inr_per_usd", "closings.tax_fc"])
    .select(["closings.available_fc", "closings.plan_version", "plan_versions.rules", "prices.fc_for_15_usd"])
    .where("posting.entry_id", "=", entryId)
    .where("posting.line", "=", line)
    .where("posting.credit_id", ">", BigInt(memberId) * 16n)
    .where("posting.credit_id", "<", BigInt(memberId) * 16n + 16n)
    .executeTakeFirst();
  // A closing's entries are named after their kind. Rewards that were posted by hand have other keys.
  if (!row || !isRewardKind(row.kind) || !row.key.startsWith(`${row.kind}/`)) return undefined;
  const shared = {
    day: row.day,
    planVersion: row.plan_version,
    rules: planRules.parse(row.rules),
    fcFor15Usd: String(row.fc_for_15_usd),
    dueFc: String(row.due_fc),
    availableFc: String(row.available_fc),
    creditedFc: String(row.amount),
    // A day without tax has no record to look for.
    tax: row.tax_fc === 0n ? null : await taxReason(db, { ...row, memberId, kind: row.kind }),
  };
  return rewardComputations[row.kind].reason(db, { memberId, key: row.key, shared });
}

interface TaxedCredit {
  memberId: number;
  kind: RewardKind;
  effective_at: Date;
  inr_per_usd: bigint;
}

/** The tax of the step of the closing that made a credit. */
async function taxReason(
  db: ReadDb,
  { memberId, kind, ...credit }: TaxedCredit,
): Promise<CreditReason["tax"]> {
  const tax = await db
    .selectFrom("tax_deductions as tax")
    .innerJoin("tax_rules as rule", "rule.id", "tax.rule_id")
    .selectAll("tax")
    .select("rule.section")
    .where("tax.member_id", "=", memberId)
    .where("tax.taken_at", "=", credit.effective_at)
    .where("tax.source", "=", rewardComputations[kind].entryPer)
    .executeTakeFirst();
  if (!tax) return null;
  const { wallet } = rewardKinds[kind];
  const ofWallet = { staking: tax.from_staking_fc, earning: tax.from_earning_fc, offer: tax.from_offer_fc };
  return {
    section: tax.section,
    hasPan: tax.has_pan,
    rateBasisPoints: tax.rate_basis_points,
    thresholdPaise: String(tax.threshold_paise),
    baseFc: String(tax.base_fc),
    inrPerUsd: String(credit.inr_per_usd),
    financialYear: tax.financial_year,
    sumBeforePaise: String(tax.sum_before_paise),
    taxedBeforePaise: String(tax.taxed_before_paise),
    taxFc: String(tax.tax_fc),
    ofWalletFc: String(ofWallet[wallet]),
  };
}
