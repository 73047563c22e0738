import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { PayoutJournal } from "./journal.ts";

interface Beginning {
  file: string;
  at: Date;
  /** The tables' dates of addresses are believed, which a person has decided. */
  takesAddresses: boolean;
}

/** Lets a file be what payouts are remembered in, instead of what wrote the words in the tables before. */
export async function beginMemory(
  db: Db,
  { file, at, takesAddresses }: Beginning,
): Promise<{ addresses: number }> {
  const rows = takesAddresses
    ? await db
        .selectFrom("coin_addresses")
        .select(["address", "changed_at"])
        .where("changed_at", "<=", at)
        .execute()
    : [];
  PayoutJournal.begin(file, {
    addresses: rows.map(({ address, changed_at }) => ({ address, at: changed_at })),
    at,
  });
  await atomically(db, forgetWords, undefined);
  return { addresses: rows.length };
}

/** The worker gives out its own at its next look. */
async function forgetWords(tx: Tx): Promise<void> {
  await tx
    .updateTable("chain_wallets")
    .set({ approval_words: [], rules_word: null, rules_text: null })
    .execute();
}
