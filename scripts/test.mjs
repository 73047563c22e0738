// All checks and all tests: what `npm test` and the continuous integration run.
import "./check-node.mjs";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const started = performance.now();
const times = [];

/** Runs one command and returns its exit code. What it says can be kept until it ends, so that two do not mix. */
function run(title, command, { env = {}, saysAtEnd = false } = {}) {
  if (!saysAtEnd) console.log(`\n── ${title}`);
  const begin = performance.now();
  const child = spawn(command, {
    cwd: root,
    stdio: saysAtEnd ? ["ignore", "pipe", "pipe"] : "inherit",
    shell: true,
    // The tests start many processes of the server; with its code compiled already, each starts in half of the time.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`, ...process.env, ...env },
  });
  const said = [];
  child.stdout?.on("data", (chunk) => said.push(chunk));
  child.stderr?.on("data", (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => {
      if (saysAtEnd) process.stdout.write(`\n── ${title}\n${Buffer.concat(said).toString()}`);
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
// Both wait now and then, for the database or for a page, so side by side they use what each leaves of two cores.
const { ensureBrowser } = await import("./ensure-browser.ts");
const tests = await Promise.all([
  run("Rules, API and database", "vitest run"),
  ensureBrowser().then((path) =>
    run("Browser", "playwright test", { env: { CHROMIUM_PATH: path }, saysAtEnd: true }),
  ),
]);
end(Math.max(...tests));
