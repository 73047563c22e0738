// All checks and all tests: what `npm test` and the continuous integration run.
import "./check-node.mjs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function step(title, command, env = {}) {
  console.log(`\n── ${title}`);
  const { status } = spawnSync(command, {
    cwd: root,
    stdio: "inherit",
    shell: true,
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

step("Checks", "node scripts/check.mjs");
step("Build", "node scripts/build-web.ts");
step("Rules, API and database", "vitest run");

const { ensureBrowser } = await import("./ensure-browser.ts");
const browser = await ensureBrowser();
step("Browser", "playwright test", { CHROMIUM_PATH: browser });
