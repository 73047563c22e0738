import { dirname } from "node:path";
import { daysAfter, daysBetween, indiaDayOf } from "@fc/contract/period";
import { importCommand } from "../commands/import.ts";
import { confirmPlanVersion } from "../core/plan/versions.ts";
import { atomically } from "../platform/db.ts";
import { runHere } from "./commands.ts";
import { setPrice } from "./money.ts";
import { addOperator } from "./operators.ts";
import { testPasswordHash } from "./password.ts";
import { confirmNewest } from "./proposals.ts";
import { startTestApp, TestClient, type TestApp } from "./test-app.ts";

/** With an admin, a price and a plan that was confirmed, and nobody else. */
export async function newInstallation(): Promise<{ app: TestApp; admin: string }> {
  const started = await startTestApp();
  const { email } = await addOperator(started, "admin");
  await setPrice(started.db, 15_000, new Date("2026-01-01T00:00:00Z"));
  await atomically(started.db, confirmPlanVersion, { version: 1, by: null, now: started.time.now });
  return { app: started, admin: email };
}

export const envOf = ({ databaseUrl, deps }: TestApp) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dirname(deps.anchorsDir),
  SECRET_KEY: deps.secretKey.text,
});

export const yesterday = () => daysAfter(indiaDayOf(new Date()), -1);
/** A cut of long ago, as a person accepts it. */
export const at = (cut: string) => ["--cut", cut, "--days-lost-accepted", `${daysBetween(cut, yesterday())}`];

export const importInto = (into: TestApp, from: string, by: string, ...args: string[]) =>
  runHere(importCommand, ["--from", from, ...at("2026-01-31"), "--for", by, ...args], envOf(into));

/** As another admin than the one who imported it. */
export async function openCompany(app: TestApp): Promise<void> {
  const { status, body } = await confirmNewest(app);
  if (status !== 200) throw new Error(`not opened: ${status} ${JSON.stringify(body)}`);
}

/** A member with a new password. How it is chosen after the move is told in import-company.test.ts. */
export async function signedInAs(app: TestApp, refId: string): Promise<TestClient> {
  await app.db
    .updateTable("members")
    .set({ password_hash: testPasswordHash })
    .where("ref_id", "=", refId)
    .execute();
  const client = new TestClient(app);
  await client.logIn(refId);
  return client;
}
