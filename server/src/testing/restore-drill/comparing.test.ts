import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lossesIn } from "../soak/books.ts";
import { NodeHere } from "../soak/node-here.ts";
import { Soak } from "../soak/soak.ts";
import { cloneOf, createTestDatabase } from "../test-database.ts";
import { hasHole, missingIn, problemsAsOf } from "./comparing.ts";

// What the drill of restores compares with, on copies in the place of restored backups: `npm run drill -- restore`
// restores real ones.
let soak: Soak;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** The database as it was at the moment. */
let copy: Awaited<ReturnType<typeof cloneOf>>;
let moment: number;
beforeEach(async () => {
  database = await createTestDatabase();
  soak = await Soak.open(database.url, { members: 4, nodeWith: (settings) => new NodeHere(settings) });
  await soak.load({});
  for (const node of soak.nodes) await node.stop();
  moment = Date.now();
  copy = await cloneOf(database.url);
  for (const node of soak.nodes) await node.start();
  await soak.load({ operations: soak.record.operations.length + 16 });
}, 120_000);
afterEach(async () => {
  await soak.close();
  await copy.drop();
  await database.drop();
});

test("a restored database is right as of its moment, and neither an older nor a newer one passes for it", async () => {
  expect(await problemsAsOf(copy.url, soak.record, moment)).toEqual([]);
  expect(lossesIn(await problemsAsOf(copy.url, soak.record, Date.now())).lost).toBeGreaterThan(0);
  expect(lossesIn(await problemsAsOf(database.url, soak.record, moment)).doubled).toBeGreaterThan(0);

  const { operations } = soak.record;
  const missing = await missingIn(copy.url, operations);
  expect(missing.length).toBeGreaterThan(0);
  expect(hasHole(missing, operations)).toBe(false);
  // What is lost must be the end, and nothing in the middle.
  await forget(copy.url, operations.find(({ outcome }) => outcome === "acknowledged")!.key);
  expect(hasHole(await missingIn(copy.url, operations), operations)).toBe(true);
}, 120_000);

async function forget(url: string, key: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("delete from idempotency_keys where key = $1", [key]);
  await client.end();
}
