// The inner loop, in less than a minute: types, every rule that needs no database, the web's own tests, and the
// server tests that guard money and access. To them come the tests beside each file that git shows as changed, and
// those that are named: `npm run test:fast -- withdraw tree`. `npm test` is what a change is judged by.
import "./check-node.mjs";
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Parts of the paths of test files. Not among them are tests of a second and more that rarely fail alone. */
const always = [
  "contract/src",
  "web/src",
  "server/src/access.test.ts",
  "server/src/guarded-changes.test.ts",
  "server/src/core/ledger/idempotency",
  "server/src/core/ledger/ledger",
  "server/src/core/ledger/posting",
  "server/src/core/ledger/verify.test.ts",
  "server/src/core/plan/closing",
  "server/src/core/plan/pairs",
  "server/src/core/totp",
  "server/src/features/operators/operator-access",
];

/** The folders of the server with changed files; contract and web are tested as a whole anyway. */
function changed() {
  const { stdout } = spawnSync("git", ["status", "--porcelain", "--untracked-files=all"], { cwd: root });
  // Outside of a repository there is nothing to compare with, and no list.
  const lines = (stdout ?? "").toString().split("\n");
  const files = lines.map((line) => line.slice(3).split(" -> ").at(-1) ?? "");
  const folders = files
    .filter((file) => file.startsWith("server/src/"))
    .map((file) => path.posix.dirname(file));
  // A change in server/src itself concerns everything, and that is for `npm test`.
  return folders.filter((folder) => folder !== "server/src").map((folder) => `${folder}/`);
}

/** The checker of `npm run check` without its rules. It reads the program once, in half of the time of tsc. */
const types = "oxlint --type-check -A all --report-unused-disable-directives-severity=off";

function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, stdio: "inherit", shell: true });
    child.on("close", (code) => resolve(code === 0));
  });
}

const tests = [...new Set([...always, ...changed(), ...process.argv.slice(2)])];
const passed = await Promise.all([
  run(types),
  run(`vitest run ${tests.map((test) => JSON.stringify(test)).join(" ")}`),
]);
process.exit(passed.every(Boolean) ? 0 : 1);
