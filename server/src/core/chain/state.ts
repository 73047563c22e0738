import { sure } from "@fc/contract/sure";
import type { ComparedWallet } from "@fc/contract/deposits/console";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { isDeposit } from "./transfers.ts";

export interface CoinState {
  /** The newest comparison that had an answer; undefined before the first. */
  compared: { at: Date; wallets: readonly ComparedWallet[] } | undefined;
  /** Why the newest one had none. */
  problem: { at: Date; text: string } | undefined;
  depositsWithoutRequest: number;
}

/** How the coins on the chain stand; undefined where wallets were never compared, as without a chain. */
export async function coinState(db: Db): Promise<CoinState | undefined> {
  const [newest, good] = await Promise.all([
    comparisonWhere(db, sql`true`),
    comparisonWhere(db, sql`problem is null`),
  ]);
  if (!newest) return undefined;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chain_transfers as transfer
    left join staking_requests as request on request.id = transfer.request_id
    where ${isDeposit} and transfer.set_aside_at is null and (request.id is null or request.status = 'R')`.execute(
    db,
  );
  return {
    compared: good && { at: good.at, wallets: good.wallets },
    problem: newest.problem === null ? undefined : { at: newest.at, text: newest.problem },
    depositsWithoutRequest: sure(rows[0]).count,
  };
}

/** Whether no rule explains some coin of the wallet. */
export function isUnexplained({ unexplained }: ComparedWallet): boolean {
  return unexplained !== "0";
}

async function comparisonWhere(db: Db, fits: ReturnType<typeof sql>) {
  const { rows } = await sql<{ at: Date; problem: string | null; wallets: ComparedWallet[] }>`
    select at, problem, wallets from chain_comparisons where ${fits} order by id desc limit 1`.execute(db);
  return rows[0];
}
