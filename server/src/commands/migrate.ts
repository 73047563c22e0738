import { addressesOf, prepareDatabase } from "../start-database.ts";
import { waitingSteps } from "../platform/migrate.ts";
import { withDatabase } from "./with-database.ts";

// npm run migrate [-- --dry-run]
const isDry = process.argv.includes("--dry-run");
await withDatabase(
  async (ownerUrl, settings) => {
    const waiting = await waitingSteps(ownerUrl);
    for (const name of waiting) console.log(name);
    console.log(
      waiting.length === 0 ? "The database is up to date." : isDry ? "Nothing was done." : "Migrating …",
    );
    if (isDry) return;
    const addresses = addressesOf({ ...settings, databaseUrl: settings.databaseUrl ?? ownerUrl });
    const { warnings } = await prepareDatabase(addresses, { ...settings, migrate: true });
    for (const warning of warnings) console.log(warning);
    if (waiting.length > 0) console.log(`${waiting.length} done.`);
  },
  process.env,
  { mayBeEmpty: true },
);
