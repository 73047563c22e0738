// Looks for tests that fail now and then: npm run test:races, or a part of them: npm run test:races -- transfer replica
// Each browser test runs five times and each test file of the server three times, with three and with six workers,
// while another process takes a core in bursts.
import "./check-node.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBrowser } from "./ensure-browser.ts";
import { outcomesIn, type TestOutcome } from "./test-outcomes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const names = process.argv.slice(2);

const folder = await mkdtemp(path.join(os.tmpdir(), "fc-portal-races-"));
const outcomesFile = path.join(folder, "outcomes");
const bursts = spawn(process.execPath, [path.join(root, "scripts/take-a-core.ts")], { stdio: "inherit" });
try {
  const chromium = await ensureBrowser();
  for (const workers of [3, 6]) {
    for (const round of [1, 2, 3]) {
      console.log(`\n── Server with ${workers} workers, run ${round} of 3`);
      const args =
        "run --project server --passWithNoTests --reporter dot --reporter ./scripts/vitest-outcomes.ts";
      await run("vitest", [...args.split(" "), `--maxWorkers=${workers}`, ...names]);
    }
    console.log(`\n── Browser with ${workers} workers, each test five times`);
    const args = "test --pass-with-no-tests --repeat-each 5 --reporter line,./scripts/playwright-outcomes.ts";
    await run("playwright", [...args.split(" "), `--workers=${workers}`, ...names], {
      CHROMIUM_PATH: chromium,
    });
  }
  process.exitCode = report(outcomesIn(outcomesFile));
} finally {
  bursts.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
}

/** Runs a test runner. What failed is in its outcomes; if there are none of them, it did not even begin. */
async function run(runner: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const before = outcomesIn(outcomesFile).length;
  const child = spawn(runner, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TEST_OUTCOMES: outcomesFile, ...env },
  });
  const [code] = await once(child, "close");
  if (code !== 0 && outcomesIn(outcomesFile).length === before)
    throw new Error(`${runner} ended with ${code} before the first test.`);
}

/** Lists every test that failed even once, and returns the exit code. */
function report(outcomes: TestOutcome[]): number {
  if (outcomes.length === 0) throw new Error(`There are no tests in files named ${names.join(" or ")}.`);
  const failures = Map.groupBy(
    outcomes.filter(({ status }) => status === "failed"),
    ({ name }) => name,
  );
  console.log("\n── Failed even once");
  for (const [name, failed] of failures) {
    const all = outcomes.filter((outcome) => outcome.name === name);
    console.log(`${name}\n  ${failed.length} of ${all.length} times; to repeat it: ${failed[0]?.command}`);
  }
  if (failures.size === 0) console.log(`Nothing, in ${outcomes.length} runs of tests.`);
  return failures.size === 0 ? 0 : 1;
}
