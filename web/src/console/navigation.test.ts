import { expect, test } from "vitest";
import { navigationOf } from "./navigation.ts";

test("each page has an icon of its own", () => {
  const pages = navigationOf({ role: "admin", hasChain: true }).flatMap(({ items }) => items);
  const shared = pages.filter(({ icon }) => pages.filter((other) => other.icon === icon).length > 1);
  expect(shared.map(({ label }) => label)).toEqual([]);
  expect(pages.length).toBeGreaterThan(20);
});
