// All checks and all tests: what `npm test` and the continuous integration run.
import "./check-node.mjs";
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const { ProcessorTime } = await import("./processor-time.ts");
const { outcomesIn } = await import("./test-outcomes.ts");

const root = fileURLToPath(new URL("..", import.meta.url));
const started = performance.now();
const times = [];
const outcomesFile = path.join(os.tmpdir(), `fc-portal-outcomes-${process.pid}`);

/** Runs one command and returns its exit code. */
function run(title, command, env = {}) {
  console.log(`\n── ${title}`);
  const begin = performance.now();
  const child = spawn(command, {
    cwd: root,
    stdio: "inherit",
    shell: true,
    // The tests start many processes of the server; with its code compiled already, each starts in half of the time.
    env: {
      NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`,
      TEST_OUTCOMES: outcomesFile,
      ...process.env,
      ...env,
    },
  });
  const processor = new ProcessorTime(child.pid);
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => {
      times.push([title, performance.now() - begin, processor.seconds()]);
      resolve(code ?? 1);
    });
  });
}

function end(code) {
  const notRun = outcomesIn(outcomesFile).filter(({ status }) => status === "skipped");
  rmSync(outcomesFile, { force: true });
  console.log("\n── Did not run");
  for (const { name, reason } of notRun) console.log(`${name}: ${reason ?? "the test does not say why"}`);
  if (notRun.length === 0) console.log("Nothing. Every test ran.");
  const processor = times.every(([, , seconds]) => seconds !== undefined)
    ? times.reduce((sum, [, , seconds]) => sum + seconds, 0)
    : undefined;
  console.log(`\n── Times${processor === undefined ? "" : " (and seconds of the processor)"}`);
  for (const [title, ms, seconds] of [...times, ["All", performance.now() - started, processor]]) {
    console.log(
      `${title.padEnd(24)} ${inSeconds(ms / 1000)} ${seconds === undefined ? "" : inSeconds(seconds)}`,
    );
  }
  process.exit(code);
}

function inSeconds(seconds) {
  return `${String(Math.round(seconds)).padStart(5)} s`;
}

/** Stops here if a step failed: the steps after it would only repeat its error. */
function mustPass(code) {
  if (code !== 0) end(code);
}

const serverBundle = `${root}node_modules/.cache/server-bundle`;
const vitestReporters = "--reporter default --reporter ./scripts/vitest-outcomes.ts";

// The checks leave a core idle towards their end, where the build fits in.
const codes = await Promise.all([
  run("Checks", "node scripts/check.mjs"),
  run("Build", `node scripts/build-web.ts && node scripts/bundle-server.ts "${serverBundle}"`),
]);
mustPass(Math.max(...codes));
const { ensureBrowser } = await import("./ensure-browser.ts");
// A browser that has to be downloaded arrives while the other tests run.
const [code, browser] = await Promise.allSettled([
  run("Rules, API and database", `vitest run --project !web ${vitestReporters}`, {
    SERVER_BUNDLE: serverBundle,
  }),
  ensureBrowser(),
]);
mustPass(code.value);
if (browser.status === "rejected") throw browser.reason;
// Before the first test of the browser the product fills in its demo. Meanwhile one core is idle.
const last = await Promise.all([
  run("Browser", "playwright test --reporter list,./scripts/playwright-outcomes.ts", {
    CHROMIUM_PATH: browser.value,
  }),
  run("Components", `vitest run --project web ${vitestReporters}`),
]);
end(Math.max(...last));
