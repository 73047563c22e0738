import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { checkFolder } from "../core/moving/check.ts";
import { reportFile, reportOf } from "../core/moving/report.ts";

const usage =
  "npm run import -- --from DIR --check [--csv FILE] [--accept NAME:COUNT[:SUM] …] [--ignore-unknown-columns]";

// npm run import -- --from DIR --check [--csv FILE] [--accept NAME:COUNT[:SUM] …] [--ignore-unknown-columns]
export async function importCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: "string" },
      check: { type: "boolean", default: false },
      csv: { type: "string" },
      accept: { type: "string", multiple: true, default: [] },
      "ignore-unknown-columns": { type: "boolean", default: false },
    },
  });
  if (values.from === undefined || !values.check) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const folder = resolve(values.from);
  if (!(await isFolder(folder))) {
    console.error(`There is no folder ${folder}`);
    process.exitCode = 1;
    return;
  }
  const checked = await checkFolder(folder, {
    now: new Date(),
    ignoresUnknownColumns: values["ignore-unknown-columns"],
  });
  if (values.csv !== undefined) await pipeline(reportFile(checked.found), createWriteStream(values.csv));
  const { lines, isGood } = reportOf(checked, values.accept);
  for (const line of lines) console.log(line);
  process.exitCode = isGood ? 0 : 1;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

if (import.meta.main) await importCommand(process.argv.slice(2));
