import type { Reporter, TestCase, TestModule } from "vitest/node";
import { tellOutcome } from "./test-outcomes.ts";

/** A reporter of Vitest that tells how each test ended: to `npm test` and `npm run test:races`. */
export default class VitestOutcomes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errorsOutsideTests: readonly unknown[]): void {
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      tests.forEach(tell);
      // A failed import or hook fails no test.
      const isFailedItself = !module.ok() && tests.every((test) => test.result().state !== "failed");
      if (isFailedItself) tellFailed(module.relativeModuleId, `npx vitest run ${module.relativeModuleId}`);
    }
    if (errorsOutsideTests.length > 0) tellFailed("An error outside of all tests", "npx vitest run");
  }
}

function tell(test: TestCase): void {
  const { relativeModuleId } = test.module;
  const result = test.result();
  tellOutcome({
    // A test that is pending when the run ends was interrupted.
    status: result.state === "pending" ? "failed" : result.state,
    name: `${relativeModuleId} › ${test.fullName}`,
    // The name is taken as a pattern, in which these characters mean something else.
    command: `npx vitest run ${relativeModuleId} -t "${test.name.replaceAll(/[^\p{L}\p{N} ,:;'-]/gu, ".")}"`,
    reason: result.state === "skipped" ? result.note : undefined,
  });
}

function tellFailed(name: string, command: string): void {
  tellOutcome({ status: "failed", name, command });
}
