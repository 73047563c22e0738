import { expect, test } from "vitest";
import { waitText } from "./dates.ts";

test("a wait is shown in words, and never shorter than it is", () => {
  expect(waitText(1, "en")).toBe("1 second");
  expect(waitText(40.2, "en")).toBe("41 seconds");
  expect(waitText(661, "en")).toBe("12 minutes");
  expect(waitText(2 * 3600, "en")).toBe("2 hours");
  expect(waitText(2 * 86_400, "en")).toBe("2 days");
  expect(waitText(661, "hi")).toBe("12 मिनट");
});
