import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds the web apps unless the last build is newer than all sources, or there are none. */
export async function buildWebIfStale(): Promise<void> {
  // A release brings the built pages and not their sources.
  if (!existsSync(`${root}web/src`)) return;
  const built = `${root}web/dist/login.html`;
  const sources = globSync(
    ["web/src/**/*", "web/*.{ts,html,json}", "web/public/**/*", "contract/src/**/*", "package-lock.json"],
    {
      cwd: root,
    },
  );
  const newest = Math.max(...sources.map((file) => statSync(`${root}${file}`).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWebIfStale();
