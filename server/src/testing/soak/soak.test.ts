import { afterEach, describe, expect, test } from "vitest";
import { withCluster } from "../cluster.ts";
import { noPgbouncer, startPgbouncer } from "../pgbouncer.ts";
import { createTestDatabase } from "../test-database.ts";
import { ApiProcess } from "./api-process.ts";
import { mutants } from "./mutants.ts";
import { NodeHere } from "./node-here.ts";
import { Soak } from "./soak.ts";

// Short runs; `npm run soak` does the first of them for a chosen time.
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Few members and no processes, where nothing is killed. */
const small = { members: 4, nodeWith: (settings: Record<string, string>) => new NodeHere(settings) };

test("no coin, mail or notification is lost or doubled while a node and PostgreSQL are killed", async () => {
  await withCluster(true, async (cluster) => {
    const { ownerUrl } = await cluster.create("soak");
    const soak = await Soak.open(ownerUrl, {
      members: 8,
      // One of them can be killed, and each start of a process takes seconds.
      nodeWith: (settings, at) => (at === 0 ? new ApiProcess(settings) : new NodeHere(settings)),
      crashDatabase: () => cluster.crash(),
    });
    try {
      await soak.load({ failures: ["kill", "crash", "cut"] });
      const { problems, ...result } = await soak.check();
      expect(problems).toEqual([]);
      expect(result.kills).toBeGreaterThan(0);
      expect(result.crashes).toBeGreaterThan(0);
    } finally {
      await soak.close();
    }
  });
}, 300_000);

test("nor behind pgbouncer, whose few connections all clients share", async ({ skip }) => {
  const missing = noPgbouncer();
  if (missing !== undefined) skip(missing);
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const pooler = await startPgbouncer(database.url);
  closing.push(() => pooler.stop());
  const soak = await Soak.open(database.url, { ...small, pooler });
  closing.push(() => soak.close());
  await soak.load({ operations: 64, failures: ["cut"] });
  const { problems } = await soak.check();
  expect(problems).toEqual([]);
});

describe("the same load shows that", () => {
  test.each(mutants)("$name", async ({ sql, problem, operations = 0 }) => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const soak = await Soak.open(database.url, { ...small, mutant: sql });
    closing.push(() => soak.close());
    await soak.load({ operations });
    const { problems } = await soak.check();
    expect(problems).toContainEqual(expect.stringMatching(problem));
  });

  test("nothing was acknowledged", async () => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const soak = await Soak.open(database.url, small);
    closing.push(() => soak.close());
    expect((await soak.check()).problems).toContain("no operation was acknowledged");
  });
});
