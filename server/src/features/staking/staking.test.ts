import { sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import * as contract from "@fc/contract/staking/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { userChart } from "@fc/contract/tree/portal";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addPrice } from "../../core/prices/prices.ts";
import { verify } from "../../core/ledger/verify.ts";
import { day, minute, second } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { approveStakingRequest, rejectStakingRequest } from "./decisions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(300_000n);
});
afterAll(() => app.stop());
beforeEach(() => app.time.advance(second));

const folder = "stacking-verification-images";
const publicUrl = "http://localhost";

async function setPrice(coinsFor15Usd: bigint): Promise<void> {
  app.time.advance(second);
  const { now } = app.time;
  const price = { fcFor15Usd: coinsFor15Usd * 10_000n, inrPerUsd: 880_000n, effectiveFrom: now, now };
  await atomically(app.db, addPrice, price);
}

interface Person {
  member: TestMember;
  client: TestClient;
}

async function newcomer(details: Parameters<TestApp["addMember"]>[0] = {}): Promise<Person> {
  const member = await app.addMember(details);
  return { member, client: await signedIn(app, member) };
}

async function proofOf({ member, client }: Person): Promise<string> {
  const body = asFile(await photo());
  const { body: answer } = await client.call(uploadPicture, { params: { userId: member.id, folder }, body });
  return answer.data.proofImageUrl as string;
}

/** Any body: what the rules do with it is what the tests are about. */
function changeOf({ member }: Person, proofImageUrl: string, amount: unknown = 150) {
  return { userId: member.id, refId: member.refId, amount, proofImageUrl } as {
    userId: number;
    refId: string;
    amount: number;
    proofImageUrl: string;
  };
}

function askCode({ member, client }: Person, change: Record<string, unknown>) {
  return client.call(sendOtp, { params: { userId: member.id }, body: { purpose: "staking", change } });
}

async function confirm(person: Person, change: Record<string, unknown>): Promise<void> {
  app.time.advance(31 * second);
  const sent = await askCode(person, change);
  expect(sent.status).toBe(200);
  const otp = await newestCode(app, person.member);
  const { body } = await person.client.call(verifyOtp, {
    params: { userId: person.member.id, otp },
    query: {},
  });
  expect(body).toEqual({ data: true });
}

function submit(
  { client }: Person,
  change: { userId: number; refId: string; amount: number; proofImageUrl: string },
  key: string = randomUUID(),
) {
  return client.call(contract.requestStake, { body: change }, key);
}

/** From the picture to the pending request. */
async function requested(person: Person, amount = 150): Promise<number> {
  const change = changeOf(person, await proofOf(person), amount);
  await confirm(person, change);
  const answer = await submit(person, change);
  expect(answer.status).toBe(200);
  return answer.body.data.id as number;
}

const approve = (requestId: number) =>
  atomically(app.db, approveStakingRequest, { requestId, publicUrl, now: app.time.now });
const reject = (requestId: number, reason = "The picture cannot be read") =>
  atomically(app.db, rejectStakingRequest, { requestId, reason, publicUrl, now: app.time.now });

async function report({ member, client }: Person, query = {}) {
  const { body } = await client.call(contract.stakingReport, { params: { userId: member.id }, query });
  return body as { data: contract.StakingRequest[]; total: number };
}

async function requestsOf({ member }: Person) {
  return app.db.selectFrom("staking_requests").selectAll().where("member_id", "=", member.id).execute();
}

async function stakedFc({ member }: Person): Promise<bigint> {
  const account = await app.db
    .selectFrom("ledger_accounts")
    .select("balance")
    .where("id", "=", BigInt(member.id) * 16n + 5n)
    .executeTakeFirst();
  return account?.balance ?? 0n;
}

test("a member requests a stake with a proof and a code; it is pending and moves nothing", async () => {
  const person = await newcomer();
  const change = changeOf(person, await proofOf(person), 500);
  await confirm(person, change);
  const mail = (await app.mailsTo(person.member.email)).at(-1);
  expect(mail?.subject).toContain("confirm your staking request");
  expect(mail?.text).toContain("$500");
  const answer = await submit(person, change);
  expect(answer).toMatchObject({ status: 200, body: { message: "Stacking Request sent" } });

  const { data, total } = await report(person);
  expect(total).toBe(1);
  expect(data[0]).toMatchObject({
    refId: person.member.refId,
    name: person.member.name,
    amountUsd: 500,
    amount: 10_000_000,
    status: "P",
    respondedAt: null,
    reason: null,
    proofImageUrl: change.proofImageUrl,
  });
  expect(await stakedFc(person)).toBe(0n);
  const list = await person.client.call(contract.stakingRequests, { body: { userId: person.member.id } });
  expect(list.body).toEqual(data);
  expect((await person.client.call(contract.callersStakingRequests, {})).body).toEqual(data);
  const stranger = await signedIn(app, await app.addMember());
  expect((await stranger.call(contract.callersStakingRequests, {})).body).toEqual([]);
});

describe("an amount is refused before a code is sent, and without one moves nothing", () => {
  test.each([
    ["as text", "150"],
    ["negative", -15],
    ["nothing", 0],
    ["no multiple of 15", 100],
    ["a fraction of a multiple", 15.5],
    ["finer than a cent", 15.000_000_1],
    ["above the maximum", 10_005],
    ["above 2^53", 2 ** 53 + 2],
    ["a list", [15]],
    ["missing", null],
  ])("%s", async (_, amount) => {
    const person = await newcomer();
    const change = changeOf(person, await proofOf(person), amount);
    const sent = await askCode(person, change);
    expect(sent.status).toBe(400);
    expect(sent.body.fields).toEqual({ amount: "Please enter multiplies of $15" });
    expect((await submit(person, change)).status).toBe(400);
    expect(await requestsOf(person)).toEqual([]);
    expect(await app.mailsTo(person.member.email)).toEqual([]);
  });

  test.each([15, 500, 1000, 1005, 9990])("but $%d is fine", async (amount) => {
    const person = await newcomer();
    expect((await askCode(person, changeOf(person, await proofOf(person), amount))).status).toBe(200);
  });
});

describe("a proof is refused", () => {
  test("when it is missing", async () => {
    const person = await newcomer();
    const { status, body } = await askCode(person, changeOf(person, ""));
    expect({ status, message: body.fields.proofImageUrl }).toEqual({
      status: 400,
      message: "Please add proof image",
    });
  });

  test.each([
    "/api/user/proofImage/00000000-0000-0000-0000-000000000000",
    "https://example.com/receipt.jpg",
    "/api/user/proofImage/../../x",
  ])("when it is made up: %s", async (proofImageUrl) => {
    const person = await newcomer();
    expect((await askCode(person, changeOf(person, proofImageUrl))).body.code).toBe("PROOF_UNUSABLE");
  });

  test("when it is another member's", async () => {
    const [mine, theirs] = [await newcomer(), await newcomer()];
    const change = changeOf(mine, await proofOf(theirs));
    expect((await askCode(mine, change)).body.code).toBe("PROOF_UNUSABLE");
  });

  test("when it was uploaded for something else", async () => {
    const person = await newcomer();
    const params = { userId: person.member.id, folder: "pan-proof-images" } as const;
    const { body } = await person.client.call(uploadPicture, { params, body: asFile(await photo()) });
    const change = changeOf(person, body.data.proofImageUrl);
    expect((await askCode(person, change)).body.code).toBe("PROOF_UNUSABLE");
  });

  test("when a request has used it, be the codes both right", async () => {
    const person = await newcomer();
    const proof = await proofOf(person);
    const [small, large] = [changeOf(person, proof, 15), changeOf(person, proof, 1000)];
    // Two sessions, so that both codes are valid at the same time.
    const other = { member: person.member, client: await signedIn(app, person.member) };
    await confirm(person, small);
    await confirm(other, large);
    const answers = await Promise.all([submit(person, small), submit(other, large)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(await requestsOf(person)).toHaveLength(1);
    app.time.advance(31 * second);
    expect((await askCode(person, small)).body.code).toBe("PROOF_UNUSABLE");
  });

  test("when a day has passed since it was sent, and no request used it", async () => {
    const person = await newcomer();
    const change = changeOf(person, await proofOf(person));
    app.time.advance(day + minute);
    await app.worker.drain();
    const client = await signedIn(app, person.member);
    expect((await askCode({ ...person, client }, change)).body.code).toBe("PROOF_UNUSABLE");
  });
});

test("a used proof stays for as long as its request", async () => {
  const person = await newcomer();
  await requested(person);
  app.time.advance(2 * day);
  await app.worker.drain();
  const [request] = await requestsOf(person);
  expect(await app.deps.files.read(request!.upload_id)).toBeDefined();
});

test("without a code, with another amount, or for somebody else no stake is requested", async () => {
  const person = await newcomer();
  const change = changeOf(person, await proofOf(person), 15);
  expect((await submit(person, change)).body.code).toBe("INVALID_OTP");
  await confirm(person, change);
  expect((await submit(person, { ...change, amount: 1000 })).body.code).toBe("INVALID_OTP");
  const other = { ...change, proofImageUrl: await proofOf(person) };
  expect((await submit(person, other)).body.code).toBe("INVALID_OTP");
  const stranger = await app.addMember();
  expect((await askCode(person, { ...change, refId: stranger.refId })).status).toBe(404);
  expect((await submit(person, { ...change, userId: stranger.id })).status).toBe(404);
  expect(await requestsOf(person)).toEqual([]);
});

test("32 taps at once with one key make one request and get one answer", async () => {
  const person = await newcomer();
  const change = changeOf(person, await proofOf(person));
  await confirm(person, change);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 32 }, () => submit(person, change, key)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await requestsOf(person)).toHaveLength(1);

  const reused = await submit(person, { ...change, amount: 15 }, key);
  expect(reused.body.code).toBe("IDEMPOTENCY_CONFLICT");
  const withoutKey = await person.client.send("POST", "/api/user/topupRequest/create", change);
  expect(withoutKey.status).toBe(400);
});

test("two tabs with a key each and one code make one request", async () => {
  const person = await newcomer();
  const change = changeOf(person, await proofOf(person));
  await confirm(person, change);
  const answers = await Promise.all([submit(person, change), submit(person, change)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await requestsOf(person)).toHaveLength(1);
});

test("an approval stakes at the price of its moment, counts in the legs above, and mails the member", async () => {
  const top = await newcomer({ name: "Top Member" });
  const person = await newcomer({ sponsor: top.member, side: "right" });
  const id = await requested(person, 150);
  await setPrice(400_000n);
  expect((await report(person)).data[0]?.amount).toBe(4_000_000);
  const { stakeId, principalFc } = await approve(id);
  expect(principalFc).toBe(4_000_000n * 10_000n);
  await setPrice(300_000n);

  expect((await report(person)).data[0]).toMatchObject({
    amount: 4_000_000,
    status: "A",
    respondedAt: expect.any(String),
  });
  expect(await stakedFc(person)).toBe(principalFc);
  const stake = await app.db
    .selectFrom("stakes")
    .innerJoin("prices", "prices.id", "stakes.price_id")
    .select(["prices.fc_for_15_usd", "stakes.entry_id", "stakes.principal_usd_cents"])
    .where("stakes.id", "=", stakeId)
    .executeTakeFirstOrThrow();
  expect(stake).toMatchObject({ fc_for_15_usd: 400_000n * 10_000n, principal_usd_cents: 15_000n });
  const entry = await app.db
    .selectFrom("ledger_entries")
    .select(["kind", "price_id"])
    .where("id", "=", stake.entry_id)
    .executeTakeFirstOrThrow();
  expect(entry.kind).toBe("stake_approved");
  expect(entry.price_id).not.toBeNull();

  const chart = await top.client.call(userChart, { params: { userId: top.member.id }, query: {} });
  expect(chart.body.output.attributes.right).toEqual({ users: 1, activeUsers: 1, businessUsd: 150 });
  const due = await app.db
    .selectFrom("direct_bonuses_due")
    .select("sponsor_id")
    .where("stake_id", "=", stakeId)
    .execute();
  expect(due).toEqual([{ sponsor_id: top.member.id }]);
  const mail = (await app.mailsTo(person.member.email)).at(-1);
  expect(mail?.subject).toBe("Your stake has started");
  expect(mail?.text).toContain("40,00,000 FC");

  const { body } = await person.client.call(contract.stakingInvestment, {
    params: { userId: person.member.id },
    query: {},
  });
  expect(body).toMatchObject({
    total: 1,
    data: [{ amount: 4_000_000, amountUsd: 150, cost: 400_000, status: "active", endedAt: null }],
  });
});

test("a second stake adds business and no second active member", async () => {
  const top = await newcomer();
  const person = await newcomer({ sponsor: top.member, side: "left" });
  for (const amount of [15, 30]) await approve(await requested(person, amount));
  const chart = await top.client.call(userChart, { params: { userId: top.member.id }, query: {} });
  expect(chart.body.output.attributes.left).toEqual({ users: 1, activeUsers: 1, businessUsd: 45 });
});

test("a rejection gives its reason, stakes nothing, and frees no proof", async () => {
  const person = await newcomer();
  const id = await requested(person);
  await expect(reject(id, "  ")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await reject(id, "The amount on the\nreceipt is another");
  const { data } = await report(person);
  expect(data[0]).toMatchObject({ status: "R", reason: "The amount on the receipt is another" });
  expect(await stakedFc(person)).toBe(0n);
  const mail = (await app.mailsTo(person.member.email)).at(-1);
  expect(mail?.subject).toBe("Your staking request was rejected");
  expect(mail?.text).toContain("The amount on the receipt is another");
  app.time.advance(31 * second);
  expect((await askCode(person, changeOf(person, data[0]!.proofImageUrl))).body.code).toBe("PROOF_UNUSABLE");
});

test("of decisions at once one wins, and there is one stake at most", async () => {
  const person = await newcomer();
  const id = await requested(person, 75);
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => approve(id)),
    ...Array.from({ length: 6 }, () => reject(id)),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "DECIDED_ALREADY" });
  }
  const stakes = await app.db.selectFrom("stakes").select("id").where("request_id", "=", id).execute();
  const [request] = await requestsOf(person);
  expect(stakes).toHaveLength(request?.status === "A" ? 1 : 0);
  await expect(approve(id)).rejects.toMatchObject({ code: "DECIDED_ALREADY" });
  await expect(reject(id)).rejects.toMatchObject({ code: "DECIDED_ALREADY" });
  await expect(approve(2_000_000_000)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("two requests of one member approved at once count the member once", async () => {
  const top = await newcomer();
  const person = await newcomer({ sponsor: top.member, side: "left" });
  const ids = [await requested(person, 15), await requested(person, 30)];
  await Promise.all(ids.map(approve));
  const chart = await top.client.call(userChart, { params: { userId: top.member.id }, query: {} });
  expect(chart.body.output.attributes.left).toEqual({ users: 1, activeUsers: 1, businessUsd: 45 });
  expect(await stakedFc(person)).toBe(3n * 300_000n * 10_000n);
});

test("the report is filtered, sorted, paged and exported; another member's rows are not in it", async () => {
  const [person, stranger] = [await newcomer({ name: "Meera Nair" }), await newcomer()];
  const [first, second_, third] = [
    await requested(person, 30),
    await requested(person, 15),
    await requested(person, 45),
  ];
  await requested(stranger);
  await approve(first);
  await reject(second_);
  const ids = async (query: object) => (await report(person, query)).data.map(({ id }) => id);
  expect(await ids({})).toEqual([third, second_, first]);
  expect(await ids({ sort: "amount", order: "asc" })).toEqual([second_, first, third]);
  expect(await ids({ status: "P" })).toEqual([third]);
  expect(await ids({ page: 2, size: 2 })).toEqual([first]);
  expect(await ids({ to: "2020-01-01" })).toEqual([]);
  const params = { userId: person.member.id };
  expect(
    (await person.client.call(contract.stakingReport, { params, query: { sort: "reason" as never } })).status,
  ).toBe(400);
  const file = await person.client.call(contract.stakingReportCsv, { params, query: {} });
  const lines = (file.body as string).trim().split("\r\n");
  expect(lines[0]).toContain("S.no,ID,Name,Coin (FC),Status,Approved Date");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe(`1,${person.member.refId},Meera Nair,900000,Pending,`);
  expect(lines[3]).toMatch(/^3,\w+,Meera Nair,600000,Accepted,2026-11-\d\d \d\d:\d\d:\d\d$/);
  const investment = await person.client.call(contract.stakingInvestmentCsv, { params, query: {} });
  expect((investment.body as string).trim().split("\r\n")).toHaveLength(2);
});

test("the payment details are those of the settings", async () => {
  const { client } = await newcomer();
  const { body } = await client.call(contract.paymentDetails, {});
  expect(body.proofImageQuality).toBe(0.2);
  expect(body.data).toMatchObject({ coinToken: "FC", coinNetwork: "BEP20" });
});

test("after all this the ledger is whole", async () => {
  const { differences, entries } = await verify(app.databaseUrl, { secretKey: app.deps.secretKey });
  expect(differences).toEqual([]);
  expect(entries).toBeGreaterThan(0n);
});
