import { fcText, inrText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcFromWire, fcToWire, inrPaiseToWire } from "@fc/contract/money";
import { indiaDayOf } from "@fc/contract/period";
import type { BodyOf } from "@fc/contract/route";
import type { remitTax, TaxRemittance } from "@fc/contract/taxes/console";
import { sql } from "kysely";
import * as z from "zod/mini";
import { houseBalances } from "../../core/ledger/house.ts";
import { post, postedKeys } from "../../core/ledger/post.ts";
import { taxRemitted } from "../../core/ledger/posting.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** What the company has paid to the state of the tax that it deducted. */

type NewRemittance = BodyOf<typeof remitTax> & { operating: Operating; publicUrl: string };

export async function proposeRemittance(tx: Tx, input: NewRemittance): Promise<void> {
  const { paidOn, amount, amountInr, challan, ...proposal } = input;
  const change = {
    paidOn,
    challan,
    // As text, because it is stored as JSON, whose numbers would lose digits.
    amountFc: String(fcFromWire(amount)!),
    amountPaise: String(Math.round(amountInr * 100)),
  };
  await lockProposals(tx);
  await propose(tx, remittanceAct, { change, ...proposal });
}

const storedRemittance = z.object({
  paidOn: z.string(),
  challan: z.string(),
  amountFc: z.string(),
  amountPaise: z.string(),
});

/** A challan is recorded once, however it was typed. */
const keyOf = (challan: string) => `tax-remitted/${challan.toUpperCase().replaceAll(/[^A-Z\d]/g, "")}`;

/** It takes tax off the books as paid, so two people compare it with the challan. */
export const remittanceAct = proposalAct({
  kind: "tax-remittance",
  change: storedRemittance,
  async review(db, { paidOn, challan, amountFc, amountPaise }, now) {
    if (paidOn > indiaDayOf(now)) throw refused("paidOn", "This day has not come yet");
    const key = keyOf(challan);
    if ((await postedKeys(db, [key])).has(key)) throw refused("challan", "This challan is recorded already");
    const { tax_withheld: owedFc } = await houseBalances(db);
    if (owedFc < BigInt(amountFc)) throw refused("amount", `Only ${fcText(owedFc)} are owed to the state`);
    return {
      subject: key,
      title: `Tax of ${inrText(BigInt(amountPaise))} was paid to the state`,
      lines: [
        { label: "Challan", from: "not recorded", to: challan },
        { label: "Paid on", from: "not recorded", to: paidOn },
        { label: "Rupees", from: "not recorded", to: inrText(BigInt(amountPaise)) },
        { label: "Coins", from: "owed to the state", to: `${fcText(BigInt(amountFc))} to the treasury` },
      ],
      before: {},
    };
  },
  // Confirmations come one after the other (lockProposals) and nothing else takes from the account, so what `review`
  // has just found is still owed.
  async apply(tx, { paidOn, challan, amountFc, amountPaise }, { operating, proposedBy }) {
    const confirmedBy = await tx
      .selectFrom("operators")
      .select("name")
      .where("id", "=", operating.operatorId)
      .executeTakeFirstOrThrow();
    const metadata = {
      challan,
      paidOn,
      amountPaise,
      recordedBy: proposedBy.name,
      confirmedBy: confirmedBy.name,
    };
    const entry = { key: keyOf(challan), effectiveAt: operating.now, amountFc: BigInt(amountFc), challan };
    await post(tx, taxRemitted({ ...entry, metadata }));
    const details = {
      challan,
      paidOn,
      amount: fcText(BigInt(amountFc)),
      rupees: inrText(BigInt(amountPaise)),
      proposedBy: proposedBy.name,
    };
    await logAction(tx, { ...operating, action: "taxes/remit", details });
  },
});

/** A few dozen in a year, all of which a page shows. */
export async function taxRemittances(db: Db) {
  const { rows } = await sql<{ id: bigint; at: Date; fc: bigint; facts: unknown }>`
    select entry.id, entry.effective_at as at, posting.amount as fc, entry.metadata as facts
    from ledger_entries entry join ledger_postings posting
        on posting.entry_id = entry.id and posting.effective_at = entry.effective_at
    where entry.kind = 'tax_remitted' order by entry.effective_at desc, entry.id desc`.execute(db);
  const { tax_withheld: owedFc } = await houseBalances(db);
  const remittedFc = rows.reduce((sum, { fc }) => sum + fc, 0n);
  const data = rows.map(({ id, at, fc, facts }): TaxRemittance => {
    const { amountPaise, ...shown } = z.parse(entryFacts, facts);
    return {
      ...shown,
      entryId: Number(id),
      amountFc: fcToWire(fc),
      amountInr: inrPaiseToWire(BigInt(amountPaise)),
      recordedAt: at.toISOString(),
    };
  });
  return {
    data,
    deductedFc: fcToWire(owedFc + remittedFc),
    remittedFc: fcToWire(remittedFc),
    owedFc: fcToWire(owedFc),
  };
}

const entryFacts = z.object({
  challan: z.string(),
  paidOn: z.string(),
  amountPaise: z.string(),
  recordedBy: z.string(),
  confirmedBy: z.string(),
});

function refused(field: string, why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { [field]: why } });
}
