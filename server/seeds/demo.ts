import { hashPassword } from "../src/core/members/passwords.ts";
import { after, day } from "../src/platform/clock.ts";
import { atomically, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { demoLogins, demoPassword } from "./demo-logins.ts";

/** Fills an empty database with the demo, once. Never called in production (see settings.ts). */
export async function seedDemo({ db, clock }: Deps): Promise<void> {
  const anyMember = await db.selectFrom("members").select("id").limit(1).executeTakeFirst();
  if (anyMember) return;
  await atomically(db, seed, { now: clock(), passwordHash: await hashPassword(demoPassword) });
}

async function seed(tx: Tx, { now, passwordHash }: { now: Date; passwordHash: string }): Promise<void> {
  const members = demoLogins.map(({ refId, name, email }, index) => ({
    ref_id: refId,
    name,
    email,
    password_hash: passwordHash,
    joined_at: after(now, -(90 - index) * day),
  }));
  // Two nodes on one empty database: the second finds them there.
  const inserted = await tx
    .insertInto("members")
    .values(members)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "name"])
    .execute();
  if (inserted.length === 0) return;
  const general = [
    {
      days: 30,
      message: "Welcome to FC Portal. Every change that matters is confirmed by a code sent to your e-mail.",
    },
    {
      days: 6,
      message: "We never ask for your password or a code by phone or message. Please share them with nobody.",
    },
  ].map(({ days, message }) => ({ member_id: null, message, created_at: after(now, -days * day) }));
  const personal = inserted.slice(0, 1).map(({ id, name }) => ({
    member_id: id,
    message: `Dear ${name}, please check that your e-mail address is up to date.`,
    created_at: after(now, -2 * day),
  }));
  await tx
    .insertInto("notices")
    .values([...general, ...personal])
    .execute();
}
