import { verify } from "../core/ledger/verify.ts";
import type { TestApp } from "./test-app.ts";

/** Ends tests that moved money and checks that the ledger is correct. */
export async function stopWithBooksRight(app: TestApp): Promise<void> {
  const { differences } = await verify(app.databaseUrl);
  await app.stop();
  if (differences.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(differences)}`);
}
