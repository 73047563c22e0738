import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exportCommand } from "../../commands/export.ts";
import { importCommand } from "../../commands/import.ts";
import { runHere } from "../../testing/commands.ts";
import { envOf, newInstallation, yesterday } from "../../testing/moved-in.ts";
import { writeRandomFolder } from "../../testing/random-folder.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { verify as verifyLedger } from "../ledger/verify.ts";
import { verify as verifyNetwork } from "../network/verify.ts";
import { picturesFolder } from "./format.ts";

// One of ten thousand members by `ROUND_COMPANIES=1 ROUND_MEMBERS=10000 npx vitest run round-trip`.
const companies = Number(process.env["ROUND_COMPANIES"] ?? 3);
const members = Number(process.env["ROUND_MEMBERS"] ?? 40);
const seed = Number(process.env["ROUND_SEED"] ?? 1);

test(`${companies} random companies of ${members} members go round: export, import and export again are the same bytes`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (each) => {
      const folder = await temporaryFolder();
      const written = join(folder, "written");
      await writeRandomFolder(written, { seed: each, members, cutDay: yesterday() });
      const [first, second] = [join(folder, "first"), join(folder, "second")];
      await throughDatabase(written, first);
      await throughDatabase(first, second);
      expect(await userIdsOf(first)).toEqual(await userIdsOf(written));
      expect(await filesOf(second)).toEqual(await filesOf(first));
    }),
    { numRuns: companies, seed, endOnFailure: true },
  );
}, 3_600_000);

/** Imports a folder into a new database, with every warning accepted, and writes what came of it into another one. */
async function throughDatabase(from: string, to: string): Promise<void> {
  const { app, admin } = await newInstallation();
  try {
    const check = await runHere(importCommand, ["--from", from, "--check"], {});
    const accepted = [...check.stdout.matchAll(/To accept: (--accept) (\S+)$/gm)].flatMap(
      ([, ...args]) => args,
    );
    const args = ["--from", from, "--cut", yesterday(), "--for", admin, ...accepted];
    const imported = await runHere(importCommand, args, envOf(app));
    if (imported.code !== 0) throw new Error(`${imported.stderr}${imported.stdout}`);
    expect((await verifyLedger(app.databaseUrl)).differences).toEqual([]);
    expect((await verifyNetwork(app.databaseUrl, { repair: false })).differences).toEqual([]);
    const exported = ["--to", to, "--for", admin, "--with-secrets"];
    expect(await runHere(exportCommand, exported, envOf(app))).toMatchObject({ code: 0, stderr: "" });
  } finally {
    await app.stop();
  }
}

/** Every file of a folder, as its bytes. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((each) => each.isFile());
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const isPicture = parentPath.endsWith(picturesFolder);
        const content = await readFile(join(parentPath, name), isPicture ? "hex" : "utf8");
        return [`${isPicture ? `${picturesFolder}/` : ""}${name}`, content] as const;
      }),
    ),
  );
}

/** In the order of the file. */
async function userIdsOf(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "members.csv"), "utf8");
  return [...text.matchAll(/^([\w.-]+),.*?,(?:[MF]),/gm)].map(([, userId = ""]) => userId.toUpperCase());
}
