import { verify } from "./verify.ts";

// Usage: DATABASE_URL=… node server/src/core/network/verify-command.ts [--repair]
const url = process.env["DATABASE_URL"];
if (!url) throw new Error("DATABASE_URL is to name the database, as its owner");
const repair = process.argv.includes("--repair");
const { members, differences, repaired } = await verify(url, { repair });
for (const difference of differences.slice(0, 100)) console.log(difference);
console.log(`${members} members, ${differences.length} differences, ${repaired} repaired`);
process.exitCode = differences.length > repaired ? 1 : 0;
