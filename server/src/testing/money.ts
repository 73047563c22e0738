import { asFc, asUsdCents } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import pg from "pg";
import type { SettingGroup, SettingValues } from "@fc/contract/settings/business-settings";
import type { MemberAccount } from "../core/ledger/accounts.ts";
import { post } from "../core/ledger/post.ts";
import { opening } from "./ledger/entries.ts";
import { balancesOf } from "../core/ledger/statement.ts";
import { makeOtp } from "../core/otp/otp.ts";
import { startStake } from "../core/staking/stakes.ts";
import { after, day, second } from "../platform/clock.ts";
import { atomically, type Db } from "../platform/db.ts";
import { openSession, SessionReader } from "../platform/sessions.ts";
import { newestCode, TestClient, type TestApp, type TestMember } from "./test-app.ts";

/** Converts coins to units. */
export const coins = (whole: number) => asFc(BigInt(whole) * 10_000n);

export async function fund(
  db: Db,
  member: Pick<TestMember, "id">,
  amounts: Partial<Record<MemberAccount, number>>,
  now: Date,
): Promise<void> {
  for (const [account, whole] of Object.entries(amounts)) {
    const given = { key: randomUUID(), effectiveAt: now, account: account as MemberAccount };
    await atomically(db, post, opening({ ...given, memberId: member.id, amountFc: coins(whole) }));
  }
}

/** The balances of a member's wallets in coins. */
export async function walletsOf(db: Db, { id }: Pick<TestMember, "id">) {
  const balances = await balancesOf(db, id);
  return Object.fromEntries(
    Object.entries(balances).map(([name, amount]) => [name, Number(amount) / 10_000]),
  ) as Record<MemberAccount, number>;
}

/** Sets the price (coins for $15) from a moment on. */
export async function setPrice(db: Db, coinsFor15Usd: number, from: Date): Promise<number> {
  const { id } = await db
    .insertInto("prices")
    .values({
      fc_for_15_usd: coins(coinsFor15Usd),
      inr_per_usd: 830_000n,
      effective_from: from,
      created_at: from,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Starts a stake of $15, paid from the transfer wallet, which is funded for it. */
export async function giveStake(db: Db, member: Pick<TestMember, "id">, now: Date): Promise<void> {
  const price = await db
    .selectFrom("prices")
    .select(["id", "fc_for_15_usd as fcFor15Usd", "inr_per_usd as inrPerUsd"])
    .orderBy("effective_from")
    .limit(1)
    .executeTakeFirstOrThrow();
  await fund(db, member, { transfer: Number(price.fcFor15Usd) / 10_000 }, now);
  await atomically(db, startStake, {
    memberId: member.id,
    principalUsdCents: asUsdCents(1500n),
    price,
    source: { payerId: member.id, idempotencyKey: randomUUID() },
    now,
  });
}

/** Sets a coin address that was set long ago. */
export async function giveAddress(
  db: Db,
  member: Pick<TestMember, "id">,
  address: string,
  since: Date,
): Promise<void> {
  await db
    .insertInto("coin_addresses")
    .values({ member_id: member.id, address, created_at: since, changed_at: since })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ address, changed_at: since }))
    .execute();
}

export function longAgo(now: Date): Date {
  return new Date(now.getTime() - 30 * day);
}

/** Writes without the console's checks and log. Settings that are not named get their initial values. */
export async function setSetting<Name extends SettingGroup>(
  url: string,
  name: Name,
  values: Partial<SettingValues<Name>>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `insert into business_settings (name, value) values ($1, $2)
       on conflict (name) do update set value = excluded.value`,
      [name, JSON.stringify(values)],
    );
  } finally {
    await client.end();
  }
}

/** Requests the code of a change and enters it, as the form does. Moves the time so that it is not too soon. */
export async function confirm(
  app: TestApp,
  client: TestClient,
  member: TestMember,
  { purpose, change }: { purpose: OtpPurpose; change: Record<string, unknown> },
): Promise<void> {
  app.time.advance(31 * second);
  const sent = await client.call(sendOtp, { params: { userId: member.id }, body: { purpose, change } });
  if (sent.status !== 200) throw new Error(`no code: ${JSON.stringify(sent.body)}`);
  const otp = await newestCode(app, member);
  const verified = await client.call(verifyOtp, { params: { userId: member.id, otp }, query: {} });
  if (verified.body.data !== true) throw new Error("the code is not valid");
}

/**
 * More devices of a member, each with the change confirmed: more than the limits of sign-ins and codes allow. The
 * devices may confirm different changes, by their number.
 */
export async function devices(
  app: TestApp,
  member: TestMember,
  count: number,
  {
    purpose,
    change,
  }: { purpose: OtpPurpose; change: object | ((number: number) => object | Promise<object>) },
): Promise<TestClient[]> {
  const sessions = new SessionReader(app.db);
  const made: TestClient[] = [];
  for (let number = 0; number < count; number++) {
    const { token, cookie } = await atomically(app.db, openSession, {
      memberId: member.id,
      temporaryPasswordId: null,
      ip: "192.0.2.1",
      userAgent: "",
      now: app.time.now,
    });
    const client = new TestClient(app);
    client.token = token;
    client.cookies.set("fc_session", cookie);
    made.push(client);
    const session = await sessions.sessionOf({ token, cookie, viewCookie: undefined }, app.time.now);
    const confirmed = typeof change === "function" ? await change(number) : change;
    await grant(app, session!.sessionId, member, { purpose, change: confirmed });
  }
  return made;
}

/** Grants a change without a mail, for tests that need more codes than a member may request. */
export async function grant(
  app: TestApp,
  sessionId: string,
  member: TestMember,
  { purpose, change }: { purpose: OtpPurpose; change: unknown },
): Promise<void> {
  const { db, secretKey } = app.deps;
  const scope = { memberId: member.id, sessionId, purpose, change, secretKey, now: app.time.now };
  await atomically(db, makeOtp, scope);
  await db
    .updateTable("otp_grants")
    // As if of the day before, so that it does not count against the limits of codes.
    .set({ verified_at: app.time.now, created_at: after(app.time.now, -day) })
    .where("session_id", "=", sessionId)
    .where("purpose", "=", purpose)
    .where("closed_at", "is", null)
    .execute();
}
