import { expect, test } from "vitest";
import { newestFirst } from "./queries.ts";

test("the arrays become one list, newest first", () => {
  const at = (id: number, createdAt: string) => ({ id, message: `m${id}`, createdAt });
  const answer = {
    general: [at(1, "2026-11-01T00:00:00Z"), at(4, "2026-11-03T00:00:00Z")],
    personal: [at(2, "2026-11-02T00:00:00+05:30"), at(3, "2026-11-03T00:00:00Z")],
  };
  expect(newestFirst(answer).map((notice) => notice.id)).toEqual([4, 3, 2, 1]);
  expect(newestFirst({ general: [], personal: [] })).toEqual([]);
});
