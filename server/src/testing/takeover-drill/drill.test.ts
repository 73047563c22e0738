import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { takeOver } from "./drill.ts";
import { takeoverFaults } from "./faults.ts";
import { tries } from "./tries.ts";

// The whole drill; `npm run drill -- takeover` does the same with a PostgreSQL of its own.
test("an attacker with the database's login of requests gets no coins, and nothing that was signed is lost", async () => {
  const said: string[] = [];
  const result = await takeOver({ say: (line) => said.push(line) });
  expect(said.filter((line) => /PAID|LOST/.test(line))).toEqual([]);
  expect(result).toEqual({ tries: tries.length, byOwner: 6, paid: 0, lost: 0 });
}, 300_000);

// `npm run drill -- takeover --broken` plants each fault and sees its try paid.
test("each try aims at a guard that the product still has, at one place", () => {
  for (const { name } of tries) {
    const { file, from } = takeoverFaults[name];
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect([name, text.split(from).length - 1]).toEqual([name, 1]);
  }
});
