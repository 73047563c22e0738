// Changes the code of the rules in many small ways (StrykerJS) and sees which of these changes no test notices.
// `npm run mutate` does so for all areas, `npm run mutate -- money codes` for some. docs/mutation.md judges the rest.
import "./check-node.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Which code is changed, and the tests that have to notice it: the fewer there are, the shorter it takes. Stryker
 * splits a list at commas, so the globs of the code have none.
 */
const areas = {
  money: {
    mutate: ["contract/src/*amount*.ts", "contract/src/money.ts"],
    tests: ["contract/src/*.test.ts"],
  },
  plan: {
    mutate: ["contract/src/plan/rules.ts", "contract/src/reports/why.ts"],
    tests: ["contract/src/{plan,reports}/*.test.ts"],
  },
  requests: {
    mutate: ["contract/src/withdraw/*.ts", "contract/src/transfer/*.ts", "contract/src/staking/*.ts"],
    tests: ["contract/src/{withdraw,transfer,staking}/*.test.ts"],
  },
  ledger: {
    mutate: ["server/src/core/ledger/*.ts"],
    tests: ["server/src/core/ledger/*.test.ts", "server/src/features/ledger/*.test.ts"],
  },
  codes: {
    mutate: ["server/src/core/otp/*.ts", "server/src/core/totp/*.ts"],
    tests: [
      "server/src/core/{otp,totp}/*.test.ts",
      "server/src/features/{otp,password,security}/*.test.ts",
      "server/src/core/guarded-changes/once.test.ts",
      "server/src/guarded-changes.test.ts",
    ],
  },
  access: {
    mutate: [
      "server/src/platform/http/api.ts",
      "server/src/platform/http/handle.ts",
      "server/src/platform/http/parse.ts",
      "server/src/platform/http/cookies.ts",
      "server/src/platform/*sessions.ts",
    ],
    tests: [
      "server/src/access.test.ts",
      "server/src/platform/{http/*,sessions}.test.ts",
      "server/src/features/{login,security,operators}/*.test.ts",
      "server/src/features/members/member-view.test.ts",
    ],
  },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in areas));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(", ")}. The areas are ${Object.keys(areas).join(", ")}.`);
  process.exit(1);
}

let failed = false;
for (const name of named.length > 0 ? named : Object.keys(areas)) {
  const { mutate, tests } = areas[name];
  console.log(`\n── ${name}`);
  const files = [...mutate, "!**/*.test.ts"].join(",");
  const env = { ...process.env, MUTATION_TESTS: tests.join(" ") };
  // The server is not loaded again for each mutant, so what only runs while it loads is left out.
  const loading = tests.some((test) => test.startsWith("server/")) ? ["--ignoreStatic"] : [];
  const options = ["run", "--mutate", files, ...loading];
  const { status } = spawnSync("stryker", options, { cwd: root, stdio: "inherit", env });
  failed ||= status !== 0;
  for (const kind of ["html", "json"]) {
    const report = path.join(root, `reports/mutation/mutation.${kind}`);
    if (existsSync(report)) renameSync(report, path.join(root, `reports/mutation/${name}.${kind}`));
  }
}
process.exit(failed ? 1 : 0);
