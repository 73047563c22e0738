import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, globSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds the web apps unless the last build is newer than all sources, or there are none. */
export async function buildWebIfStale(): Promise<void> {
  // A release brings the built pages and not their sources.
  if (!existsSync(`${root}web/src`)) return;
  const built = `${root}web/dist/login.html`;
  const sources = globSync(
    [
      "web/src/**/*",
      "web/*.{ts,html,json}",
      "web/public/**/*",
      "contract/src/**/*",
      // The handbook is part of the console.
      "docs/{handbook,screenshots}/*",
      "package-lock.json",
    ],
    { cwd: root },
  );
  const newest = Math.max(...sources.map((file) => statSync(`${root}${file}`).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  if (!isWritable(`${root}web`)) {
    throw new Error(
      `The pages in ${root}web have to be built, and this user may not write there. As the owner of that folder: npm run build`,
    );
  }
  process.stdout.write("Building the web app …\n");
  const { status } = spawnSync("npm", ["run", "--silent", "build", "-w", "web"], {
    cwd: root,
    // Tests and development servers use the production build as well.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("The web app could not be built; the lines above say why.");
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** For a process of its own: what went wrong is for the administrator, who needs no stack. */
export async function buildWebOrExit(): Promise<void> {
  try {
    await buildWebIfStale();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWebOrExit();
