import { getBankDetails, updateBankDetails } from "@fc/contract/bank/portal";
import {
  approveKyc,
  consoleKycCases,
  openKycCase,
  rejectKyc,
  renewKyc,
  type QueuedKycCase,
} from "@fc/contract/kyc/console";
import { ownKyc } from "@fc/contract/kyc/portal";
import { consoleMember } from "@fc/contract/members/console";
import { notifications } from "@fc/contract/notifications/portal";
import { sendOtp } from "@fc/contract/otp/portal";
import { createPanRecord, getPanRecord } from "@fc/contract/pan/portal";
import { memberEvents } from "@fc/contract/security/portal";
import { uploadPicture, type UploadFolder } from "@fc/contract/uploads/portal";
import { requestWithdrawal, withdrawState } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, fund, giveAddress, giveStake, longAgo, setPrice, setSetting } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let support: TestClient;
let colleague: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  [support, colleague] = [await operatorSignedIn(app, "support"), await operatorSignedIn(app, "admin")];
});
afterAll(() => app.stop());

interface Person {
  member: TestMember;
  client: TestClient;
}

async function person(): Promise<Person> {
  const member = await app.addMember();
  return { member, client: await signedIn(app, member) };
}

async function pictureOf({ member, client }: Person, folder: UploadFolder): Promise<string> {
  const params = { userId: member.id, folder };
  return (await client.call(uploadPicture, { params, body: asFile(await photo()) })).body.data.proofImageUrl;
}

const account = {
  accountNumber: "001234567890",
  ifscCode: "HDFC0000001",
  branch: "NARIMAN PT",
  bankName: "HDFC Bank",
};

async function giveBank({ member, client }: Person, values: object = {}) {
  const change = { userId: member.id, ...account, ...values };
  await confirm(app, client, member, { purpose: "bank", change });
  return client.call(updateBankDetails, { body: change });
}

async function givePan(owner: Person, panNumber: string) {
  const panImageUrl = await pictureOf(owner, "pan-proof-images");
  const change = { userId: owner.member.id, nameInPan: "ASHA VERMA", panNumber, panImageUrl };
  await confirm(app, owner.client, owner.member, { purpose: "pan", change });
  return owner.client.call(createPanRecord, { body: change });
}

async function casesOf({ refId }: TestMember, status?: QueuedKycCase["state"]): Promise<QueuedKycCase[]> {
  const query = { search: refId, ...(status && { status }) };
  return (await support.call(consoleKycCases, { query })).body.data;
}

async function caseOf(member: TestMember, part: QueuedKycCase["part"]): Promise<QueuedKycCase> {
  return (await casesOf(member)).find((each) => each.part === part)!;
}

const approve = (by: TestClient, { id, version }: QueuedKycCase) =>
  by.call(approveKyc, { params: { id }, body: { version } });
const reject = (by: TestClient, { id, version }: QueuedKycCase, reason = "The picture cannot be read") =>
  by.call(rejectKyc, { params: { id }, body: { version, reason } });
const statesOf = async ({ member, client }: Person) =>
  (await client.call(ownKyc, { params: { userId: member.id } })).body.data;
const newestNews = async ({ member, client }: Person) =>
  (await client.call(notifications, { params: { userId: member.id }, query: {} })).body.data;

test("bank details with a picture wait in the queue, are approved, and the member is told in feed and mail", async () => {
  const owner = await person();
  const bankImageUrl = await pictureOf(owner, "bank-proof-images");
  expect((await giveBank(owner, { bankImageUrl })).status).toBe(200);
  const { body } = await owner.client.call(getBankDetails, { params: { userId: owner.member.id } });
  expect(body.data).toEqual({ ...account, accountNumber: "•••• 7890", bankImageUrl });
  expect(await statesOf(owner)).toEqual({ bank: { state: "submitted", reason: null } });

  const waiting = await caseOf(owner.member, "bank");
  expect(waiting).toMatchObject({ state: "submitted", version: 1, decidedBy: null });
  const opened = await support.call(openKycCase, { params: { id: waiting.id } });
  expect(opened.body.data.shown.bank).toMatchObject({ accountNumber: account.accountNumber, alsoUsedBy: [] });
  expect((await fetch(`${app.url}${opened.body.data.shown.bank.proofUrl}`)).status).toBe(200);

  expect((await approve(support, waiting)).status).toBe(200);
  expect(await statesOf(owner)).toEqual({ bank: { state: "approved", reason: null } });
  expect((await newestNews(owner))[0]).toMatchObject({ kind: "kyc-approved", data: { part: "bank" } });
  expect((await app.mailsTo(owner.member.email)).at(-1)?.subject).toBe("Your bank details were approved");
});

test("opening a case is in the log and on the member's Security page, once for the hour of work", async () => {
  const owner = await person();
  await giveBank(owner, { accountNumber: "001234567801" });
  const { id } = await caseOf(owner.member, "bank");
  for (const _ of [1, 2]) expect((await support.call(openKycCase, { params: { id } })).status).toBe(200);
  const { body } = await support.call(consoleMember, { params: { refId: owner.member.refId } });
  const lines = body.data.log.filter(({ action }: { action: string }) => action === "member/read-kyc");
  expect(lines).toHaveLength(1);
  expect(body.data.kycStates).toEqual({ bank: "submitted" });
  const events = await owner.client.call(memberEvents, { params: { userId: owner.member.id }, query: {} });
  expect(JSON.stringify(events.body)).toContain("kyc-read");
});

test("of two operators who decide the same case one wins, and the other is told who was first", async () => {
  const owner = await person();
  await giveBank(owner, { accountNumber: "001234567802" });
  const waiting = await caseOf(owner.member, "bank");
  const answers = await Promise.all([approve(support, waiting), reject(colleague, waiting)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const second = answers.find(({ status }) => status === 409)!;
  expect(second.body).toMatchObject({
    code: "DECIDED_ALREADY",
    fields: { by: expect.stringMatching(/^The /) },
  });
  const kinds = (await newestNews(owner)).map(({ kind }: { kind: string }) => kind);
  expect(kinds.filter((kind: string) => kind.startsWith("kyc-"))).toHaveLength(1);
});

test("a change by the member makes the case submitted again, and ends a decision about the data before", async () => {
  const owner = await person();
  await giveBank(owner, { accountNumber: "001234567803" });
  const seen = await caseOf(owner.member, "bank");
  await giveBank(owner, { accountNumber: "001234567804" });
  expect((await approve(support, seen)).body.code).toBe("KYC_CHANGED");
  const now = await caseOf(owner.member, "bank");
  expect(now).toMatchObject({ id: seen.id, state: "submitted", version: 2 });
  expect((await approve(support, now)).status).toBe(200);
  await giveBank(owner, { accountNumber: "001234567805" });
  expect(await statesOf(owner)).toEqual({ bank: { state: "submitted", reason: null } });
});

test("a rejected PAN is entered again, once, and the one from before stays on record", async () => {
  const owner = await person();
  expect((await givePan(owner, "ABCPE1234F")).status).toBe(200);
  expect((await reject(support, await caseOf(owner.member, "pan"))).status).toBe(200);
  expect(await statesOf(owner)).toEqual({ pan: { state: "rejected", reason: "The picture cannot be read" } });
  expect((await app.mailsTo(owner.member.email)).at(-1)?.text).toContain("The picture cannot be read");

  expect((await givePan(owner, "ABCPE1234G")).status).toBe(200);
  const { body } = await owner.client.call(getPanRecord, { params: { userId: owner.member.id } });
  expect(body.data.panNumber).toBe("ABCPE1234G");
  const again = await caseOf(owner.member, "pan");
  expect(again).toMatchObject({ state: "submitted", version: 2, reason: null });
  const opened = await support.call(openKycCase, { params: { id: again.id } });
  expect(opened.body.data.shown.pan.earlier).toEqual([expect.objectContaining({ panNumber: "ABCPE1234F" })]);
  await expect(givePan(owner, "ABCPE1234H")).rejects.toThrow("ONE_TIME_ONLY");
});

test("what was approved can be asked for again; the same bank details are then accepted once more", async () => {
  const owner = await person();
  await giveBank(owner, { accountNumber: "001234567806" });
  const first = await caseOf(owner.member, "bank");
  const renewal = { params: { id: first.id }, body: { version: 1, reason: "The account was closed" } };
  expect((await support.call(renewKyc, renewal)).body.code).toBe("DECIDED_ALREADY");
  await approve(support, first);
  expect((await support.call(renewKyc, renewal)).status).toBe(200);
  expect((await casesOf(owner.member, "renew"))[0]).toMatchObject({ reason: "The account was closed" });
  expect((await giveBank(owner, { accountNumber: "001234567806" })).status).toBe(200);
  expect(await statesOf(owner)).toEqual({ bank: { state: "submitted", reason: null } });
});

test("a picture of another member or for another purpose is refused as passbook", async () => {
  const [owner, stranger] = [await person(), await person()];
  for (const bankImageUrl of [
    await pictureOf(stranger, "bank-proof-images"),
    await pictureOf(owner, "pan-proof-images"),
  ]) {
    app.time.advance(31_000);
    const change = { userId: owner.member.id, ...account, bankImageUrl };
    const answer = await owner.client.call(sendOtp, {
      params: { userId: owner.member.id },
      body: { purpose: "bank", change },
    });
    expect(answer.body.code).toBe("PROOF_UNUSABLE");
  }
});

test("by setting, what is withdrawn within some days above an amount needs approved PAN and bank details; by default nothing does", async () => {
  const owner = await person();
  const { member, client } = owner;
  const since = longAgo(app.time.now);
  await setPrice(app.db, 100, since);
  await giveStake(app.db, member, since);
  await fund(app.db, member, { earning: 40_000_000 }, since);
  await giveAddress(app.db, member, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", since);
  await app.db
    .updateTable("members")
    .set({ withdrawals_held_until: null })
    .where("id", "=", member.id)
    .execute();
  const withdraw = async (amount: number) => {
    const change = { userId: member.id, amount, currencyType: "coin" } as const;
    app.time.advance(31_000);
    const body = { purpose: "withdraw", change } as const;
    const sent = await client.call(sendOtp, { params: { userId: member.id }, body });
    if (sent.status !== 200) return sent.body.code;
    await confirm(app, client, member, body);
    return (await client.call(requestWithdrawal, { body: change })).status;
  };
  const stateOf = async () => (await client.call(withdrawState, { params: { userId: member.id } })).body.data;
  const aboveFc = async () => (await stateOf()).kycAboveFc;
  expect(await aboveFc()).toBeNull();
  expect(await withdraw(7_000_001)).toBe(200);

  await setSetting(app.databaseUrl, "kyc", { isNeeded: true, neededAboveFc: 7_000_000 });
  // What was withdrawn before counts, however it was split.
  expect(await aboveFc()).toBe(0);
  expect(await withdraw(5_000_000)).toBe("KYC_NEEDED");
  await setSetting(app.databaseUrl, "kyc", { isNeeded: true, neededAboveFc: 14_000_001 });
  expect(await stateOf()).toMatchObject({
    kycAboveFc: 7_000_000,
    kycPeriod: { days: 30, limitFc: 14_000_001 },
  });
  expect(await withdraw(7_000_002)).toBe("KYC_NEEDED");
  expect(await withdraw(7_000_000)).toBe(200);
  expect(await withdraw(5_000_000)).toBe("KYC_NEEDED");
  await giveBank(owner, { accountNumber: "001234567807" });
  await approve(support, await caseOf(member, "bank"));
  expect(await withdraw(7_000_002)).toBe("KYC_NEEDED");
  await givePan(owner, "ABCPE1234K");
  await approve(support, await caseOf(member, "pan"));
  expect(await aboveFc()).toBeNull();
  expect(await withdraw(7_000_002)).toBe(200);
  await setSetting(app.databaseUrl, "kyc", {});
});
