import * as contract from "@fc/contract/staking/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { day, minute, second } from "../../platform/clock.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { setPrice } from "../../testing/money.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import {
  approveStake,
  askStakeCode,
  confirmStake,
  newcomer,
  proofOf,
  rejectStake,
  requestedStake,
  stakedFc,
  stakeOf,
  stakingReportOf,
  stakingRequestsOf,
  submitStake,
} from "../../testing/staking-requests.ts";
import { signedIn, startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 300_000, app.time.now);
});
afterAll(() => stopWithBooksRight(app));
beforeEach(() => app.time.advance(second));

test("a member requests a stake with a proof and a code; it is pending and moves nothing", async () => {
  const person = await newcomer(app);
  const change = stakeOf(person, await proofOf(person), 500);
  await confirmStake(app, person, change);
  const mail = (await app.mailsTo(person.member.email)).at(-1);
  expect(mail?.subject).toContain("confirm your staking request");
  expect(mail?.text).toContain("$500");
  const answer = await submitStake(person, change);
  expect(answer).toMatchObject({ status: 200, body: { message: "Stacking Request sent" } });

  const { data, total } = await stakingReportOf(person);
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
  expect(await stakedFc(app, person)).toBe(0n);
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
    const person = await newcomer(app);
    const change = stakeOf(person, await proofOf(person), amount);
    const sent = await askStakeCode(person, change);
    expect(sent.status).toBe(400);
    expect(sent.body.fields).toEqual({ amount: "Please enter multiplies of $15" });
    expect((await submitStake(person, change)).status).toBe(400);
    expect(await stakingRequestsOf(app, person)).toEqual([]);
    expect(await app.mailsTo(person.member.email)).toEqual([]);
  });

  test.each([15, 500, 1000, 1005, 9990])("but $%d is fine", async (amount) => {
    const person = await newcomer(app);
    expect((await askStakeCode(person, stakeOf(person, await proofOf(person), amount))).status).toBe(200);
  });
});

describe("a proof is refused", () => {
  test("when it is missing", async () => {
    const person = await newcomer(app);
    const { status, body } = await askStakeCode(person, stakeOf(person, ""));
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
    const person = await newcomer(app);
    expect((await askStakeCode(person, stakeOf(person, proofImageUrl))).body.code).toBe("PROOF_UNUSABLE");
  });

  test("when it is another member's", async () => {
    const [mine, theirs] = [await newcomer(app), await newcomer(app)];
    const change = stakeOf(mine, await proofOf(theirs));
    expect((await askStakeCode(mine, change)).body.code).toBe("PROOF_UNUSABLE");
  });

  test("when it was uploaded for something else", async () => {
    const person = await newcomer(app);
    const params = { userId: person.member.id, folder: "pan-proof-images" } as const;
    const { body } = await person.client.call(uploadPicture, { params, body: asFile(await photo()) });
    const change = stakeOf(person, body.data.proofImageUrl);
    expect((await askStakeCode(person, change)).body.code).toBe("PROOF_UNUSABLE");
  });

  test("when a request has used it, be the codes both right", async () => {
    const person = await newcomer(app);
    const proof = await proofOf(person);
    const [small, large] = [stakeOf(person, proof, 15), stakeOf(person, proof, 1000)];
    // Two sessions, so that both codes are valid at the same time.
    const other = { member: person.member, client: await signedIn(app, person.member) };
    await confirmStake(app, person, small);
    await confirmStake(app, other, large);
    const answers = await Promise.all([submitStake(person, small), submitStake(other, large)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(await stakingRequestsOf(app, person)).toHaveLength(1);
    app.time.advance(31 * second);
    expect((await askStakeCode(person, small)).body.code).toBe("PROOF_UNUSABLE");
  });

  test("when a day has passed since it was sent, and no request used it", async () => {
    const person = await newcomer(app);
    const change = stakeOf(person, await proofOf(person));
    app.time.advance(day + minute);
    await app.worker.drain();
    const client = await signedIn(app, person.member);
    expect((await askStakeCode({ ...person, client }, change)).body.code).toBe("PROOF_UNUSABLE");
  });
});

test("a used proof stays for as long as its request", async () => {
  const person = await newcomer(app);
  await requestedStake(app, person);
  app.time.advance(2 * day);
  await app.worker.drain();
  const [request] = await stakingRequestsOf(app, person);
  expect(await app.deps.files.read(request!.upload_id)).toBeDefined();
});

test("without a code, with another amount, or for somebody else no stake is requested", async () => {
  const person = await newcomer(app);
  const change = stakeOf(person, await proofOf(person), 15);
  expect((await submitStake(person, change)).body.code).toBe("INVALID_OTP");
  await confirmStake(app, person, change);
  expect((await submitStake(person, { ...change, amount: 1000 })).body.code).toBe("INVALID_OTP");
  const other = { ...change, proofImageUrl: await proofOf(person) };
  expect((await submitStake(person, other)).body.code).toBe("INVALID_OTP");
  const stranger = await app.addMember();
  expect((await askStakeCode(person, { ...change, refId: stranger.refId })).status).toBe(404);
  expect((await submitStake(person, { ...change, userId: stranger.id })).status).toBe(404);
  expect(await stakingRequestsOf(app, person)).toEqual([]);
});

test("32 taps at once with one key make one request and get one answer", async () => {
  const person = await newcomer(app);
  const change = stakeOf(person, await proofOf(person));
  await confirmStake(app, person, change);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 32 }, () => submitStake(person, change, key)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await stakingRequestsOf(app, person)).toHaveLength(1);

  const reused = await submitStake(person, { ...change, amount: 15 }, key);
  expect(reused.body.code).toBe("IDEMPOTENCY_CONFLICT");
  const withoutKey = await person.client.send("POST", "/api/user/topupRequest/create", change);
  expect(withoutKey.status).toBe(400);
});

test("two tabs with a key each and one code make one request", async () => {
  const person = await newcomer(app);
  const change = stakeOf(person, await proofOf(person));
  await confirmStake(app, person, change);
  const answers = await Promise.all([submitStake(person, change), submitStake(person, change)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await stakingRequestsOf(app, person)).toHaveLength(1);
});

test("the report is filtered, sorted, paged and exported; another member's rows are not in it", async () => {
  const [person, stranger] = [await newcomer(app, { name: "Meera Nair" }), await newcomer(app)];
  const [first, second_, third] = [
    await requestedStake(app, person, 30),
    await requestedStake(app, person, 15),
    await requestedStake(app, person, 45),
  ];
  await requestedStake(app, stranger);
  await approveStake(app, first);
  await rejectStake(app, second_);
  const ids = async (query: object) => (await stakingReportOf(person, query)).data.map(({ id }) => id);
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
  const { client } = await newcomer(app);
  const { body } = await client.call(contract.paymentDetails, {});
  expect(body.proofImageQuality).toBe(0.2);
  expect(body.data).toMatchObject({ coinToken: "FC", coinNetwork: "BEP20" });
});
