// Plain JavaScript that old versions can read, because it runs on the machine's own Node.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The Node that npm install brings along. */
const brought = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
const needed = [22, 18];
/** Only the archive of a release has this file, and no Node. */
const isArchive = existsSync(new URL("../release.json", import.meta.url));

/** The problem with the running Node; undefined if there is none. */
export function nodeProblem(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return undefined;
  const found = `FC Portal runs on Node ${needed.join(".")} or later, and this is Node ${version}.\n`;
  if (isArchive) return `${found}An archive brings none: install Node 24, https://nodejs.org`;
  return (
    found +
    "npm install brings Node 24 along, but could not do so on this machine.\n" +
    "Run npm install again (without --omit=optional or --ignore-scripts), or install Node 24: https://nodejs.org"
  );
}

const problem = nodeProblem();
if (problem !== undefined && existsSync(brought)) {
  // npm runs scripts with the Node that it brought. Where the machine's own Node was called, it hands over to that one.
  const child = spawn(brought, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (exitCode) => resolve(exitCode ?? 1));
  });
  process.exit(code);
}
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
