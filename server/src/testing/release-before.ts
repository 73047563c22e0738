import { execFile, spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import release from "../../database/release-before.json" with { type: "json" };
import { temporaryFolder } from "./temporary-folder.ts";

export const releaseBefore = release;

const here = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);
/** A node needs no more of it: the pages are built elsewhere. */
const parts = ["package.json", "contract", "server"];

/** Why the release before cannot be started here; undefined if it can. */
export function noReleaseBefore(): string | undefined {
  const { status } = spawnSync("git", ["merge-base", "--is-ancestor", release.commit, "HEAD"], { cwd: here });
  return status === 0 ? undefined : `release ${release.version} is not in the history of this folder`;
}

/** A folder with the release before, which uses the packages that are installed here. */
export async function checkOutReleaseBefore(): Promise<string> {
  const folder = await temporaryFolder();
  const archive = join(folder, "release.tar");
  await run("git", ["archive", "--output", archive, release.commit, ...parts], { cwd: here });
  await run("tar", ["-xf", archive, "-C", folder]);
  for (const place of ["node_modules", "contract/node_modules", "server/node_modules"]) {
    await linkPackages(join(here, place), join(folder, place));
  }
  // Its own contract, not the one of today.
  await mkdir(join(folder, "node_modules/@fc"));
  await symlink(join(folder, "contract"), join(folder, "node_modules/@fc/contract"));
  return folder;
}

async function linkPackages(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => []);
  await mkdir(to, { recursive: true });
  for (const name of names.filter((each) => each !== "@fc" && !each.startsWith("."))) {
    await symlink(join(from, name), join(to, name));
  }
}

/** Packages of which the release before used another version than is installed here. */
export async function otherPackages(folder: string): Promise<string[]> {
  const [then, now] = await Promise.all([dependenciesIn(folder), dependenciesIn(here)]);
  return Object.entries(then)
    .filter(([name, version]) => now[name] !== version)
    .map(([name, version]) => `${name} ${version} (now ${now[name] ?? "none"})`);
}

async function dependenciesIn(folder: string): Promise<Record<string, string>> {
  const texts = await Promise.all(
    ["contract", "server"].map((part) => readFile(join(folder, part, "package.json"), "utf8")),
  );
  const packages = texts.map((text) => JSON.parse(text) as { dependencies?: Record<string, string> });
  return Object.assign({}, ...packages.map(({ dependencies }) => dependencies)) as Record<string, string>;
}
