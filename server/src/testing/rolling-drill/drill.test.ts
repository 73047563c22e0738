import { expect, test } from "vitest";
import { createTestDatabase } from "../test-database.ts";
import { drillRolling } from "./drill.ts";

// A short run; `npm run drill -- rolling` restarts them more often.
test("no request fails while the nodes behind a proxy are restarted one by one", async () => {
  const database = await createTestDatabase();
  const result = await drillRolling({ ownerUrl: database.url, times: 1, drainSeconds: 3, calmMs: 600 });
  const { reasons, lost, doubled, otherProblems } = result;
  expect({ reasons, lost, doubled, otherProblems }).toEqual({
    reasons: {},
    lost: 0,
    doubled: 0,
    otherProblems: [],
  });
  // Without these the test would have shown nothing.
  expect(result.restarts).toBe(2);
  expect(result.acknowledged).toBeGreaterThan(16);
  await database.drop();
}, 300_000);
