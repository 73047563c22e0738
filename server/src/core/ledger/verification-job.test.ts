import { asFc } from "@fc/contract/units";
import * as contract from "@fc/contract/ledger/console";
import pg from "pg";
import { expect, test } from "vitest";
import { second } from "../../platform/clock.ts";
import { fundPool } from "../../testing/ledger/ledger.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp } from "../../testing/test-app.ts";
import { memberAccount } from "./accounts.ts";

test("the worker's verification knows a forged seal, and counts all differences but shows the first hundred", async () => {
  const app = await startTestApp();
  const owner = new pg.Client({ connectionString: app.databaseUrl });
  await owner.connect();
  try {
    const finance = await operatorSignedIn(app, "finance");
    await fundPool(app.db, asFc(1n));
    const verify = async (): Promise<contract.VerificationResult> => {
      app.time.advance(second);
      await finance.call(contract.verifyLedger, {});
      await app.worker.drain();
      return (await finance.call(contract.verifications, {})).body.data[0].result;
    };
    await expect.poll(async () => (await verify()).unsealed).toBe(0);
    const sound = await verify();
    expect(sound).toMatchObject({ entries: 1, seals: 1, differences: 0, firstDifferences: [] });

    await owner.query("set session_replication_role = replica");
    await owner.query("update ledger_seals set mac = sha256(mac)");
    const forged = await verify();
    expect(forged.firstDifferences).toEqual([
      expect.stringMatching(/^anchor: the head 1:.* that was told on 2026-11-15 is not in the seal chain$/),
      "chain: seal 1 is not of our making, or not after the one before it",
    ]);
    expect(forged.head).not.toBe(sound.head);

    await owner.query(
      `insert into ledger_accounts (id, balance, change)
       select $1 + 16 * at, 5, 5 from generate_series(0, 119) as at`,
      [memberAccount(1_000_000, "transfer")],
    );
    const { differences, firstDifferences } = await verify();
    // Each of them holds what nobody posted, and belongs to nobody.
    expect([differences, firstDifferences.length]).toEqual([242, 100]);
  } finally {
    await owner.end();
    await app.stop();
  }
});
