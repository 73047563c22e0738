import { verify } from "../core/network/verify.ts";
import { sayWhich, withDatabase } from "./with-database.ts";

// npm run network:verify [-- --repair]
const repair = process.argv.includes("--repair");
await withDatabase(async (ownerUrl) => {
  sayWhich("Verifying", ownerUrl);
  const { members, found, differences, repaired } = await verify(ownerUrl, { repair });
  for (const difference of differences.slice(0, 100)) console.log(difference);
  console.log(`${members} members, ${found} differences, ${repaired} repaired`);
  process.exitCode = found > repaired ? 1 : 0;
});
