import { expect, test } from "vitest";
import { withUserId } from "./queries.ts";
import { qrPath, rowPath } from "../../../lib/qr-path.ts";

test("rows without a user id are skipped", () => {
  expect(withUserId([{ refId: "FCASHA22Z" }, { refId: "" }])).toEqual([{ refId: "FCASHA22Z" }]);
});

test("neighbouring modules are one bar", () => {
  expect(rowPath([false, true, true, false, true], 3)).toBe("M1 3h2v1h-2zM4 3h1v1h-1z");
  expect(rowPath([false, false], 0)).toBe("");
});

test("the code has its quiet border of four modules on every side", () => {
  const { path, size } = qrPath("https://portal.example.com/referral-link/FCASHA22Z/left");
  const bars = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, width]) => [
    Number(x),
    Number(y),
    Number(x) + Number(width),
  ]);
  expect(Math.min(...bars.map(([x = 0]) => x))).toBe(4);
  expect(Math.min(...bars.map(([, y = 0]) => y))).toBe(4);
  expect(Math.max(...bars.map(([, , end = 0]) => end))).toBe(size - 4);
});
