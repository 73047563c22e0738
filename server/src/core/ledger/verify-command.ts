import { verify } from "./verify.ts";

// Usage: DATABASE_URL=… SECRET_KEY=… node server/src/core/ledger/verify-command.ts [--anchor <head of an earlier run>]
const url = process.env["DATABASE_OWNER_URL"] ?? process.env["DATABASE_URL"];
if (!url) throw new Error("DATABASE_URL is to name the database, as its owner");
const secretKey = process.env["SECRET_KEY"];
const at = process.argv.indexOf("--anchor");
const anchor = at < 0 ? undefined : process.argv[at + 1];
const { entries, postings, seals, unsealed, head, differences } = await verify(url, { secretKey, anchor });
for (const difference of differences.slice(0, 100)) console.log(difference);
if (secretKey === undefined) console.log("Without SECRET_KEY: the seals themselves were not checked");
console.log(
  `${entries} entries, ${postings} postings, ${seals} seals, ${unsealed} not sealed yet, ${differences.length} differences`,
);
if (head !== undefined) console.log(`Keep this elsewhere, as the next run's anchor: ${head}`);
process.exitCode = differences.length > 0 ? 1 : 0;
