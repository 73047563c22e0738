import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { daysAfter, daysBetween, indiaDay, indiaDayOf } from "@fc/contract/period";
import { checkFolder } from "../core/moving/check.ts";
import { importCompany } from "../core/moving/import.ts";
import { reportFile, reportOf } from "../core/moving/report.ts";
import { fileStoreOf } from "../platform/files/store-of.ts";
import { loadSecretKey } from "../platform/secrets.ts";
import { machineProblem } from "../start-errors.ts";
import { sayWhich, secretKeyFor, withDatabase } from "./with-database.ts";

const usage = [
  "npm run import -- --from DIR --check [--csv FILE] [--accept NAME:COUNT[:SUM] …] [--ignore-unknown-columns]",
  "npm run import -- --from DIR --cut DAY --for asha@example.com [--accept …] [--ignore-unknown-columns] [--days-lost-accepted N]",
].join("\n");

// npm run import -- --from DIR --check [--csv FILE] [--accept NAME:COUNT[:SUM] …] [--ignore-unknown-columns]
// npm run import -- --from DIR --cut DAY --for asha@example.com [--accept …] [--ignore-unknown-columns] [--days-lost-accepted N]
export async function importCommand(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: "string" },
      check: { type: "boolean", default: false },
      cut: { type: "string" },
      for: { type: "string" },
      csv: { type: "string" },
      accept: { type: "string", multiple: true, default: [] },
      "ignore-unknown-columns": { type: "boolean", default: false },
      "days-lost-accepted": { type: "string", default: "0" },
    },
  });
  const { from, cut, for: email, accept, csv, "ignore-unknown-columns": ignoresUnknownColumns } = values;
  const isWhole = cut !== undefined && email !== undefined;
  if (from === undefined || values.check === isWhole || (values.check && (cut ?? email) !== undefined)) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const folder = resolve(from);
  const now = new Date();
  // Before the check, which may take minutes.
  for (const needed of [folder, ...(csv === undefined ? [] : [dirname(resolve(csv))])]) {
    if (!(await isFolder(needed))) return refuse(`There is no folder ${needed}`);
  }
  if (cut !== undefined && !isPastDay(cut, now)) {
    return refuse("--cut is the last day that the other system has closed, such as 2026-01-31. It has ended");
  }
  const lost = cut === undefined ? undefined : daysLostProblem(cut, values["days-lost-accepted"], now);
  if (lost !== undefined) return refuse(lost);
  const checked = await checkFolder(folder, { now, ignoresUnknownColumns });
  if (csv !== undefined) {
    const problem = await problemOf(pipeline(reportFile(checked.found), createWriteStream(csv)), csv);
    if (problem !== undefined) return refuse(problem);
  }
  const { lines, isGood } = reportOf(checked, { accepted: accept, goesOn: cut !== undefined });
  for (const line of lines) console.log(line);
  process.exitCode = isGood ? 0 : 1;
  if (!isGood || cut === undefined || email === undefined) return;
  await withDatabase(async (ownerUrl, settings) => {
    sayWhich("Importing into", ownerUrl);
    const secretKey = await secretKeyFor(ownerUrl, await loadSecretKey(settings.dataDir, settings.secretKey));
    await importCompany({
      ownerUrl,
      folder,
      ignoresUnknownColumns,
      checked,
      cutDay: cut,
      email: email.toLowerCase(),
      now,
      files: fileStoreOf(settings),
      secretKey,
      chainId: settings.chain?.chainId ?? usualChainId,
    });
    console.log(
      `Imported, with every sum as it was read. The first day that is closed here is ${daysAfter(cut, 1)}. ` +
        "No member comes in until a second admin has opened the company in the console, on the page Company moved in.",
    );
  }, env);
}

/** BNB Smart Chain, where no chain is set: a transaction that a request names is one of some chain. */
const usualChainId = 56;

function isPastDay(text: string, now: Date): boolean {
  return indiaDay.safeParse(text).success && text < indiaDayOf(now);
}

/** Days that have ended are closed as soon as the company is open, and nobody can fund the pool of a past day. */
function daysLostProblem(cut: string, accepted: string, now: Date): string | undefined {
  const yesterday = daysAfter(indiaDayOf(now), -1);
  const days = daysBetween(cut, yesterday);
  if (accepted === String(days)) return undefined;
  if (days === 0) return "--days-lost-accepted: no day has ended since the cut, so none is lost";
  const dates = days === 1 ? yesterday : `${daysAfter(cut, 1)} to ${yesterday}`;
  return (
    `${dates} would be closed with no more in the pool than house.csv brings, and what it lacks is never paid. ` +
    `Cut at ${yesterday}, or accept it with --days-lost-accepted ${days}`
  );
}

/** What a person has to change so that the file can be written. */
async function problemOf(writing: Promise<void>, file: string): Promise<string | undefined> {
  try {
    await writing;
    return undefined;
  } catch (error) {
    const problem = machineProblem(error, file);
    if (problem === undefined) throw error;
    return problem.message;
  }
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 1;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

if (import.meta.main) await importCommand(process.argv.slice(2));
