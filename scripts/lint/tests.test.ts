import { RuleTester } from "oxlint/plugins-dev";
import { describe, test } from "vitest";
import { rules } from "./tests.mjs";

RuleTester.describe = describe;
RuleTester.it = test;

const cases: Record<keyof typeof rules, { refused: string[]; allowed: string[] }> = {
  "listen-before-act": {
    refused: [
      'await page.click("a"); await page.waitForResponse("/b");',
      'const download = await page.waitForEvent("download");',
    ],
    allowed: [
      'const answered = page.waitForResponse("/b"); await page.click("a"); await answered;',
      'await Promise.all([page.waitForEvent("download"), page.click("a")]);',
      'const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));',
    ],
  },
  "no-fixed-sleep": {
    refused: [
      "await page.waitForTimeout(500);",
      'import { setTimeout as sleep } from "node:timers/promises";',
      "await new Promise((resolve) => setTimeout(resolve, 500));",
    ],
    allowed: ['import { setImmediate } from "node:timers/promises";', "setTimeout(answer, 50);"],
  },
  "no-value-read-once": {
    refused: [
      "expect(await rows.count()).toBe(3);",
      "expect(await page.title()).toBe('a');",
      "expect(page.url()).toContain('/a');",
    ],
    allowed: [
      "await expect(rows).toHaveCount(3);",
      "await expect.poll(() => rows.count()).toBe(3);",
      "const before = await rows.count();",
    ],
  },
  "no-pause-at-now": {
    refused: ["await page.clock.pauseAt(Date.now() + 1_000);", "await page.clock.pauseAt(new Date());"],
    allowed: [
      'await page.clock.pauseAt(new Date("2026-02-03"));',
      "await page.clock.pauseAt(start + 1_000);",
    ],
  },
  "no-conditional-expect": {
    refused: [
      'test("a", () => { if (found) expect(found).toBe(1); });',
      'test("a", () => { if (found) { expectShown(found); } });',
      'test("a", () => { if (found) expect.soft(found).toBe(1); });',
      'test.each([1])("a", (found) => { if (found) expect(found).toBe(1); });',
      'test("a", () => { found && expect(found).toBe(1); });',
      'test("a", () => { try { act(); } catch { expect(1).toBe(1); } });',
    ],
    allowed: [
      'test("a", () => { expect(found).toBe(isPhone ? 1 : 2); });',
      'test("a", () => { if (isPhone) open(); expect(found).toBe(1); });',
      'test("a", () => { if (isPhone) expect(found).toBe(1); else expect(found).toBe(2); });',
      'test("a", onBothSizes, ({ isMobile }) => { if (!isMobile) expect(found).toBe(1); });',
      "function expectAll(found) { if (found) expect(found).toBe(1); }",
    ],
  },
  "no-test-left-out": {
    refused: [
      'test.only("a", () => {});',
      "test.skip(isPhone);",
      'test.fixme("a", () => {});',
      'test.describe.serial("a", () => {});',
      'test.describe.configure({ mode: "serial" });',
    ],
    allowed: ['test("a", () => {});', 'test.describe("a", () => {});', "test.use(withMotion);"],
  },
  "expect-in-every-test": {
    refused: [
      'test("a", async () => { await page.goto("/"); });',
      'test("a", () => { expect(1).toBe(1); }); test("b", () => {});',
    ],
    allowed: [
      'test("a", () => { expect(1).toBe(1); });',
      'test("a", async () => { await expectShown(page, "b"); });',
      'test("a", async () => { await expect.poll(read).toBe(1); });',
    ],
  },
};

const tester = new RuleTester();
for (const [name, { refused, allowed }] of Object.entries(cases)) {
  tester.run(name, rules[name as keyof typeof rules], {
    valid: allowed,
    invalid: refused.map((code) => ({ code, errors: 1 })),
  });
}
