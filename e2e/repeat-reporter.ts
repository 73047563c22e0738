import { relative } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";

/** Says after a run how each failed test is repeated alone, with a trace of everything that it does. */
export default class RepeatReporter implements Reporter {
  #all: TestCase[] = [];
  #root = "";

  onBegin(config: FullConfig, suite: Suite): void {
    this.#all = suite.allTests();
    this.#root =
      config.configFile === undefined ? config.rootDir : new URL(".", `file://${config.configFile}`).pathname;
  }

  onEnd(): void {
    const failed = this.#all.filter((test) => test.outcome() === "unexpected");
    if (failed.length === 0) return;
    console.log("\n  To repeat a failed test with a trace:\n");
    for (const test of failed) console.log(`    ${this.#command(test)}`);
  }

  printsToStdio(): boolean {
    return false;
  }

  #command(test: TestCase): string {
    const { file, line } = test.location;
    const project = test.parent.project()?.name ?? "";
    // Tests that a loop makes stand in the same line.
    const isAlone = this.#all.every(
      ({ title, location }) => title === test.title || location.file !== file || location.line !== line,
    );
    const words = [
      `npx playwright test ${relative(this.#root, file)}:${line} --project ${project} --trace on`,
    ];
    if (!isAlone) words.push(`--grep ${quoted(test.title)}`);
    return words.join(" ");
  }
}

/** As a pattern that finds these words only, and as one word for a shell. */
function quoted(title: string): string {
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return `'${pattern.replaceAll("'", "'\\''")}'`;
}
