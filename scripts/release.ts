// Makes a release of the commit that is checked out: npm run release [-- --try] [-- --arch x64] [-- --twice]
import "./check-node.mjs";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { oneOf } from "./drill-options.ts";
import { architectures, fill, pack } from "./release/archive.ts";
import { billOfMaterials } from "./release/bill-of-materials.ts";
import { changelogProblem, notesOf, releaseOf, type Release } from "./release/notes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const usage = `npm run release [-- options]
  makes dist/release: an archive for each architecture, bill of materials, notes and checksums; then the tag
  --try           of a commit that is not released yet: named by the commit, with the notes of "Unreleased", no tag
  --arch NAME     only this architecture (${architectures.join(", ")}), no tag
  --twice         makes everything twice, ends with 1 if one byte differs, no tag`;

const { values: options } = parseArgs({
  options: {
    try: { type: "boolean", default: false },
    arch: { type: "string" },
    twice: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const output = async (program: string, ...args: string[]) =>
  (await promisify(execFile)(program, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
const git = (...args: string[]) => output("git", ...args);

class Refused extends Error {}

async function release(): Promise<void> {
  if ((await git("status", "--porcelain")) !== "")
    throw new Refused("Commit what you changed, or remove it, first.");
  const commit = await git("rev-parse", "HEAD");
  const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const changelog = await readFile(path.join(root, "CHANGELOG.md"), "utf8");
  const tag = `v${version}`;
  const tagged = await git("rev-parse", "--quiet", "--verify", `${tag}^{commit}`).catch(() => undefined);
  if (!options.try) {
    const problem = changelogProblem(changelog, version);
    if (problem !== undefined) throw new Refused(problem);
    if (tagged !== undefined && tagged !== commit) throw new Refused(`The tag ${tag} is on another commit.`);
  }
  const found = releaseOf({ version, commit, isTry: options.try });
  const target = path.join(root, "dist/release");
  const sums = await make(target, found, { commit, changelog });
  console.log(`${sums}\nin ${target}`);
  if (options.twice) await compareWithAnother(sums, found, { commit, changelog });
  if (options.try || options.twice || options.arch !== undefined || tagged !== undefined) return;
  await git("tag", "--annotate", tag, "--message", `Release ${version}`);
  console.log(`Tagged ${tag}. Publish it with: git push origin ${tag}`);
}

interface Source {
  commit: string;
  changelog: string;
}

/** Fills the folder, and returns the checksums of what is in it. */
async function make(
  target: string,
  { name, heading }: Release,
  { commit, changelog }: Source,
): Promise<string> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const at = new Date(await git("show", "--no-patch", "--format=%cI", commit));
  console.log("Building the web …");
  await output("npm", "run", "--silent", "build", "-w", "web");
  const scratch = await mkdtemp(path.join(tmpdir(), "fc-portal-release-"));
  try {
    for (const architecture of options.arch === undefined ? architectures : [options.arch]) {
      oneOf("arch", architecture, architectures);
      const whole = `fc-portal-${name}-linux-${architecture}`;
      console.log(`Filling ${whole} …`);
      await fill(path.join(scratch, whole), architecture, { root, commit, name });
      await pack(path.join(scratch, whole), path.join(target, `${whole}.tar.gz`), at);
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
  const bill = await output(
    ...(["npm", "sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"] as const),
  );
  await writeFile(
    path.join(target, `fc-portal-${name}.cdx.json`),
    billOfMaterials(bill, { name, commit, at }),
  );
  await writeFile(path.join(target, "NOTES.md"), `${notesOf(changelog, heading)}\n`);
  const sums = await checksums(target);
  await writeFile(path.join(target, "SHA256SUMS"), sums);
  return sums;
}

async function checksums(folder: string): Promise<string> {
  const lines = (await readdir(folder)).toSorted().map(async (name) => {
    const hash = createHash("sha256").update(await readFile(path.join(folder, name)));
    return `${hash.digest("hex")}  ${name}\n`;
  });
  return (await Promise.all(lines)).join("");
}

async function compareWithAnother(sums: string, found: Release, source: Source): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), "fc-portal-release-again-"));
  try {
    const again = await make(path.join(scratch, "release"), found, source);
    if (again !== sums) throw new Refused(`The second time other bytes came out:\n${again}`);
    console.log("The second time the same bytes came out.");
  } finally {
    await rm(scratch, { recursive: true });
  }
}

if (options.help) console.log(usage);
else {
  await release().catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });
}
