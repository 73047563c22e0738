import { afterEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "../test-database.ts";
import { PayoutDrill, type DrillOptions } from "./drill.ts";
import type { FaultName } from "./faults.ts";

// A short form; `npm run drill -- payouts` does the same with many more payouts.
const dropping: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const drop of dropping.splice(0)) await drop();
});

async function drill(options: Partial<DrillOptions>) {
  const { url, drop } = await createTestDatabase();
  dropping.push(drop);
  return PayoutDrill.run({ ownerUrl: url, count: 6, killsPerStep: 0, hasRestore: false, ...options });
}

test("every payout is paid once while workers are killed, endpoints fail and a backup is restored", async () => {
  const result = await drill({ hasRestore: true, killsPerStep: 1 });
  expect(result).toMatchObject({ asked: 6, paid: 6, doubled: 0, lost: 0, unexplained: 0, ended: 0 });
  expect(result).toMatchObject({ isLedgerVerified: true, restore: { hasStopped: true } });
  // Without these the test would have shown nothing.
  expect(result.kills["has sent"]).toBe(1);
  expect(result.kills["has signed"]).toBe(1);
}, 300_000);

/** By which figure each fault is found. */
const found = {
  "settles-before-final": "unexplained",
  "raises-with-next-nonce": "doubled",
  "nonce-of-the-chain": "ended",
} as const satisfies Record<FaultName, string>;

describe("the drill finds a build that", () => {
  test.each(Object.entries(found))(
    "%s, by %s",
    async (fault, figure) => {
      const result = await drill({ fault: fault as FaultName, count: 2, workers: 1, patienceBlocks: 20 });
      expect(result[figure]).toBeGreaterThan(0);
    },
    300_000,
  );
});
