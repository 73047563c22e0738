import { updateBankDetails } from "@fc/contract/bank/portal";
import { freezeAccount, readFreezeLink } from "@fc/contract/freeze/portal";
import { forgotPassword } from "@fc/contract/login/portal";
import { session } from "@fc/contract/login/session";
import { consoleMember } from "@fc/contract/members/console";
import { blockMember, resetAccess, unblockMember } from "@fc/contract/members/console-actions";
import { consoleToday } from "@fc/contract/today/console";
import { sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import * as withdrawals from "@fc/contract/withdraw/console";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { day, minute } from "../../platform/clock.ts";
import { confirm, fund, giveAddress, giveStake, longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { coinAddress, withdrawCoins } from "../../testing/withdrawals.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  TestClient,
  type TestApp,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let support: TestClient;
let member: TestMember;
let thief: TestClient;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  support = await operatorSignedIn(app, "support");
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
afterAll(() => app.stop());
beforeEach(async () => {
  // Somebody is signed in as the member and changes where money goes; the member reads the mail.
  member = await app.addMember({ name: "Asha Verma" });
  thief = await signedIn(app, member);
  token = await linkAfterChange("120034005600");
});

const bank = { ifscCode: "HDFC0000001", branch: "TULSIANI CHMBRS - NARIMAN PT", bankName: "HDFC Bank" };

/** The end of the link in the mail about new bank details. */
async function linkAfterChange(accountNumber: string): Promise<string> {
  const change = { userId: member.id, accountNumber, ...bank };
  await confirm(app, thief, member, { purpose: "bank", change });
  await thief.call(updateBankDetails, { body: change });
  const { text } = (await app.mailsTo(member.email)).at(-1)!;
  return /This was not me:\nhttp:\/\/localhost\/not-me\/(\S+)/.exec(text)![1]!;
}

const stranger = (ip?: string) => new TestClient(app, ip);
const read = () => stranger().call(readFreezeLink, { params: { token } });
const freeze = () => stranger().call(freezeAccount, { params: { token } });
const unblock = () =>
  support.call(unblockMember, { params: { refId: member.refId }, body: { reason: "We spoke on the phone" } });
const isSignedIn = async () => (await thief.call(session, {})).status === 200;

test("reading the link changes nothing, however often; pressing the button freezes without a login", async () => {
  for (let at = 0; at < 3; at++) {
    expect((await read()).body.data).toEqual({
      refId: member.refId,
      mailedAt: app.time.now.toISOString(),
      state: "open",
    });
  }
  expect(await isSignedIn()).toBe(true);
  const browser = stranger();
  expect((await browser.call(freezeAccount, { params: { token } })).body.data.state).toBe("frozen");
  expect(browser.cookies.size).toBe(0);
  expect((await read()).body.data.state).toBe("frozen");
  // A second press is the same, and is mailed once.
  expect((await freeze()).status).toBe(200);
  const subjects = (await app.mailsTo(member.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("frozen"))).toHaveLength(1);
});

test("a frozen account: no session, no code, no temporary password, and the login says what to do", async () => {
  const forgotten = await stranger().call(forgotPassword, { body: { refId: member.refId } });
  expect(forgotten.status).toBe(200);
  await app.worker.drain();
  const temporary = /Your temporary password is (\S+)/.exec(
    (await app.mailsTo(member.email)).at(-1)!.text,
  )![1]!;
  const change = { userId: member.id, accountNumber: "999999999", ...bank };
  const send = () =>
    thief.call(sendOtp, { params: { userId: member.id }, body: { purpose: "bank", change } });
  app.time.advance(minute);
  expect((await send()).status).toBe(200);
  const code = await newestCode(app, member);
  await freeze();
  expect(await isSignedIn()).toBe(false);
  expect((await send()).status).toBe(401);
  expect((await thief.call(verifyOtp, { params: { userId: member.id, otp: code }, query: {} })).status).toBe(
    401,
  );
  expect((await stranger().logIn(member.refId)).body).toMatchObject({
    code: "ACCOUNT_FROZEN",
    message: expect.stringContaining("Please write to support"),
  });
  expect((await stranger().logIn(member.refId, temporary)).body.isAuth).toBe(false);
  expect((await stranger().logIn(member.refId, "a wrong password")).body.isAuth).toBe(false);
  const mails = (await app.mailsTo(member.email)).length;
  await stranger().call(forgotPassword, { body: { refId: member.refId } });
  await app.worker.drain();
  expect(await app.mailsTo(member.email)).toHaveLength(mails);
});

describe("support", () => {
  const today = async () => (await support.call(consoleToday, {})).body.data.queues.frozen;

  test("sees it on Today and on the member's page, opens the account with a log line and a mail", async () => {
    const before = (await today()).count;
    await freeze();
    expect(await today()).toMatchObject({ count: before + 1 });
    const page = async () =>
      (await support.call(consoleMember, { params: { refId: member.refId } })).body.data;
    expect((await page()).status).toBe("frozen");
    expect((await page()).changes[0]).toMatchObject({
      kind: "frozen",
      detail: expect.stringMatching(/^Your FC Portal bank details were changed, .* IST$/),
    });
    expect((await unblock()).status).toBe(200);
    expect((await today()).count).toBe(before);
    expect(await page()).toMatchObject({
      status: "active",
      log: [{ action: "member/unblock" }],
    });
    expect((await app.mailsTo(member.email)).at(-1)?.subject).toBe("Your FC Portal account was unblocked");
    expect((await stranger().logIn(member.refId)).body.isAuth).toBe(true);
  });

  test("can reset the access before it opens the account, so that a known password never works again", async () => {
    await freeze();
    const body = { reason: "Somebody knew it", turnOffAuthenticator: false, lastReset: null };
    expect((await support.call(resetAccess, { params: { refId: member.refId }, body })).status).toBe(200);
    await unblock();
    expect((await stranger().logIn(member.refId)).body.isAuth).toBe(false);
  });

  test("has looked: links from before do nothing any more, a link of a later mail does", async () => {
    await freeze();
    app.time.advance(minute);
    await unblock();
    expect((await read()).body.data.state).toBe("closed");
    expect((await freeze()).body.code).toBe("FREEZE_LINK_GONE");
    thief = await signedIn(app, member);
    app.time.advance(minute);
    token = await linkAfterChange("445500660077");
    expect((await freeze()).body.data.state).toBe("frozen");
  });
});

async function requestedByThief(): Promise<number> {
  const since = longAgo(app.time.now);
  await giveStake(app.db, member, since);
  await giveAddress(app.db, member, coinAddress, since);
  await fund(app.db, member, { staking: 300_000_000 }, since);
  return withdrawCoins(app, thief, member, 8_000_000);
}

test("a pending withdrawal is not paid while the account is frozen, keeps its coins, and is paid afterwards", async () => {
  const finance = await operatorSignedIn(app, "finance");
  const id = await requestedByThief();
  const listed = async () =>
    (await finance.call(withdrawals.consoleWithdrawals, { query: { status: "P" } })).body.data.find(
      (row: { id: number }) => row.id === id,
    );
  expect(await listed()).toMatchObject({ memberStatus: "active" });
  await freeze();
  expect(await listed()).toMatchObject({ memberStatus: "frozen" });
  const { net } = await listed();
  const start = () => finance.call(withdrawals.startPaying, { params: { id }, body: { from: null } });
  const accept = () =>
    finance.call(withdrawals.acceptWithdrawal, {
      params: { id },
      body: { transactionId: `0x${id.toString(16).padStart(64, "0")}`, net },
    });
  expect((await start()).body.code).toBe("MEMBER_NOT_ACTIVE");
  expect((await accept()).body.code).toBe("MEMBER_NOT_ACTIVE");
  const reason = "Somebody else was signed in";
  await support.call(blockMember, { params: { refId: member.refId }, body: { reason } });
  expect((await start()).body.code).toBe("MEMBER_NOT_ACTIVE");
  const file = await finance.call(withdrawals.paymentBatch, {});
  expect(JSON.stringify(file.body)).not.toContain(member.refId);
  await unblock();
  expect((await start()).status).toBe(200);
  expect((await accept()).status).toBe(200);
});

test("what was being paid when the account was frozen is still recorded as paid", async () => {
  const finance = await operatorSignedIn(app, "finance");
  const id = await requestedByThief();
  const { net } = (await finance.call(withdrawals.consoleWithdrawal, { params: { id } })).body.data;
  await finance.call(withdrawals.startPaying, { params: { id }, body: { from: null } });
  await freeze();
  const body = { transactionId: `0x${id.toString(16).padStart(64, "f")}`, net };
  expect((await finance.call(withdrawals.acceptWithdrawal, { params: { id }, body })).status).toBe(200);
});

test("a link of another member, a changed one or one that is too old is refused", async () => {
  const other = await app.addMember();
  const [, written, signature] = /^\w+-(\w+)-(.+)$/.exec(token)!;
  for (const forged of [
    `${other.refId}-${written}-${signature}`,
    `${member.refId}-${written}x-${signature}`,
    `${member.refId}-${written}-`,
    "x",
  ]) {
    const answer = await stranger().call(freezeAccount, { params: { token: forged } });
    expect(answer.body.code).toBe("FREEZE_LINK_GONE");
  }
  app.time.advance(31 * day);
  expect((await read()).body.code).toBe("FREEZE_LINK_GONE");
  expect((await freeze()).body.code).toBe("FREEZE_LINK_GONE");
});

test("links cannot be tried without end from one network", async () => {
  const guesser = stranger("192.0.2.99");
  const tried = Array.from({ length: 61 }, () => guesser.call(readFreezeLink, { params: { token: "x" } }));
  const codes = (await Promise.all(tried)).map(({ body }) => body.code);
  expect(codes.filter((code) => code === "TOO_MANY_REQUESTS")).toHaveLength(1);
});
