// Runs in parallel everything that can be checked without a database or a browser.
import "./check-node.mjs";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const checks = {
  // One reading of the program for both. The compiler in it is TypeScript 7, which takes half of the time of 6.
  "types and lint": "oxlint --deny-warnings --type-check",
  format: "oxfmt --check",
  imports:
    "depcruise --config .dependency-cruiser.cjs --output-type err-long contract/src server web/src scripts bench e2e",
  "dead code": "knip --no-progress",
  "code that only tests use": "knip --no-progress --production",
};

function run([name, command]) {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, shell: true });
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    child.on("close", (code) => {
      const problem = code !== 0 ? output : shortCruise(name, output);
      console.log(`${problem ? "✗" : "✓"} ${name}`);
      resolve(problem);
    });
  });
}

/** An import check that read hardly a file passes too, so it is made to fail here. */
function shortCruise(name, output) {
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0);
  return name === "imports" && modules < 1000 ? `Only ${modules} modules were checked.\n${output}` : "";
}

const problems = (await Promise.all(Object.entries(checks).map(run))).filter(Boolean);
for (const problem of problems) console.log(`\n${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
