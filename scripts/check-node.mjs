// Plain JavaScript that old versions can read, because it runs on the machine's own Node.
const needed = [22, 18];

/** The problem with the running Node; undefined if there is none. */
export function nodeProblem(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return undefined;
  return (
    `FC Portal runs on Node ${needed.join(".")} or later, and this is Node ${version}.\n` +
    "npm install brings Node 24 along, but could not do so on this machine.\n" +
    "Run npm install again (without --omit=optional or --ignore-scripts), or install Node 24: https://nodejs.org"
  );
}

const problem = nodeProblem();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
