// All checks and all tests: what `npm test` and the continuous integration run.
import "./check-node.mjs";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const started = performance.now();
const times = [];

/** Runs one command and returns its exit code. */
function run(title, command, env = {}) {
  console.log(`\n── ${title}`);
  const begin = performance.now();
  const child = spawn(command, {
    cwd: root,
    stdio: "inherit",
    shell: true,
    // The tests start many processes of the server; with its code compiled already, each starts in half of the time.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`, ...process.env, ...env },
  });
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => {
      times.push([title, performance.now() - begin]);
      resolve(code ?? 1);
    });
  });
}

function end(code) {
  console.log("\n── Times");
  for (const [title, ms] of [...times, ["All", performance.now() - started]])
    console.log(`${title.padEnd(24)} ${String(Math.round(ms / 1000)).padStart(4)} s`);
  process.exit(code);
}

/** Stops here if a step failed: the steps after it would only repeat its error. */
function mustPass(code) {
  if (code !== 0) end(code);
}

// The checks leave a core idle towards their end, where the build fits in.
const codes = await Promise.all([
  run("Checks", "node scripts/check.mjs"),
  run("Build", "node scripts/build-web.ts"),
]);
mustPass(Math.max(...codes));
const { ensureBrowser } = await import("./ensure-browser.ts");
// A browser that has to be downloaded arrives while the other tests run.
const [code, browser] = await Promise.allSettled([
  run("Rules, API and database", "vitest run --project !web"),
  ensureBrowser(),
]);
mustPass(code.value);
if (browser.status === "rejected") throw browser.reason;
// Before the first test of the browser the product fills in its demo. Meanwhile one core is idle.
const last = await Promise.all([
  run("Browser", "playwright test", { CHROMIUM_PATH: browser.value }),
  run("Components", "vitest run --project web"),
]);
end(Math.max(...last));
