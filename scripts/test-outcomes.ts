import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** One run of one test. */
export interface TestOutcome {
  status: "passed" | "failed" | "skipped";
  name: string;
  /** The command that runs this test alone. */
  command: string;
  /** Why it was skipped, in the words of the test. */
  reason?: string | undefined;
}

/** The command that starts a test runner with our reporter names a file here, and reads it when the runner has ended. */
const file = process.env["TEST_OUTCOMES"];

export function tellOutcome(outcome: TestOutcome): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(outcome)}\n`);
}

export function outcomesIn(path: string): TestOutcome[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line): TestOutcome => JSON.parse(line));
}
