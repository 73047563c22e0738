import { expect, test } from "vitest";
import { countText, shortCountText, usdText } from "./figures.ts";

test("figures are grouped as in India", () => {
  expect(countText(1_234_567)).toBe("12,34,567");
  expect(usdText(1_234_567)).toBe("$12,34,567");
  expect(usdText(1234.5)).toBe("$1,234.50");
  expect(usdText(0)).toBe("$0");
  expect([9_999, 12_345, 1_234_567].map(shortCountText)).toEqual(["9,999", "12.3K", "12.3L"]);
});
