import { sql } from "kysely";
import pg from "pg";
import { hashPassword } from "../src/core/members/passwords.ts";
import { measureNetResults } from "../src/features/transparency/measure.ts";
import { advisoryLocks } from "../src/platform/advisory-locks.ts";
import { after, day } from "../src/platform/clock.ts";
import { confirmPlanVersion } from "../src/core/plan/versions.ts";
import { atomically, type Db, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { demoOperator, demoPassword, secondDemoOperator } from "./demo-logins.ts";
import { seedDemoClosings, seedDemoPayouts } from "./demo-closings.ts";
import { seedDemoCompany } from "./demo-company.ts";
import { seedDemoFaq, seedDemoNextPrice, seedDemoNotices, seedDemoSupport } from "./demo-console.ts";
import { seedDemoCannedTexts, seedDemoKyc, seedDemoTaxRule } from "./demo-desk.ts";
import { seedDemoDocuments } from "./demo-documents.ts";
import { seedDemoBusiness, seedDemoPrices, seedDemoWithdrawals } from "./demo-money.ts";
import { seedDemoNetwork } from "./demo-network.ts";
import { seedDemoRecords } from "./demo-records.ts";
import { seedDemoStake } from "./demo-stakes.ts";

const stateName = "demo";

/** Filling in the demo was interrupted, so it has to start again. */
export class DemoUnfinished extends Error {}

/** A demo of a certain size was asked for, and the database was filled before. */
export class DemoTooLate extends Error {}

interface DemoRequest {
  /** A company with so many members moves in. Without it the usual demo is made. */
  members?: number | undefined;
  onStart?: () => void;
}

/** Fills an empty database with the demo, once. Never called in production (see settings.ts). */
export async function seedDemo(deps: Deps, ownerUrl: string, request: DemoRequest = {}): Promise<void> {
  const held = new pg.Client({ connectionString: ownerUrl, application_name: "fc-portal demo" });
  // A lost connection fails the statement that uses it; without a listener it would end the process.
  held.on("error", () => undefined);
  await held.connect();
  try {
    await held.query("select pg_advisory_lock($1)", [advisoryLocks.demoSeed]);
    await seedUnlessDone(deps, ownerUrl, request);
  } finally {
    // The lock ends with the connection.
    await held.end();
  }
}

/** Whether a database was ever filled with the demo, even in part. */
export async function holdsDemo(db: Db): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from business_settings where name = ${stateName})
      or exists (select from operators where may_skip_totp) as holds`.execute(db);
  return rows[0]?.holds ?? false;
}

async function seedUnlessDone(
  deps: Deps,
  ownerUrl: string,
  { members, onStart }: DemoRequest,
): Promise<void> {
  const { db } = deps;
  const state = await db
    .selectFrom("business_settings")
    .select("value")
    .where("name", "=", stateName)
    .executeTakeFirst();
  if (state && state.value !== "done")
    throw new DemoUnfinished("Filling in the demo was interrupted. Start again with: npm run db:reset");
  const anyMember = await db.selectFrom("members").select("id").limit(1).executeTakeFirst();
  if (state || anyMember) {
    if (members !== undefined) throw new DemoTooLate();
    return;
  }
  onStart?.();
  await setState(db, "begun");
  await seed(deps, ownerUrl, members);
  await setState(db, "done");
}

async function setState(db: Db, state: "begun" | "done"): Promise<void> {
  const value = JSON.stringify(state);
  await db
    .insertInto("business_settings")
    .values({ name: stateName, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function seed(deps: Deps, ownerUrl: string, members: number | undefined): Promise<void> {
  const { db } = deps;
  const now = deps.clock();
  const passwordHash = await hashPassword(demoPassword);
  await atomically(db, seedDemoPrices, { now });
  await atomically(db, confirmPlanVersion, { version: 1, by: null, now });
  await atomically(db, seedOperators, {
    people: members === undefined ? [demoOperator] : [demoOperator, secondDemoOperator],
    passwordHash,
    now,
  });
  if (members === undefined) await seedUsualSize(deps, { passwordHash, now });
  else await seedDemoCompany(deps, { ownerUrl, members, passwordHash, now });
  await atomically(db, seedDemoNotices, { now });
  await atomically(db, seedDemoNextPrice, { now });
  await seedDemoSupport(deps, { now });
  await seedDemoKyc(deps, { now });
  await seedDemoTaxRule(deps, { now });
  await seedDemoDocuments(deps, { now });
  await atomically(db, seedDemoFaq, { now });
  await atomically(db, seedDemoCannedTexts, { now });
  await atomically(db, forgetMails, undefined);
  await atomically(db, readOldNews, { now });
}

/** Some hundred members with their history, made by the product's own functions one after the other. */
async function seedUsualSize(
  deps: Deps,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  const { db } = deps;
  const stakes = await atomically(db, seedDemoNetwork, { now, passwordHash });
  await atomically(db, seedDemoBusiness, { now });
  for (const stake of stakes) await seedDemoStake(deps, stake, "approve");
  await seedDemoClosings(db, { now });
  await seedDemoRecords(deps, { now });
  await seedDemoWithdrawals(deps, { now });
  await seedDemoPayouts(deps, { now });
  await atomically(db, measureNetResults, { now });
  const [head] = stakes;
  if (head)
    await seedDemoStake(deps, { ...head, amountUsd: 150, requestedAt: after(now, -day / 4) }, "leave");
}

/** What is older than two days was read, as by members who open the portal now and then. */
async function readOldNews(tx: Tx, { now }: { now: Date }): Promise<void> {
  await sql`insert into notification_marks select id, ${after(now, -2 * day)} from members`.execute(tx);
}

/** The demo's past mails must not be sent. */
async function forgetMails(tx: Tx): Promise<void> {
  await tx.deleteFrom("jobs").where("task", "=", "send-mail").execute();
  await tx
    .updateTable("mails")
    .set((eb) => ({ sent_at: eb.ref("created_at"), content: null }))
    .execute();
}

async function seedOperators(
  tx: Tx,
  {
    people,
    passwordHash,
    now,
  }: { people: { email: string; name: string }[]; passwordHash: string; now: Date },
): Promise<void> {
  const admin = { role: "admin", password_hash: passwordHash, may_skip_totp: true, created_at: now } as const;
  await tx
    .insertInto("operators")
    .values(people.map((person) => ({ ...person, ...admin })))
    .execute();
}
