import { afterEach, expect, test } from "vitest";
import { createTestDatabase } from "../test-database.ts";
import { PayoutDrill, type DrillOptions } from "./drill.ts";

// A short form; `npm run drill -- payouts` does the same with processes and many more payouts.
const dropping: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const drop of dropping.splice(0)) await drop();
});

async function drill(options: Partial<DrillOptions>) {
  const { url, drop } = await createTestDatabase();
  dropping.push(drop);
  const short = { count: 10, hasProcesses: false, killsPerStep: 1, hasRestore: false };
  return PayoutDrill.run({ ownerUrl: url, ...short, ...options });
}

test("every payout is paid once while workers are killed, endpoints fail and a backup is restored", async () => {
  const result = await drill({ hasRestore: true });
  expect(result).toMatchObject({ asked: 10, paid: 10, doubled: 0, lost: 0, unexplained: 0 });
  expect(result).toMatchObject({ isLedgerVerified: true, restore: { hasStopped: true } });
  // Without these the test would have shown nothing.
  expect(result.kills["has sent"]).toBe(1);
  expect(result.kills["has signed"]).toBe(1);
}, 300_000);

const patienceBlocks = 20;

test("the drill finds a build that records after it has sent", async () => {
  const { doubled } = await drill({ build: "records-after-sending", killsPerStep: 2, patienceBlocks });
  expect(doubled).toBeGreaterThan(0);
}, 300_000);

test("the drill finds a build that keeps the nonce in memory", async () => {
  // Nobody is killed: a worker that starts again would read the right nonce from the chain.
  const { lost } = await drill({ build: "nonce-in-memory", count: 12, killsPerStep: 0, patienceBlocks });
  expect(lost).toBeGreaterThan(0);
}, 300_000);
