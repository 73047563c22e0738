import { hashPassword } from "../src/core/members/passwords.ts";
import { after, day } from "../src/platform/clock.ts";
import { atomically, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { sql } from "kysely";
import { demoLogins, demoPassword } from "./demo-logins.ts";
import { seedDemoNetwork } from "./demo-network.ts";

/** Any number, the same on every node: of two that start on one empty database, the second waits and finds it filled. */
const seedLock = 7_215_003;

/** Fills an empty database with the demo, once. Never called in production (see settings.ts). */
export async function seedDemo({ db, clock }: Deps): Promise<void> {
  await atomically(db, seed, { now: clock(), passwordHash: await hashPassword(demoPassword) });
}

async function seed(tx: Tx, input: { now: Date; passwordHash: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx);
  const anyMember = await tx.selectFrom("members").select("id").limit(1).executeTakeFirst();
  if (anyMember) return;
  await seedDemoNetwork(tx, input);
  await seedNotices(tx, input.now);
}

async function seedNotices(tx: Tx, now: Date): Promise<void> {
  const [head] = demoLogins;
  const { id } = await tx
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", head.refId)
    .executeTakeFirstOrThrow();
  const notices = [
    {
      for: null,
      days: 30,
      message: "Welcome to FC Portal. Every change that matters is confirmed by a code sent to your e-mail.",
    },
    {
      for: null,
      days: 6,
      message: "We never ask for your password or a code by phone or message. Please share them with nobody.",
    },
    { for: id, days: 2, message: `Dear ${head.name}, please check that your e-mail address is up to date.` },
  ];
  await tx
    .insertInto("notices")
    .values(
      notices.map((notice) => ({
        member_id: notice.for,
        message: notice.message,
        created_at: after(now, -notice.days * day),
      })),
    )
    .execute();
}
