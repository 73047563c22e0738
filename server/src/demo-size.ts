import { parseArgs } from "node:util";
import { StartError } from "./start-errors.ts";

const usage =
  "npm start -- --members 100000 fills a new database with a demo of so many members, 10 to 5,000,000.";

/** How many members the demo gets. Undefined for the usual one. */
export function demoSizeOf(args: string[]): number | undefined {
  const members = textOf(args);
  if (members === undefined) return undefined;
  const count = /^\d{1,7}$/.test(members) ? Number(members) : 0;
  if (count < 10 || count > 5_000_000) throw new StartError(usage);
  return count;
}

function textOf(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { members: { type: "string" } } }).values.members;
  } catch {
    throw new StartError(usage);
  }
}
