import type { Fc } from "@fc/contract/units";
import { fcText, inrText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import * as z from "zod/mini";
import { reverse } from "../../core/ledger/post.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { remittanceFacts } from "./remittances.ts";

/** A remittance that was recorded wrongly: two operators take it back, and its challan can be recorded anew. */
export const remittanceReversalAct = proposalAct({
  kind: "tax-remittance-reversal",
  change: z.object({ entryId: z.number() }),
  async review(db, { entryId }) {
    const { fc, facts } = await openRemittance(db, entryId);
    const rupees = inrText(BigInt(facts.amountPaise));
    return {
      subject: String(entryId),
      title: `Take back the remittance of challan ${facts.challan}`,
      lines: [
        { label: "Tax", from: `${rupees} paid on ${facts.paidOn}`, to: "not paid" },
        { label: "Coins", from: `${fcText(fc)} in the treasury`, to: "owed to the state" },
      ],
      before: { entryId },
    };
  },
  async apply(tx, { entryId }, { operating, proposedBy, reason }) {
    const { facts } = await openRemittance(tx, entryId);
    await reverse(tx, { entryId: BigInt(entryId), reason, now: operating.now });
    const details = {
      challan: facts.challan,
      rupees: inrText(BigInt(facts.amountPaise)),
      reason,
      proposedBy: proposedBy.name,
    };
    await logAction(tx, { ...operating, action: "taxes/reverse", details });
  },
});

export async function proposeReversal(
  tx: Tx,
  input: { id: number; reason: string; operating: Operating; publicUrl: string },
): Promise<void> {
  const { id, ...proposal } = input;
  await lockProposals(tx);
  await propose(tx, remittanceReversalAct, { change: { entryId: id }, ...proposal });
}

async function openRemittance(db: Db, entryId: number) {
  const { rows } = await sql<{ fc: Fc; facts: unknown }>`
    select posting.amount as fc, entry.metadata as facts
    from ledger_entries entry join ledger_postings posting
        on posting.entry_id = entry.id and posting.effective_at = entry.effective_at
    where entry.id = ${entryId} and entry.kind = 'tax_remitted'
      and not exists (select from ledger_entries other where other.reversal_of = entry.id)`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  return { fc: row.fc, facts: z.parse(remittanceFacts, row.facts) };
}
