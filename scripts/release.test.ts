import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../server/src/testing/temporary-folder.ts";
import { pack } from "./release/archive.ts";
import { billOfMaterials } from "./release/bill-of-materials.ts";
import { changelogProblem, notesOf, releaseOf } from "./release/notes.ts";

const changelog = `# Changelog

## [Unreleased]

## [0.2.0] - 2026-12-01

### Before the update

Nothing.

### Members

- Something new.

## [0.1.0] - 2026-11-17

- The first release.
`;

test("the notes of a release are its part of the changelog", () => {
  expect(notesOf(changelog, "0.2.0")).toBe(
    "### Before the update\n\nNothing.\n\n### Members\n\n- Something new.",
  );
  expect(notesOf(changelog, "0.1.0")).toBe("- The first release.");
});

test("a version is not released without notes, beside unreleased lines, or without what to do before the update", () => {
  expect(changelogProblem(changelog, "0.2.0")).toBeUndefined();
  expect(changelogProblem(changelog, "0.3.0")).toContain("no notes of [0.3.0]");
  const more = changelog.replace("## [Unreleased]\n", "## [Unreleased]\n\n- More.\n");
  expect(changelogProblem(more, "0.2.0")).toContain('below "Unreleased"');
  const silent = changelog.replace("### Before the update\n\nNothing.\n\n", "");
  expect(changelogProblem(silent, "0.2.0")).toContain('begin [0.2.0] with "### Before the update"');
});

test("a try is named by its commit, and never by a version alone", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  expect(releaseOf({ version: "0.2.0", commit, isTry: false }).name).toBe("0.2.0");
  expect(releaseOf({ version: "0.2.0", commit, isTry: true }).name).toBe("0.2.0-0123456789ab");
});

/** The same two files and a link; made in an order, with times and rights of its own. */
async function product(names: string[], mode: number, at: Date): Promise<string> {
  const folder = path.join(await temporaryFolder(), "fc-portal");
  await mkdir(folder);
  for (const name of names) {
    await writeFile(path.join(folder, name), `text of ${name}`);
    await chmod(path.join(folder, name), mode);
    await utimes(path.join(folder, name), at, at);
  }
  await symlink("a.txt", path.join(folder, "link"));
  return folder;
}

test("an archive has the same bytes whenever and in whatever order its files were written", async () => {
  const at = new Date("2026-11-18T00:00:00Z");
  const target = await temporaryFolder();
  const one = path.join(target, "one.tar.gz");
  const two = path.join(target, "two.tar.gz");
  await pack(await product(["a.txt", "b.txt"], 0o600, new Date(0)), one, at);
  await pack(await product(["b.txt", "a.txt"], 0o664, new Date()), two, at);
  expect((await readFile(one)).equals(await readFile(two))).toBe(true);
  const { stdout } = await promisify(execFile)("tar", ["-tvf", one]);
  expect(stdout.split("\n")[1]).toMatch(/^-rw-r--r-- 0\/0 +13 2026-11-18 .* fc-portal\/a.txt$/);
});

test("the bill of materials depends on the release, not on when and where it was made", () => {
  const of = (serialNumber: string, timestamp: string, name: string) =>
    JSON.stringify({ serialNumber, metadata: { timestamp, component: { name } }, components: [] });
  const release = { name: "0.2.0", commit: "abc", at: new Date("2026-11-18T00:00:00Z") };
  const one = billOfMaterials(of("urn:uuid:1", "2026-01-01T00:00:00Z", "here"), release);
  const two = billOfMaterials(of("urn:uuid:2", "2026-02-02T00:00:00Z", "there"), release);
  expect(one).toBe(two);
  expect(one).toMatch(/"urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/);
});
