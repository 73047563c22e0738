import { AppError } from "@fc/contract/errors";
import { refuseSanctioned, sanctionProblem } from "../../core/wallet/sanctions.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Db } from "../../platform/db.ts";

/** Where a withdrawal goes, asked before the transaction in which a person pays it or hands it over. */
export async function refuseSanctionedOf(db: Db, chain: Chain | undefined, id: number): Promise<void> {
  const withdrawal = await db
    .selectFrom("withdrawals")
    .select("address")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!withdrawal) throw new AppError("NOT_FOUND");
  if (withdrawal.address !== null) await refuseSanctioned(chain, withdrawal.address);
}

/** How many addresses are asked about at once: the file has up to 500 lines, and endpoints limit requests. */
const askedAtOnce = 10;

/** The addresses to which coins may be sent. Without an answer there is no file at all. */
export async function clearedAmong(
  chain: Chain | undefined,
  rows: readonly { address: string }[],
): Promise<ReadonlySet<string>> {
  const addresses = [...new Set(rows.map(({ address }) => address))];
  const cleared = new Set<string>();
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
