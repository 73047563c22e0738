import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../testing/network/generate.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { searchMembers } from "./found.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("records are narrowed to the members that match, whether few have the name or more than are looked up", async () => {
  const members = 10_100;
  await generate(app.databaseUrl, { members, seed: 1, shape: "spread", until: app.deps.clock() });
  const everybody = await app.db.selectFrom("members as record").select("record.name").execute();
  const withName = (...words: string[]) =>
    everybody.filter(({ name }) => words.every((word) => name.includes(word))).length;

  for (const [typed, expected, isCommon] of [
    ["zoya verma", withName("Zoya", "Verma"), false],
    ["nobody of this name", 0, false],
    ["example", everybody.length, true],
  ] as const) {
    const search = (await searchMembers(app.db, typed))!;
    expect(search.mostCounted !== undefined).toBe(isCommon);
    for (const key of ["id", "ref_id"] as const) {
      const found = await app.db
        .selectFrom("members as record")
        .select("record.id")
        .where(search.matches(`record.${key}`, key))
        .execute();
      expect(found).toHaveLength(expected);
    }
  }
  expect(await searchMembers(app.db, "")).toBeUndefined();
});
