import { afterEach, expect, test } from "vitest";
import { createTestDatabase } from "../test-database.ts";
import { Bank } from "./bank.ts";
import { mutants } from "./mutants.ts";

// The short form; `npm run soak` does the same for as long as one likes.
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openBank(mutant?: string): Promise<Bank> {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const bank = await Bank.open(database.url, mutant === undefined ? {} : { mutant });
  closing.push(() => bank.close());
  return bank;
}

test("no coin is lost, doubled or invented while processes are killed and connections are cut", async () => {
  const bank = await openBank();
  await bank.load(8000, { failures: true });
  const { problems, ...came } = await bank.check();
  expect(problems).toEqual([]);
  // Else nothing was shown.
  expect(came.kills).toBeGreaterThan(1);
  expect(came.terminated).toBeGreaterThan(0);
  expect(came.acknowledged).toBeGreaterThan(32);
}, 120_000);

test("the same load shows that a balance read and then written loses money", async () => {
  const bank = await openBank(mutants.readThenWrite);
  await bank.load(2000, { failures: false });
  const { problems } = await bank.check();
  expect(problems).toContainEqual(expect.stringMatching(/^-?\d+ units of \d+ are lost or invented$/));
}, 120_000);

test("the same load shows that a request without its key happens twice", async () => {
  const bank = await openBank(mutants.withoutIdempotency);
  await bank.load(2000, { failures: false });
  const { problems } = await bank.check();
  expect(problems).toContainEqual(expect.stringMatching(/should have happened at most \d+ times/));
}, 120_000);
