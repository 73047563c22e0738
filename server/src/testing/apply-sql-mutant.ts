import pg from "pg";
import { functionFiles } from "../platform/functions.ts";
import { sqlMutants, type SqlMutant } from "./sql-mutants.ts";

/** Lays a mutant over a migrated database. */
export async function applySqlMutant(ownerUrl: string, name: string): Promise<void> {
  const mutant = sqlMutants.find((one) => one.name === name);
  if (!mutant) throw new Error(`There is no mutant "${name}"`);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(await statementOf(mutant));
  } finally {
    await client.end();
  }
}

async function statementOf({ name, change }: SqlMutant): Promise<string> {
  if ("statement" in change) return change.statement;
  const file = (await functionFiles()).find((one) => one.name === change.function);
  const parts = file?.sql.split(new RegExp(change.from.split(/\s+/).map(RegExp.escape).join("\\s+")));
  if (parts?.length !== 2) {
    throw new Error(`Mutant "${name}": ${change.function} must contain its text exactly once`);
  }
  return parts.join(change.to);
}
