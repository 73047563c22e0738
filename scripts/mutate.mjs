// Changes the code of the rules in many small ways (StrykerJS) and sees which of these changes no test notices.
// `npm run mutate` does so for all areas, `npm run mutate -- money codes` for some, and
// `npm run mutate -- server/src/core/chain/settle.ts` for a file or a folder. docs/mutation.md judges the rest.
import "./check-node.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, renameSync } from "node:fs";
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
  closing: {
    mutate: ["server/src/core/plan/*.ts"],
    tests: [
      "server/src/core/plan/*.test.ts",
      "server/src/features/{closings,plan,tonight}/*.test.ts",
      "server/src/features/reports/{why,standings}.test.ts",
    ],
  },
  chain: {
    mutate: ["server/src/core/chain/*.ts"],
    tests: [
      "server/src/core/chain/*.test.ts",
      "server/src/features/withdraw/payout*.test.ts",
      "server/src/features/{deposits,transparency}/*.test.ts",
    ],
  },
  transfer: {
    mutate: ["server/src/features/transfer/*.ts"],
    tests: ["server/src/features/transfer/*.test.ts", "server/src/notifications.test.ts"],
  },
  withdraw: {
    mutate: ["server/src/features/withdraw/*.ts"],
    tests: ["server/src/features/withdraw/*.test.ts"],
  },
  staking: {
    mutate: ["server/src/features/staking/*.ts"],
    tests: ["server/src/features/staking/*.test.ts", "server/src/core/staking/*.test.ts"],
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
const chosen = (named.length > 0 ? named : Object.keys(areas)).map((name) => ({
  name,
  parts: name in areas ? [areas[name]] : partsIn(path.relative(root, path.resolve(name))),
}));
const unknown = chosen.filter(({ parts }) => parts.length === 0);
if (unknown.length > 0) {
  const names = unknown.map(({ name }) => name).join(", ");
  console.error(`There is no area ${names}, and no file of an area there.`);
  console.error(`The areas are ${Object.keys(areas).join(", ")}.`);
  process.exit(1);
}

/** The files of areas that are at this place, each with the tests of its area. */
function partsIn(place) {
  return Object.values(areas)
    .map(({ mutate, tests }) => ({
      tests,
      mutate: globSync(mutate, { cwd: root }).filter(
        (file) => file === place || file.startsWith(`${place}${path.sep}`),
      ),
    }))
    .filter(({ mutate }) => mutate.length > 0);
}

let failed = false;
for (const { name, parts } of chosen) for (const part of parts) run(name, part);
process.exit(failed ? 1 : 0);

function run(name, { mutate, tests }) {
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
    const kept = name.replaceAll(/[\\/]/g, "-");
    if (existsSync(report)) renameSync(report, path.join(root, `reports/mutation/${kept}.${kind}`));
  }
}
