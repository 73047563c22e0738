import pg from "pg";
import { rightsTable } from "../platform/rights.ts";
import { withDatabase } from "./with-database.ts";

/** Prints what requests and the worker may do with each table, as docs/security.md has it. */
await withDatabase(async (ownerUrl) => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    console.log(await rightsTable(client));
  } finally {
    await client.end();
  }
});
