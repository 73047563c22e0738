import { anchorsIn } from "../core/ledger/anchors.ts";
import { verify } from "../core/ledger/verify.ts";
import { loadSecretKey } from "../platform/secrets.ts";
import { sayWhich, secretKeyFor, withDatabase } from "./with-database.ts";

// npm run ledger:verify [-- --anchor <head of an earlier day, or a file of them>]
const at = process.argv.indexOf("--anchor");
const given = at < 0 ? undefined : (process.argv[at + 1] ?? "");
await withDatabase(async (ownerUrl, settings) => {
  sayWhich("Verifying", ownerUrl);
  const secretKey = await secretKeyFor(ownerUrl, await loadSecretKey(settings.dataDir, settings.secretKey));
  const anchors = given === undefined ? [] : await anchorsIn(given);
  const found = await verify(ownerUrl, { secretKey, anchors });
  for (const difference of found.differences.slice(0, 100)) console.log(difference);
  const { entries, postings, seals, unsealed, differences, head } = found;
  console.log(
    `${entries} entries, ${postings} postings, ${seals} seals, ${unsealed} not sealed yet, ${differences.length} differences`,
  );
  if (anchors.length > 0) console.log(`Compared with ${anchors.length} earlier heads`);
  if (head !== undefined) console.log(`Keep this elsewhere, as the next run's anchor: ${head}`);
  process.exitCode = differences.length > 0 ? 1 : 0;
});
