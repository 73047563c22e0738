// Weakens the guards of the database one by one, and shows that a named test notices each. `npm run mutate:sql` does so
// for all, `npm run mutate:sql -- <part of a name>` for some.
import "./check-node.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withCluster } from "../server/src/testing/cluster.ts";
import { sqlMutants, type SqlMutant } from "../server/src/testing/sql-mutants.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const only = process.argv.slice(2).join(" ");
const mutants = sqlMutants.filter(({ name }) => name.includes(only));
// With none it would end as if all of them had been noticed.
if (mutants.length === 0) {
  console.error(`No mutant's name contains "${only}". There are:`);
  for (const { name } of sqlMutants) console.error(`  ${name}`);
  process.exit(1);
}

await withCluster(false, async (cluster) => {
  const env = { TEST_DATABASE_URL: (await cluster.create("mutants")).ownerUrl };
  // A test that fails without the mutant too would prove nothing.
  const sound = new Map<string, TestRun[]>();
  for (const { file } of mutants.map(({ killedBy }) => killedBy)) {
    if (!sound.has(file)) sound.set(file, await run([file], env));
  }
  let survived = 0;
  for (const mutant of mutants) {
    const result = await outcomeOf(mutant, sound.get(mutant.killedBy.file)!, env);
    if (result !== "killed") survived += 1;
    console.log(`${result.padEnd(8)} ${mutant.name}`);
  }
  console.log(`${mutants.length - survived} killed, ${survived} survived`);
  if (survived > 0) process.exitCode = 1;
});

interface TestRun {
  ancestorTitles: string[];
  title: string;
  status: string;
}
type Env = Readonly<Record<string, string>>;

async function outcomeOf({ name, killedBy: { file, test } }: SqlMutant, sound: TestRun[], env: Env) {
  if (statusOf(test, sound) !== "passed") return "unsound";
  const runs = await run([file, "-t", `^${RegExp.escape(test)}`], { ...env, SQL_MUTANT: name });
  return statusOf(test, runs) === "failed" ? "killed" : "survived";
}

function statusOf(test: string, runs: readonly TestRun[]): string | undefined {
  return runs.find(({ ancestorTitles, title }) => [...ancestorTitles, title].join(" > ").startsWith(test))
    ?.status;
}

async function run(args: readonly string[], env: Env): Promise<TestRun[]> {
  const outputFile = path.join(os.tmpdir(), `fc-portal-mutants-${process.pid}.json`);
  const child = spawn("vitest", ["run", ...args, "--reporter=json", `--outputFile=${outputFile}`], {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  await once(child, "exit");
  // Where the mutant could not be applied there is no report, and this fails.
  const report = JSON.parse(await readFile(outputFile, "utf8")) as {
    testResults: { assertionResults: TestRun[] }[];
  };
  await rm(outputFile);
  return report.testResults.flatMap(({ assertionResults }) => assertionResults);
}
