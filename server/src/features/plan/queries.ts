import { Readable } from "node:stream";
import { AppError } from "@fc/contract/errors";
import { indiaDayOf } from "@fc/contract/period";
import type { Language } from "@fc/contract/languages";
import { planDocument } from "@fc/contract/plan/document";
import type { PlanPaper } from "@fc/contract/plan/portal";
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

interface WantedDocument {
  language: Language;
  paper: PlanPaper;
  now: Date;
}

/** Makes each document once and keeps it, because anyone may request it. A version never changes, and there are few. */
export function planDocuments(db: Db): (wanted: WantedDocument) => Promise<Readable> {
  const made = new Map<string, Buffer>();
  return async ({ language, paper, now }) => {
    const plan = await planOn(db, indiaDayOf(now));
    const name = `${plan.version}/${language}/${paper}`;
    const pdf = made.get(name) ?? (await planPdf(planDocument(plan, language), paper));
    made.set(name, pdf);
    return Readable.from([pdf]);
  };
}
