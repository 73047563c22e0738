import { execFile } from "node:child_process";
import { access, cp, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../server/src/testing/temporary-folder.ts";
import { nodeProblem } from "./check-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = (process.env["PATH"] ?? "").split(delimiter);

/** Runs a program in the project's folder and returns how it ended. */
async function run(file: string, args: string[], env: Record<string, string> = {}) {
  const options = { cwd: root, env: { ...process.env, ...env } };
  return promisify(execFile)(file, args, options).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

/** A Node of this machine that cannot run the product itself. */
async function olderNode(): Promise<{ file: string; version: string } | undefined> {
  for (const folder of folders) {
    const file = join(folder, "node");
    const { code, stdout } = await run(file, ["--version"]);
    const version = stdout.trim().slice(1);
    if (code === 0 && Number(version.split(".")[0]) < 22) return { file, version };
  }
  return undefined;
}

const noOlderNode = "no Node before 22 is on the PATH";

test.each([
  ["18.20.8", false],
  ["22.17.1", false],
  ["22.18.0", true],
  ["24.0.0", true],
])("whether the product runs on Node %s: %s", (version, runs) => {
  expect(nodeProblem(version) === undefined).toBe(runs);
});

test("a script that is called with an older Node runs on the one that npm has brought", async ({ skip }) => {
  const older = (await olderNode()) ?? skip(noOlderNode);
  const DATA_DIR = await temporaryFolder();
  const env = { DATA_DIR, DATABASE_URL: "", NODE_ENV: "" };
  const { code, stdout } = await run(older.file, ["scripts/db-reset.mjs"], env);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `Removed ${DATA_DIR}\n` });
});

test("where npm could bring no Node, an older one says so in a sentence, and does nothing", async ({
  skip,
}) => {
  const older = (await olderNode()) ?? skip(noOlderNode);
  const scripts = join(await temporaryFolder(), "scripts");
  await cp(join(root, "scripts"), scripts, { recursive: true });
  const { code, stdout, stderr } = await run(older.file, [join(scripts, "start.mjs")]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`FC Portal runs on Node 22.18 or later, and this is Node ${older.version}.`);
});

test("commands and the start of an archive say which Node an older machine needs", async ({ skip }) => {
  const older = (await olderNode()) ?? skip(noOlderNode);
  const archive = await temporaryFolder();
  await cp(join(root, "scripts"), join(archive, "scripts"), { recursive: true });
  await writeFile(join(archive, "release.json"), "{}");
  // As the archive's package.json has it.
  const command = [
    "--import",
    join(archive, "scripts/check-node.mjs"),
    "server/src/commands/check-config.ts",
  ];
  for (const args of [command, [join(archive, "scripts/start.mjs")]]) {
    const { code, stderr } = await run(older.file, args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^FC Portal runs on .*\nAn archive brings none: install Node 24/),
    ]);
  }
});

test("on a machine with Node 20, npm runs a command on the Node that it has brought", async ({ skip }) => {
  const older = (await olderNode()) ?? skip(noOlderNode);
  const PATH = [join(older.file, ".."), ...folders.filter((folder) => !folder.includes("node_modules"))];
  const DATA_DIR = await temporaryFolder();
  const env = { PATH: PATH.join(delimiter), DATA_DIR, DATABASE_URL: "", NODE_ENV: "" };
  const { code, stdout } = await run("npm", ["run", "--silent", "db:reset"], env);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `Removed ${DATA_DIR}\n` });
  await expect(access(DATA_DIR)).rejects.toThrow("ENOENT");
});
