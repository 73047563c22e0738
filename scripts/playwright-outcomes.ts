import path from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { tellOutcome } from "./test-outcomes.ts";

/** A reporter of Playwright that tells how each test ended: to `npm test` and `npm run test:races`. */
export default class PlaywrightOutcomes implements Reporter {
  onTestEnd(test: TestCase, { status }: TestResult): void {
    const place = `${path.relative(process.cwd(), test.location.file)}:${test.location.line}`;
    const project = test.parent.project()?.name ?? "";
    tellOutcome({
      status: status === "passed" || status === "skipped" ? status : "failed",
      name: `${place} › ${test.title} (${project})`,
      command: `npx playwright test ${place} --project ${project} --trace on`,
      reason: test.annotations.find(({ type }) => type === "skip")?.description,
    });
  }

  onError(): void {
    tellOutcome({ status: "failed", name: "An error outside of all tests", command: "npx playwright test" });
  }
}
