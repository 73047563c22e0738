import { asFc } from "@fc/contract/units";
import { after, hour } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";

/** Three deposits of 1, 2 and 3 FC without a chain, the last one set aside by the first operator. */
export async function addDeposits(db: Db, now: Date): Promise<void> {
  const coin = { chain_id: 56, contract: `0x${"c".repeat(40)}` };
  const ours = `0x${"a".repeat(40)}`;
  const opened = { opening_block: 1n, opening_units: "0", scanned_to: 9n, scanned_at: now };
  await db
    .insertInto("chain_scans")
    .values({ ...coin, address: ours, ...opened })
    .execute();
  const { id: operatorId } = await db.selectFrom("operators").select("id").executeTakeFirstOrThrow();
  const aside = { set_aside_at: now, set_aside_by: operatorId, set_aside_reason: "A test, with a comma" };
  await db
    .insertInto("chain_transfers")
    .values(
      [1, 2, 3].map((coins) => ({
        ...coin,
        tx_hash: `0x${String(coins).repeat(64)}`,
        log_index: 0,
        from_address: `0x${String(coins).repeat(40)}`,
        to_address: ours,
        units: `${coins}${"0".repeat(18)}`,
        amount_fc: asFc(BigInt(coins) * 10_000n),
        block_number: BigInt(coins),
        block_time: after(now, -coins * hour),
        found_at: now,
        ...(coins === 3 && aside),
      })),
    )
    .execute();
}
