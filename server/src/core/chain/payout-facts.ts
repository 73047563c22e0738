import type { Receipt } from "@fc/contract/receipts/portal";
import type { Db } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { activePayoutOf } from "./ending.ts";

interface PayoutFacts {
  times: NonNullable<Receipt["payout"]>;
  /** What was sent last; undefined as long as nothing was. */
  transactionId: string | undefined;
}

/** How far the hot wallet is with a withdrawal, as its member reads it. */
export async function payoutFactsOf(db: Db, withdrawalId: number): Promise<PayoutFacts | undefined> {
  const payout = await activePayoutOf(db, withdrawalId).executeTakeFirst();
  if (!payout) return undefined;
  const sent = await db
    .selectFrom("chain_attempts")
    .select("hash")
    .where("payout_id", "=", payout.id)
    .where("kind", "=", "payment")
    .where("last_sent_at", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return { times: payoutTimesOf(payout), transactionId: sent?.hash };
}

interface PayoutMoments {
  handed_at: Date;
  sent_at: Date | null;
  block_at: Date | null;
  rules_word: string | null;
}

export function payoutTimesOf({
  handed_at,
  sent_at,
  block_at,
  rules_word,
}: PayoutMoments): PayoutFacts["times"] {
  return {
    handedAt: handed_at.toISOString(),
    sentAt: sent_at?.toISOString() ?? null,
    blockAt: block_at?.toISOString() ?? null,
    isAutomatic: rules_word !== null,
  };
}

/** Where members look a transaction up; null where no explorer is set. */
export async function explorerUrlOf(db: Db, transactionId: string): Promise<string | null> {
  const { explorerUrl } = await businessSetting(db, "payout");
  return explorerUrl === "" ? null : explorerUrl.replace("{hash}", transactionId);
}
