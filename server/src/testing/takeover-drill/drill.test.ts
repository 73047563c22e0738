import { expect, test } from "vitest";
import { takeOver } from "./drill.ts";

// The whole drill; `npm run drill -- takeover` does the same with a PostgreSQL of its own.
test("an attacker with the database's logins gets no coins, and nothing that was signed is lost", async () => {
  const said: string[] = [];
  const result = await takeOver({ say: (line) => said.push(line) });
  expect(said.filter((line) => /PAID|LOST/.test(line))).toEqual([]);
  expect(result).toMatchObject({ paid: 0, lost: 0 });
  expect(result.tries).toBeGreaterThanOrEqual(14);
}, 300_000);
