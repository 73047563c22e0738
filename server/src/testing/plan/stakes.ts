import { type Fc, asFc, asUsdCents } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { atomically, type Db } from "../../platform/db.ts";
import { post } from "../../core/ledger/post.ts";
import { poolFunded } from "../../core/ledger/posting.ts";
import { opening } from "../ledger/entries.ts";
import { priceAt } from "../../core/prices/prices.ts";
import { startStake } from "../../core/staking/stakes.ts";

export async function fillPool(db: Db, amountFc: Fc, now: Date): Promise<void> {
  const funded = { key: randomUUID(), effectiveAt: now, amountFc, source: "treasury" } as const;
  await atomically(db, post, poolFunded(funded));
}

/** Starts a stake at the current price, paid from the transfer wallet, which is funded for it. */
export async function stakeNow(
  db: Db,
  { memberId, usd, now }: { memberId: number; usd: number; now: Date },
): Promise<number> {
  const price = await priceAt(db, now);
  const principalUsdCents = asUsdCents(BigInt(usd) * 100n);
  const amountFc = asFc((principalUsdCents * price.fcFor15Usd) / 1500n);
  const filled = { key: randomUUID(), effectiveAt: now, memberId, account: "transfer", amountFc } as const;
  await atomically(db, post, opening(filled));
  const source = { payerId: memberId, idempotencyKey: randomUUID() };
  return (await atomically(db, startStake, { memberId, principalUsdCents, price, source, now })).stakeId;
}
