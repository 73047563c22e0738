import { randomUUID } from "node:crypto";
import { requestOutcome, sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import type { Route } from "@fc/contract/route";
import { requestStake } from "@fc/contract/staking/portal";
import { topUpStake, transferCoins } from "@fc/contract/transfer/portal";
import { proofImageUrlOf } from "@fc/contract/uploads/portal";
import { requestWithdrawal, transferInternally } from "@fc/contract/withdraw/portal";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minute, second } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { rejectWithdrawal } from "../../features/withdraw/decisions.ts";
import { coins, confirm, devices, longAgo, setPrice, setSetting } from "../../testing/money.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  type TestClient,
  type TestApp,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, coinAddress } from "../../testing/withdrawals.ts";
import { lockBalances } from "../ledger/post.ts";
import { confirmedBy, type ConfirmedContext } from "./guarded-change.ts";

/** One request moves money once, whatever happens to its answer. */

type Change = Record<string, unknown>;

interface MoneyKind {
  purpose: OtpPurpose;
  route: Route;
  /** The same movement every time. */
  change: () => Promise<Change>;
  /** What the code confirms beside the change. */
  context?: ConfirmedContext;
}

const kinds: readonly MoneyKind[] = [
  {
    purpose: "staking",
    route: requestStake,
    change: async () => ({
      userId: member.id,
      refId: member.refId,
      amount: 150,
      proofImageUrl: await newProof(),
    }),
  },
  {
    purpose: "staking-topup",
    route: topUpStake,
    change: async () => ({ userId: member.id, refId: receiver.refId, amount: 15 }),
    context: { costFc: String(coins(1000)) },
  },
  {
    purpose: "withdraw",
    route: requestWithdrawal,
    change: async () => ({ userId: member.id, amount: 6_000_000, currencyType: "coin" }),
    context: { address: coinAddress, feeFc: String(coins(200_000)) },
  },
  {
    purpose: "internal-transfer",
    route: transferInternally,
    change: async () => ({
      userId: member.id,
      refId: member.refId,
      amount: 1000,
      currencyType: "internal transfer",
    }),
  },
  {
    purpose: "transfer",
    route: transferCoins,
    change: async () => ({ fromRefId: member.refId, toRefId: receiver.refId, amount: 30_000 }),
    context: { receiver: "Ravi K." },
  },
];

let app: TestApp;
let receiver: TestMember;
let member: TestMember;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1000, longAgo(app.time.now));
  await setSetting(app.databaseUrl, "transfer", { betweenMembers: true });
  receiver = await app.addMember({ name: "Ravi Kumar" });
});
afterAll(() => stopWithBooksRight(app));
beforeEach(async () => {
  member = await addWithdrawer(app, { staking: 400_000_000, transfer: 2_000_000 });
  client = await signedIn(app, member);
});

async function newProof(): Promise<string> {
  const id = randomUUID();
  await app.db
    .insertInto("uploads")
    .values({
      id,
      member_id: member.id,
      purpose: "stacking-verification-images",
      sha256: Buffer.from(id),
      bytes: 1,
      width: 1,
      height: 1,
      created_at: app.time.now,
    })
    .execute();
  return proofImageUrlOf(id);
}

const outcome = (key: string, by = client, of = member) =>
  by.call(requestOutcome, { params: { userId: of.id, key } });
const requestCode = (purpose: OtpPurpose, change: Change, key?: string) =>
  client.call(sendOtp, { params: { userId: member.id }, body: { purpose, change, ...(key && { key }) } });
const make = (route: Route, change: Change, key: string = randomUUID(), by = client) =>
  by.call(route, { body: change } as never, key);

/** Confirms a change by a code that was sent for this key. */
async function confirmUnder(key: string, purpose: OtpPurpose, change: Change): Promise<void> {
  await requestCode(purpose, change, key);
  const params = { userId: member.id, otp: await newestCode(app, member) };
  expect((await client.call(verifyOtp, { params, query: {} })).body.data).toBe(true);
}

/** How often money moved, or was requested to. */
async function movements(): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from idempotency_keys where member_id = ${member.id} and result is not null`.execute(
    app.db,
  );
  const { rows: requests } = await sql<{ count: bigint }>`
    select (select count(*) from withdrawals where member_id = ${member.id})
      + (select count(*) from staking_requests where member_id = ${member.id})
      + (select count(*) from ledger_entries where key like ${`transfer/${member.id}/%`})
      + (select count(*) from stakes where member_id = ${receiver.id} and payer_id = ${member.id}) as count`.execute(
    app.db,
  );
  expect(requests[0]!.count).toBe(rows[0]!.count);
  return Number(rows[0]!.count);
}

/**
 * How many transactions wait for a lock for much longer than a batch does: a batch gives way after a tenth of a second,
 * on a busy machine a little later, and tries each of its requests alone.
 */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted
      and waitstart < clock_timestamp() - interval '1 second'`.execute(app.db);
  return rows[0]!.count;
}

describe.each(kinds)("$purpose", ({ purpose, route, change: changeOf, context }) => {
  test("is found by its key, also after the code is spent, on every device of its member and by nobody else", async () => {
    const change = await changeOf();
    const key = randomUUID();
    await confirm(app, client, member, { purpose, change });
    const { reference } = (await make(route, change, key)).body.data;
    const otherDevice = await signedIn(app, member);
    for (const by of [client, otherDevice]) {
      expect((await outcome(key, by)).body).toEqual({ data: { state: "done", reference } });
    }
    const stranger = await signedIn(app, receiver);
    expect((await outcome(key, stranger, receiver)).body.data).toEqual({ state: "not-done" });
    expect((await outcome(key, stranger)).status).toBe(404);
    expect((await make(route, change, key)).body.data.reference).toBe(reference);
    expect(await movements()).toBe(1);
  });

  test("that arrives after the look-up said it was not done is refused for ever; a new key and a new code do it", async () => {
    const change = await changeOf();
    const key = randomUUID();
    await confirmUnder(key, purpose, change);
    expect((await outcome(key)).body.data).toEqual({ state: "not-done" });
    const givenUp = { status: 409, body: { code: "GIVEN_UP" } };
    expect(await make(route, change, key)).toMatchObject(givenUp);
    // The code that was sent for the key is closed too, and no other one is sent for it.
    expect((await make(route, change)).body.code).toBe("INVALID_OTP");
    app.time.advance(31 * second);
    expect(await requestCode(purpose, change, key)).toMatchObject(givenUp);
    await confirm(app, client, member, { purpose, change });
    expect(await make(route, change, key)).toMatchObject(givenUp);
    expect((await outcome(key)).body.data).toEqual({ state: "not-done" });
    expect(await movements()).toBe(0);
    expect((await make(route, change)).status).toBe(200);
    expect(await movements()).toBe(1);
  });

  test("and its look-ups, 32 of each at once under one key, agree on whether it was done", async () => {
    const change = await changeOf();
    const key = randomUUID();
    await confirmUnder(key, purpose, change);
    const both = Array.from({ length: 32 }, () => [make(route, change, key), outcome(key)] as const);
    const requests = await Promise.all(both.map(([request]) => request));
    const lookUps = await Promise.all(both.map(([, lookUp]) => lookUp));
    const isDone = (await movements()) === 1;
    expect(new Set(lookUps.map(({ body }) => body.data.state))).toEqual(
      new Set([isDone ? "done" : "not-done"]),
    );
    expect(new Set(requests.map(({ status, body }) => body.code ?? status))).toEqual(
      new Set([isDone ? 200 : "GIVEN_UP"]),
    );
  });

  test("again within minutes is questioned when and by which reference it was done, and made if it is meant", async () => {
    const change = await changeOf();
    await confirm(app, client, member, { purpose, change });
    const first = (await make(route, change)).body.data.reference as string;
    const doneAt = app.time.now.toISOString();
    app.time.advance(minute);
    const question = {
      status: 409,
      body: { code: "DONE_BEFORE", earlier: { at: doneAt, reference: first } },
    };
    const again = await changeOf();
    expect(await requestCode(purpose, again)).toMatchObject(question);
    expect(await requestCode(purpose, { ...again, repeats: "XX-22222222" })).toMatchObject(question);

    const meant = { ...again, repeats: first };
    await confirm(app, client, member, { purpose, change: meant });
    const next = (await make(route, meant)).body.data.reference as string;
    expect(next).not.toBe(first);
    // It was meant once more, and not twice more.
    const third = await requestCode(purpose, { ...(await changeOf()), repeats: first });
    expect(third.body).toMatchObject({ code: "DONE_BEFORE", earlier: { reference: next } });
    expect(await movements()).toBe(2);

    app.time.advance(5 * minute);
    expect((await requestCode(purpose, await changeOf())).status).toBe(200);
  });

  test("from 32 devices at once, each with its code and a key of its own, moves money once", async () => {
    const changes = await Promise.all(Array.from({ length: 32 }, changeOf));
    const clients = await devices(app, member, 32, {
      purpose,
      change: (number) => confirmedBy(changes[number]!, context),
    });
    const answers = await Promise.all(
      clients.map((device, number) => make(route, changes[number]!, randomUUID(), device)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.code)).toEqual(Array.from({ length: 31 }, () => "DONE_BEFORE"));
    expect(await movements()).toBe(1);
  });
});

describe("the look-up of a request", () => {
  test.each(["transfer", "withdraw"] as const)("waits while a %s is still running", async (purpose) => {
    const { route, change: changeOf } = kinds.find((kind) => kind.purpose === purpose)!;
    const change = await changeOf();
    await confirm(app, client, member, { purpose, change });
    const key = randomUUID();
    const release = await holdWallets(member);
    const running = make(route, change, key);
    await expect.poll(waiting).toBe(1);
    const seen: string[] = [];
    const asking = outcome(key).then(({ body }) => void seen.push(body.data.state));
    await expect.poll(waiting).toBe(2);
    expect(seen).toEqual([]);
    await release();
    await Promise.all([running, asking]);
    expect((await running).status).toBe(200);
    expect(seen).toEqual(["done"]);
  });

  test("holds for transfers that are queued in the server behind two that wait for their wallets", async () => {
    const [slow, queued] = [
      [await mover(), await mover()],
      [await mover(), await mover()],
    ];
    const releases = await Promise.all(slow.map((one) => holdWallets(one.member)));
    const first = slow.map((one) => make(transferCoins, one.change, one.key, one.client));
    await expect.poll(waiting).toBe(2);
    const later = queued.map((one) => make(transferCoins, one.change, one.key, one.client));
    const said = await Promise.all(queued.map((one) => outcome(one.key, one.client, one.member)));
    for (const release of releases) await release();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    for (const [at, { body }] of (await Promise.all(later)).entries()) {
      expect(body.code ?? "done").toBe(said[at]!.body.data.state === "done" ? "done" : "GIVEN_UP");
    }
  });

  /** A member with a transfer that is confirmed. */
  async function mover() {
    const own = await addWithdrawer(app, { transfer: 100_000 });
    const by = await signedIn(app, own);
    const change = { fromRefId: own.refId, toRefId: receiver.refId, amount: 30_000 };
    await confirm(app, by, own, { purpose: "transfer", change });
    return { member: own, client: by, change, key: randomUUID() };
  }

  /** Locks a member's wallets until the returned function is called. */
  async function holdWallets({ id: memberId }: TestMember): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holding = atomically(
      app.db,
      async (tx: Tx) => {
        await lockBalances(tx, { memberId, accounts: ["transfer", "staking"] });
        isHeld.resolve();
        await held.promise;
      },
      undefined,
    );
    await isHeld.promise;
    return async () => {
      held.resolve();
      await holding;
    };
  }

  test("is refused after 60 of a member in a minute", async () => {
    const key = randomUUID();
    const many = await Promise.all(Array.from({ length: 61 }, () => outcome(key)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(many.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      body: { code: "TOO_MANY_REQUESTS", limit: "outcome" },
    });
    app.time.advance(minute);
    expect((await outcome(key)).status).toBe(200);
  });
});

test.each(["staking", "staking-topup"] as const)(
  "a %s request that waits while a code is sent does not make the code wait for it",
  async (purpose) => {
    const { route, change: changeOf } = kinds.find((kind) => kind.purpose === purpose)!;
    const change = { ...(await changeOf()), refId: member.refId };
    await confirm(app, client, member, { purpose, change });
    const making = Promise.withResolvers<ReturnType<typeof make>>();
    const free = await app.db.transaction().execute(async (tx) => {
      // The locks of a code that is sent, in their order: the member, and then the codes that it replaces.
      await tx.selectFrom("members").select("id").where("id", "=", member.id).forNoKeyUpdate().execute();
      making.resolve(make(route, change));
      await expect.poll(waiting).toBe(1);
      const codes = tx.selectFrom("otp_grants").select("id").where("member_id", "=", member.id);
      return codes.forUpdate().skipLocked().execute();
    });
    expect(free).toHaveLength(1);
    expect((await making.promise).status).toBe(200);
  },
);

test("a withdrawal that was rejected may be requested again without a question", async () => {
  const { route, change: changeOf } = kinds[2]!;
  const change = await changeOf();
  await confirm(app, client, member, { purpose: "withdraw", change });
  const { id } = (await make(route, change)).body.data;
  expect((await requestCode("withdraw", change)).body.code).toBe("DONE_BEFORE");
  await atomically(app.db, rejectWithdrawal, { id, reason: "The address is wrong", now: app.time.now });
  app.time.advance(31 * second);
  expect((await requestCode("withdraw", change)).status).toBe(200);
});

test("a code requested again because its answer was lost is mailed once", async () => {
  const change = await kinds[4]!.change();
  const key = randomUUID();
  const first = await requestCode("transfer", change, key);
  app.time.advance(5 * second);
  const { grant, expiresAt, resendAt } = first.body.data;
  const again = await requestCode("transfer", change, key);
  expect(again.body.data).toMatchObject({ grant, expiresAt, resendAt });
  expect(await app.mailsTo(member.email)).toHaveLength(1);
  expect((await requestCode("transfer", change, randomUUID())).status).toBe(429);
  app.time.advance(30 * second);
  expect((await requestCode("transfer", change, key)).body.data.grant).not.toBe(grant);
});
