import { indiaDayOf } from "@fc/contract/period";
import { archiveUpTo } from "../core/ledger/archive.ts";
import { withDatabase } from "./with-database.ts";

// npm run ledger:archive -- 2026-01
const [month = ""] = process.argv.slice(2);
await withDatabase(async (ownerUrl) => {
  for (const { from, to, lines, lockMs } of await archiveUpTo(ownerUrl, { month, now: new Date() })) {
    const since = from ? `${indiaDayOf(from)} to ` : "Everything up to ";
    const last = indiaDayOf(new Date(to.getTime() - 1));
    console.log(`${since}${last}: ${lines} lines archived, locked for ${Math.ceil(lockMs)} ms`);
  }
});
