import { afterEach, expect, test } from "vitest";
import { loginUrlOf } from "../../platform/login.ts";
import { noPgbouncer, startPgbouncer } from "../pgbouncer.ts";
import { createTestDatabase } from "../test-database.ts";
import { Soak } from "./soak.ts";
import { mutants } from "./mutants.ts";

// A short run; `npm run soak` does the same for a chosen time.
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openSoak(mutant?: string): Promise<Soak> {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const soak = await Soak.open(database.url, mutant === undefined ? {} : { mutant });
  closing.push(() => soak.close());
  return soak;
}

test("no coin is lost, doubled or invented while processes are killed and connections are cut", async () => {
  const soak = await openSoak();
  await soak.load(5000, { failures: true });
  const { problems, ...result } = await soak.check();
  expect(problems).toEqual([]);
  // Without these the test would have shown nothing.
  expect(result.kills).toBeGreaterThan(1);
  expect(result.terminated).toBeGreaterThan(0);
  expect(result.acknowledged).toBeGreaterThan(32);
}, 120_000);

test("nor behind pgbouncer, whose few connections all clients share", async ({ skip }) => {
  const missing = noPgbouncer();
  if (missing !== undefined) skip(missing);
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const pooler = await startPgbouncer(loginUrlOf(database.url));
  closing.push(() => pooler.stop());
  const soak = await Soak.open(database.url, { appUrl: pooler.url });
  closing.push(() => soak.close());
  await soak.load(5000, { failures: true });
  const { problems, acknowledged } = await soak.check();
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(32);
}, 120_000);

test("the same load shows a balance that is read and then written, and a request without its key", async () => {
  const soak = await openSoak(`${mutants.readThenWrite}; ${mutants.withoutIdempotency}`);
  await soak.load(2000, { failures: false });
  const { problems } = await soak.check();
  expect(problems).toContainEqual(expect.stringMatching(/^-?\d+ units of \d+ are lost or invented$/));
  expect(problems).toContainEqual(expect.stringMatching(/should have happened at most \d+ times/));
}, 120_000);
