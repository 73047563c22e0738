import { indiaDayOf } from "@fc/contract/period";
import { financialYearOf } from "@fc/contract/taxes/financial-year";
import { addCannedText } from "../src/features/canned-texts/canned-texts.ts";
import { approveCase, rejectCase } from "../src/features/kyc/decisions.ts";
import { setTaxRule } from "../src/features/taxes/set-rules.ts";
import { after, day, hour } from "../src/platform/clock.ts";
import { atomically, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { demoOperatorId } from "./demo-console.ts";

/** So long ago a case was submitted at least that somebody has looked at it. */
const lookedAtAfterDays = 9;
/** One of this number was rejected. */
const oneRejectedOf = 12;

/** Most PAN cards and bank details were looked at, some were rejected; the newest wait. */
export async function seedDemoKyc({ db, publicUrl }: Deps, { now }: { now: Date }): Promise<void> {
  const operatorId = await demoOperatorId(db);
  const cases = await db
    .selectFrom("kyc_cases")
    .select(["id", "version", "submitted_at as submittedAt"])
    .where("submitted_at", "<", after(now, -lookedAtAfterDays * day))
    .orderBy("submitted_at")
    .orderBy("id")
    .execute();
  for (const [at, { id, version, submittedAt }] of cases.entries()) {
    const operating = { operatorId, ip: "192.0.2.10", now: after(submittedAt, 5 * hour) };
    const decision = { id, version, publicUrl, operating };
    if (at % oneRejectedOf === oneRejectedOf - 1)
      await atomically(db, rejectCase, { ...decision, reason: "The picture cannot be read" });
    else await atomically(db, approveCase, decision);
  }
}

/** A rule for the next financial year, so that the page of taxes shows one and nothing is deducted yet. */
export async function seedDemoTaxRule({ db, publicUrl }: Deps, { now }: { now: Date }): Promise<void> {
  await atomically(db, setTaxRule, {
    firstDay: `${financialYearOf(indiaDayOf(now)) + 1}-04-01`,
    section: "194H",
    taken: "withdrawal",
    ratePercent: 2,
    rateWithoutPanPercent: 20,
    thresholdInr: 20_000,
    seen: 0,
    reason: "The rates of the coming financial year",
    operating: { operatorId: await demoOperatorId(db), ip: "192.0.2.10", now: after(now, -3 * day) },
    publicUrl,
  });
}

const cannedTexts = [
  {
    kind: "reply",
    title: "Withdrawal is being looked at",
    body: "Dear {name},\n\nyour withdrawal is being looked at. You get a mail as soon as it is paid. Your reference is {reference}.",
  },
  {
    kind: "staking-rejection",
    title: "Proof cannot be read",
    body: "The picture of your payment cannot be read. Please send a clear one that shows the UPI reference.",
  },
  {
    kind: "withdrawal-rejection",
    title: "Address cannot be reached",
    body: "The address could not be reached on BEP20. Please check it and request {reference} again.",
  },
  {
    kind: "kyc-rejection",
    title: "Picture cannot be read",
    body: "The picture cannot be read. Please send a clear one that shows all four corners.",
  },
] as const;

export async function seedDemoCannedTexts(tx: Tx, { now }: { now: Date }): Promise<void> {
  const operating = { operatorId: await demoOperatorId(tx), ip: "192.0.2.10", now: after(now, -15 * day) };
  for (const text of cannedTexts) await addCannedText(tx, { ...text, operating });
}
