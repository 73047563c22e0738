import { type Fc, asFc } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import { sure } from "@fc/contract/sure";
import { ruleStop } from "@fc/contract/withdraw/console-payout-rules";
import { onChainTypes } from "@fc/contract/withdraw/kinds";
import { sql } from "kysely";
import type { PayoutDeps } from "../../core/chain/payout-deps.ts";
import { unsignedByRules } from "../../core/chain/unsigned-by-rules.ts";
import { mayPay, walletOf } from "../../core/chain/wallets.ts";
import type { Address } from "../../platform/chain/types.ts";
import { atomically, type Db } from "../../platform/db.ts";
import { owedFc } from "./console-queries.ts";
import { handOverByRules } from "./hand-over.ts";

/** At most so many in a run: new ones first, then some that a rule has stopped before, whose facts change seldom. */
const looksAt = 100;

/** Whether a worker has said that rules are in force, and something waits that they may pay. */
export async function hasWorkForRules(db: Db, chainId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from chain_wallets where chain_id = ${chainId} and rules_text is not null)
      and exists (select from withdrawals as withdrawal where ${isOpen}) as has`.execute(db);
  return sure(rows[0]).has;
}

const isOpen = sql<boolean>`withdrawal.status = 'P' and withdrawal.address is not null and not withdrawal.is_handed_over
  and withdrawal.paying_by is null and withdrawal.currency_type = any (${onChainTypes}::text[])`;

/** Hands over what the rules pay, and notes of the others which rule has stopped them. A person decides those. */
export async function payByRules({ db, chain, clock, secretKey, guard }: PayoutDeps): Promise<void> {
  if (!chain.signer) return;
  const { chainId, contract } = chain;
  const wallet = { chainId, contract, address: chain.signer.address };
  const row = await walletOf(db, wallet).executeTakeFirst();
  if (!row?.rules_word || !mayPay(row)) return;
  const ofRules = { chainId, word: row.rules_word, states: ["waiting", "reserved"] } as const;
  for (const { id, address, netFc } of await openWithdrawals(db)) {
    const waitingFc = asFc(await unsignedByRules(db, ofRules));
    const asked = { withdrawalId: id, to: address, amountFc: netFc, waitingFc };
    const judged = await guard.byRules(wallet, asked);
    if (judged === undefined) return;
    const stop =
      "stop" in judged
        ? ruleStop(judged.stop)
        : await atomically(db, handOverByRules, {
            id,
            net: fcToWire(netFc),
            chain,
            secretKey,
            word: judged.word,
            now: clock(),
          }).catch(refusalIn);
    if (stop !== undefined) await noteStop(db, { id, stop });
  }
}

/** What a person would be refused as well. Any other error is one of the task. */
function refusalIn(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}

async function openWithdrawals(db: Db) {
  const { rows } = await sql<{ id: number; address: Address; netFc: Fc }>`
    select id, address, amount_fc - fee_fc - tax_fc
      - least(${owedFc}, amount_fc - fee_fc - tax_fc) as "netFc"
    from withdrawals as withdrawal where ${isOpen}
    order by rules_stop is not null, case when rules_stop is null then id::float8 else random() end
    limit ${looksAt}`.execute(db);
  return rows;
}

function noteStop(db: Db, { id, stop }: { id: number; stop: string }) {
  return db
    .updateTable("withdrawals")
    .set({ rules_stop: stop })
    .where("id", "=", id)
    .where("status", "=", "P")
    .where("rules_stop", "is distinct from", stop)
    .execute();
}
