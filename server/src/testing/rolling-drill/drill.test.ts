import { afterEach, expect, test } from "vitest";
import { ApiProcess } from "../soak/api-process.ts";
import { NodeHere } from "../soak/node-here.ts";
import { createTestDatabase } from "../test-database.ts";
import { drillRolling } from "./drill.ts";

// Short runs; `npm run drill -- rolling` restarts the nodes more often.
const dropping: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const drop of dropping.splice(0)) await drop();
});

async function drill(options: Partial<Parameters<typeof drillRolling>[0]>) {
  const { url, drop } = await createTestDatabase();
  dropping.push(drop);
  return drillRolling({ ownerUrl: url, times: 1, drainSeconds: 2, calmRequests: 40, members: 4, ...options });
}

test("no request fails while the nodes behind a proxy are restarted one by one", async () => {
  const { reasons, lost, doubled, otherProblems, restarts, acknowledged } = await drill({
    // One start of a process takes as long as ten here.
    nodeWith: (settings, at) => (at === 0 ? new ApiProcess(settings) : new NodeHere(settings)),
  });
  expect({ reasons, lost, doubled, otherProblems }).toEqual({
    reasons: {},
    lost: 0,
    doubled: 0,
    otherProblems: [],
  });
  // Without these the test would have shown nothing.
  expect(restarts).toBe(2);
  expect(acknowledged).toBeGreaterThan(8);
}, 300_000);

test("the drill finds a build that stops without a drain", async () => {
  const { failed } = await drill({
    build: "without-drain",
    nodeWith: (settings) => new NodeHere(settings),
  });
  expect(failed).toBeGreaterThan(0);
}, 300_000);
