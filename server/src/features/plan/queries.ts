import { Readable } from "node:stream";
import { AppError } from "@fc/contract/errors";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import type { Language } from "@fc/contract/languages";
import { planDocument } from "@fc/contract/plan/document";
import type { planHistory, PlanPaper } from "@fc/contract/plan/portal";
import { planRules, type PlanVersion } from "@fc/contract/plan/rules";
import type { ResponseOf } from "@fc/contract/route";
import { runningStakesOf } from "../../core/plan/running-stakes.ts";
import { planOn } from "../../core/plan/versions.ts";
import { priceAt } from "../../core/prices/prices.ts";
import type { Db } from "../../platform/db.ts";
import { planPdf } from "./plan-sheet.ts";

export async function planInForceOf(db: Db, now: Date) {
  return { ...(await planOn(db, indiaDayOf(now))), fcFor15Usd: await priceText(db, now) };
}

async function priceText(db: Db, now: Date): Promise<string | null> {
  try {
    return String((await priceAt(db, now)).fcFor15Usd);
  } catch (error) {
    if (error instanceof AppError && error.code === "PRICE_UNSET") return null;
    throw error;
  }
}

/** Every version that was, is or will be in force; one that was withdrawn before it began never was. */
export async function planHistoryOf(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<ResponseOf<typeof planHistory>["data"]> {
  const rows = await db
    .selectFrom("plan_versions")
    .select(["version", "effective_from", "rules", "created_at", "created_by"])
    .where("withdrawn_at", "is", null)
    .orderBy("effective_from", "desc")
    .execute();
  const today = indiaDayOf(now);
  const { principalUsdCents, principalFc, dailyRosFc } = await runningStakesOf(db, { memberId, now });
  return {
    versions: rows.map((row, at) => {
      const later = rows[at - 1]?.effective_from;
      const effectiveTo = later === undefined ? null : daysAfter(later, -1);
      const isPast = effectiveTo !== null && effectiveTo < today;
      return {
        version: row.version,
        state: row.effective_from > today ? "scheduled" : isPast ? "past" : "in force",
        effectiveFrom: row.effective_from,
        effectiveTo,
        announcedAt: row.created_by === null ? null : row.created_at.toISOString(),
        rules: planRules.parse(row.rules),
      };
    }),
    own: {
      principalUsdCents: String(principalUsdCents),
      principalFc: String(principalFc),
      dailyRosFc: String(dailyRosFc),
    },
  };
}

interface WantedDocument {
  /** The one in force today where it is missing. */
  version: number | undefined;
  language: Language;
  paper: PlanPaper;
  now: Date;
}

/** Makes each document once and keeps it, because anyone may request it. A version never changes, and there are few. */
export function planDocuments(db: Db): (wanted: WantedDocument) => Promise<Readable> {
  const made = new Map<string, Buffer>();
  return async ({ language, paper, version, now }) => {
    const plan = version === undefined ? await planOn(db, indiaDayOf(now)) : await knownVersion(db, version);
    const name = `${plan.version}/${language}/${paper}`;
    const pdf = made.get(name) ?? (await planPdf(planDocument(plan, language), paper));
    made.set(name, pdf);
    return Readable.from([pdf]);
  };
}

async function knownVersion(db: Db, version: number): Promise<PlanVersion> {
  const row = await db
    .selectFrom("plan_versions")
    .select(["effective_from", "rules"])
    .where("version", "=", version)
    .where("withdrawn_at", "is", null)
    .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND"));
  return { version, effectiveFrom: row.effective_from, rules: planRules.parse(row.rules) };
}
