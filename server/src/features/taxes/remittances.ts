import { type Fc, asFc, plus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcText, inrText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcToWire, inrPaiseToWire } from "@fc/contract/money";
import { indiaDayOf } from "@fc/contract/period";
import type { BodyOf } from "@fc/contract/route";
import type { remitTax, TaxRemittance } from "@fc/contract/taxes/console";
import { sql } from "kysely";
import * as z from "zod/mini";
import { post } from "../../core/ledger/post.ts";
import { taxRemitted } from "../../core/ledger/posting.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { remittanceKey } from "../../core/taxes/challans.ts";
import { coinsPaidBy, owedTax } from "../../core/taxes/owed.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** What the company has paid to the state of the tax that it deducted. */

type NewRemittance = BodyOf<typeof remitTax> & { operating: Operating; publicUrl: string };

export async function proposeRemittance(tx: Tx, input: NewRemittance): Promise<void> {
  const { paidOn, amountInr, interestInr, lateFeeInr, challan, ...proposal } = input;
  const change = {
    paidOn,
    challan,
    // As text, because it is stored as JSON, whose numbers would lose digits.
    amountPaise: paiseText(amountInr),
    interestPaise: paiseText(interestInr),
    lateFeePaise: paiseText(lateFeeInr),
  };
  await lockProposals(tx);
  await propose(tx, remittanceAct, { change, ...proposal });
}

const paiseText = (inr: number) => String(Math.round(inr * 100));

const storedRemittance = z.object({
  paidOn: z.string(),
  challan: z.string(),
  amountPaise: z.string(),
  // Remittances of before had none of their own.
  interestPaise: z.optional(z.string()),
  lateFeePaise: z.optional(z.string()),
});
type StoredRemittance = z.output<typeof storedRemittance>;

/** A challan is recorded once, however it was typed. One that was taken back can be recorded anew. */
async function freeKeyOf(db: Db, challan: string): Promise<string> {
  const key = remittanceKey(challan);
  const { rows } = await sql<{ count: number; open: number }>`
    select count(*)::int as count, count(*) filter (where not exists (
      select from ledger_entries other where other.reversal_of = entry.id))::int as open
    from ledger_entries entry where kind = 'tax_remitted' and (key = ${key} or key like ${`${key}/%`})`.execute(
    db,
  );
  const { count, open } = sure(rows[0]);
  if (open > 0) throw refused("challan", "This challan is recorded already");
  return count === 0 ? key : `${key}/${count + 1}`;
}

/** The coins that its tax pays for. */
async function coinsOf(db: Db, { amountPaise }: StoredRemittance): Promise<bigint> {
  const owed = await owedTax(db);
  const amountFc = await coinsPaidBy(db, owed, BigInt(amountPaise));
  if (amountFc === undefined || owed.owedFc === 0n) {
    const inRupees = inrText(owed.owedPaise > 0n ? owed.owedPaise : 0n);
    throw refused("amountInr", `Only ${inRupees} (${fcText(owed.owedFc)}) are owed to the state`);
  }
  if (amountFc === 0n) throw refused("amountInr", "This pays for no coins");
  return amountFc;
}

/** It takes tax off the books as paid, so two people compare it with the challan. */
export const remittanceAct = proposalAct({
  kind: "tax-remittance",
  change: storedRemittance,
  async review(db, remittance, now) {
    const { paidOn, challan, amountPaise, interestPaise = "0", lateFeePaise = "0" } = remittance;
    if (paidOn > indiaDayOf(now)) throw refused("paidOn", "This day has not come yet");
    await freeKeyOf(db, challan);
    const amountFc = asFc(await coinsOf(db, remittance));
    const inAll = BigInt(amountPaise) + BigInt(interestPaise) + BigInt(lateFeePaise);
    const line = (label: string, to: string) => ({ label, from: "not recorded", to });
    return {
      subject: remittanceKey(challan),
      title: `Tax of ${inrText(BigInt(amountPaise))} was paid to the state`,
      lines: [
        line("Challan", challan),
        line("Paid on", paidOn),
        line("Tax", inrText(BigInt(amountPaise))),
        line("Interest", inrText(BigInt(interestPaise))),
        line("Late fee", inrText(BigInt(lateFeePaise))),
        line("In all, as the challan says", inrText(inAll)),
        { label: "Coins", from: "owed to the state", to: `${fcText(amountFc)} to the treasury` },
      ],
      // Coins that were deducted or paid for meanwhile change what it pays for.
      before: { amountFc: String(amountFc) },
    };
  },
  // Confirmations come one after the other (lockProposals) and nothing else takes from the account, so what `review`
  // has just found is still owed.
  async apply(tx, remittance, { operating, proposedBy }) {
    const { challan, paidOn, amountPaise, interestPaise = "0", lateFeePaise = "0" } = remittance;
    const amountFc = asFc(await coinsOf(tx, remittance));
    const confirmedBy = await tx
      .selectFrom("operators")
      .select("name")
      .where("id", "=", operating.operatorId)
      .executeTakeFirstOrThrow();
    const metadata = {
      challan,
      paidOn,
      amountPaise,
      interestPaise,
      lateFeePaise,
      recordedBy: proposedBy.name,
      confirmedBy: confirmedBy.name,
    };
    const key = await freeKeyOf(tx, challan);
    await post(tx, taxRemitted({ key, effectiveAt: operating.now, amountFc, challan, metadata }));
    const details = {
      challan,
      paidOn,
      amount: fcText(amountFc),
      rupees: inrText(BigInt(amountPaise)),
      proposedBy: proposedBy.name,
    };
    await logAction(tx, { ...operating, action: "taxes/remit", details });
  },
});

/** A few dozen in a year, all of which a page shows. */
export async function taxRemittances(db: Db) {
  const { rows } = await sql<RemittanceRow>`
    select entry.id, entry.effective_at as at, posting.amount as fc, entry.metadata as facts,
      reversal.effective_at as reversed_at, reversal.message as reversal
    from ledger_entries entry join ledger_postings posting
        on posting.entry_id = entry.id and posting.effective_at = entry.effective_at
      left join ledger_entries reversal on reversal.reversal_of = entry.id
    where entry.kind = 'tax_remitted' order by entry.effective_at desc, entry.id desc`.execute(db);
  const { owedFc, owedPaise } = await owedTax(db);
  const remittedFc = asFc(
    rows.reduce((sum, { fc, reversed_at }) => (reversed_at === null ? sum + fc : sum), 0n),
  );
  return {
    data: rows.map(toRemittance),
    deductedFc: fcToWire(plus(owedFc, remittedFc)),
    remittedFc: fcToWire(remittedFc),
    owedFc: fcToWire(owedFc),
    owedInr: inrPaiseToWire(owedPaise > 0n ? owedPaise : 0n),
  };
}

interface RemittanceRow {
  id: bigint;
  at: Date;
  fc: Fc;
  facts: unknown;
  reversed_at: Date | null;
  reversal: string | null;
}

function toRemittance({ id, at, fc, facts, reversed_at, reversal }: RemittanceRow): TaxRemittance {
  const { amountPaise, interestPaise = "0", lateFeePaise = "0", ...shown } = z.parse(remittanceFacts, facts);
  return {
    ...shown,
    entryId: Number(id),
    amountFc: fcToWire(fc),
    amountInr: inrPaiseToWire(BigInt(amountPaise)),
    interestInr: inrPaiseToWire(BigInt(interestPaise)),
    lateFeeInr: inrPaiseToWire(BigInt(lateFeePaise)),
    recordedAt: at.toISOString(),
    reversed:
      reversed_at === null
        ? null
        : { at: reversed_at.toISOString(), reason: (reversal ?? "").replace(/^REVERSAL\//, "") },
  };
}

/** What an entry says of its remittance. */
export const remittanceFacts = z.extend(storedRemittance, {
  recordedBy: z.string(),
  confirmedBy: z.string(),
});

function refused(field: string, why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { [field]: why } });
}
