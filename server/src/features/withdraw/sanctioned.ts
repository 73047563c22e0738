import { AppError } from "@fc/contract/errors";
import { goesToCoinAddress, type WithdrawType } from "@fc/contract/withdraw/kinds";
import { refuseSanctioned, sanctionProblem } from "../../core/wallet/sanctions.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Db } from "../../platform/db.ts";

/** Where a withdrawal goes, asked before the transaction in which a person pays it or hands it over. */
export async function refuseSanctionedOf(db: Db, chain: Chain | undefined, id: number): Promise<void> {
  const withdrawal = await db
    .selectFrom("withdrawals")
    .select(["currency_type", "address"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!withdrawal) throw new AppError("NOT_FOUND");
  const { currency_type: type, address } = withdrawal;
  if (address !== null && goesToCoinAddress(type)) await refuseSanctioned(chain, address);
}

/** How many addresses are asked about at once: the file has up to 500 lines, and endpoints limit requests. */
const askedAtOnce = 10;

/** Where these may be paid to: the oracle knows addresses of the chain. Without an answer there is no file at all. */
export async function clearedAmong(
  chain: Chain | undefined,
  rows: readonly { type: WithdrawType; address: string }[],
): Promise<ReadonlySet<string>> {
  const onChain = rows.filter(({ type }) => goesToCoinAddress(type));
  const addresses = [...new Set(onChain.map(({ address }) => address))];
  const cleared = new Set(rows.filter(({ type }) => !goesToCoinAddress(type)).map(({ address }) => address));
  for (let at = 0; at < addresses.length; at += askedAtOnce) {
    const asked = addresses.slice(at, at + askedAtOnce).map(async (address) => {
      const problem = await sanctionProblem(chain, address);
      if (problem === "SANCTIONS_UNKNOWN") throw new AppError(problem);
      if (problem === undefined) cleared.add(address);
    });
    await Promise.all(asked);
  }
  return cleared;
}
