import { closeAccount, getClosure, keepAccount } from "@fc/contract/closure/portal";
import { blockMember, unblockMember } from "@fc/contract/members/console-actions";
import { consoleMember } from "@fc/contract/members/console";
import { proposeEmail } from "@fc/contract/members/console-corrections";
import { chooseLinkPreference, directReferrals } from "@fc/contract/referrals/portal";
import { preferredSide } from "@fc/contract/registration/portal-later";
import { session } from "@fc/contract/login/session";
import { forgotPassword } from "@fc/contract/login/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verify as verifyLedger } from "../../core/ledger/verify.ts";
import { verify as verifyNetwork } from "../../core/network/verify.ts";
import { isEmailFree } from "../../core/members/emails.ts";
import { after, day } from "../../platform/clock.ts";
import {
  coins,
  confirm,
  devices,
  fund,
  giveAddress,
  giveStake,
  setPrice,
  setSetting,
} from "../../testing/money.ts";
import { passTime } from "../../testing/closures.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { stakeNow } from "../../testing/plan/stakes.ts";
import { closeAccountsTask } from "./task.ts";

let app: TestApp;
let sponsor: TestMember;
let member: TestMember;
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 15, app.time.now);
  sponsor = await app.addMember({ name: "Sunita Rao" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma", sponsor });
  client = await signedIn(app, member);
});

const purpose = "close-account";
const figures = async () =>
  (await client.call(getClosure, { params: { userId: member.id } })).body.data as Record<string, never>;
const bodyOf = async () => {
  const { leftFc, lockedFc } = await figures();
  return { userId: member.id, leftFc: Number(leftFc), lockedFc: Number(lockedFc) };
};
const ask = (body: { userId: number; leftFc: number; lockedFc: number }, as = client) =>
  as.call(closeAccount, { body });
async function asked(): Promise<void> {
  const body = await bodyOf();
  await confirm(app, client, member, { purpose, change: body });
  expect((await ask(body)).status).toBe(200);
}
const run = () => closeAccountsTask(app.deps).run({});
const pass = (ms: number) => passTime(app, ms);
const rowOf = () =>
  app.db
    .selectFrom("members")
    .select(["name", "email", "status", "phone", "password_hash"])
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();

test("an account is closed after the waiting time, erased under its number, and the books still hold", async () => {
  await giveStake(app.db, member, app.time.now);
  await fund(app.db, member, { transfer: 7 }, app.time.now);
  await giveAddress(app.db, member, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", app.time.now);
  const params = { userId: member.id, folder: "stacking-verification-images" } as const;
  const { body: picture } = await client.call(uploadPicture, { params, body: asFile(await photo()) });
  const { lockedFc, leftFc } = await figures();
  expect(Number(lockedFc)).toBeGreaterThan(0);
  expect(leftFc).toBe(7);
  await asked();
  expect((await figures())["asked"]).toMatchObject({ dueAt: expect.any(String) });

  // Until then nothing is erased, and the member goes on.
  await run();
  expect(await rowOf()).toMatchObject({ name: "Asha Verma", status: "active" });
  await pass(15 * day);
  await run();
  expect(await rowOf()).toMatchObject({
    name: "Closed account",
    status: "closed",
    phone: "",
    password_hash: null,
  });
  expect(await isEmailFree(app.db, member.email)).toBe(true);
  for (const table of ["sessions", "known_devices", "member_events", "coin_addresses", "otp_grants"]) {
    const { rows } = await sql.raw(`select 1 from ${table} where member_id = ${member.id}`).execute(app.db);
    expect(rows, table).toEqual([]);
  }
  const id = /[\da-f-]{36}/.exec(picture.data.proofImageUrl)![0];
  expect(await app.deps.files.read(id)).toBeUndefined();

  // What others see: the number, and that it is closed.
  const above = await signedIn(app, sponsor);
  const list = await above.call(directReferrals, { params: { userId: sponsor.id }, query: {} });
  expect(JSON.stringify(list.body)).toContain("Closed account");
  expect(JSON.stringify(list.body)).not.toContain("Asha Verma");
  const operator = await operatorSignedIn(app, "support");
  const page = await operator.call(consoleMember, { params: { refId: member.refId } });
  for (const act of [blockMember, unblockMember]) {
    const refused = await operator.call(act, { params: { refId: member.refId }, body: { reason: "Test" } });
    expect(refused.body.code).toBe("MEMBER_CLOSED");
  }
  expect(page.body.data).toMatchObject({ status: "closed", closure: { state: "closed", leftFc: 7 } });

  expect((await verifyLedger(app.databaseUrl)).differences).toEqual([]);
  expect((await verifyNetwork(app.databaseUrl, { repair: false })).differences).toEqual([]);
});

test("the daily seal by mail ends with the account, and nobody is placed by its third link any more", async () => {
  const subscribe = (email: string) =>
    sql`insert into anchor_subscribers (email, language, asked_at, confirmed_at)
      values (lower(${email}), 'en', ${app.time.now}, ${app.time.now})`.execute(app.db);
  const subscribers = async () =>
    (await app.db.selectFrom("anchor_subscribers").select("email").orderBy("id").execute()).map(
      ({ email }) => email,
    );
  await subscribe(member.email);
  await subscribe("somebody@example.com");
  const body = { userId: member.id, preference: "members" as const };
  await client.call(chooseLinkPreference, { body });
  const link = () => new TestClient(app).call(preferredSide, { params: { refId: member.refId } });
  expect((await link()).status).toBe(200);
  await asked();
  await pass(15 * day);
  await run();
  expect(await subscribers()).toEqual(["somebody@example.com"]);
  expect((await link()).status).toBe(404);
  const { link_preference } = await app.db
    .selectFrom("members")
    .select("link_preference")
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(link_preference).toBeNull();
});

test("the address of the last mail goes when it was sent, and no correction brings the member back", async () => {
  await operatorSignedIn(app, "support");
  await sql`insert into corrections (member_id, change, reason, proposed_by, proposed_at)
    select ${member.id}, '{"kind":"pan","nameInPan":"ASHA VERMA"}', 'Typing error', max(id), ${app.time.now}
    from operators`.execute(app.db);
  await asked();
  await pass(15 * day);
  await run();
  const lastMail = () =>
    app.db
      .selectFrom("closures")
      .innerJoin("mails", "mails.id", "closures.last_mail_id")
      .select(["mails.recipient", "mails.subject"])
      .where("closures.member_id", "=", member.id)
      .executeTakeFirstOrThrow();
  expect((await lastMail()).recipient).toBe(member.email);
  await sql`update mails set sent_at = ${app.time.now}, content = null where recipient = ${member.email}`.execute(
    app.db,
  );
  await run();
  expect(await lastMail()).toEqual({ recipient: "erased", subject: "" });

  const open = await app.db
    .selectFrom("corrections")
    .select(["status", "refusal"])
    .where("member_id", "=", member.id)
    .execute();
  expect(open).toEqual([{ status: "R", refusal: "The account was closed" }]);
  const later = await operatorSignedIn(app, "support");
  const refused = await later.call(proposeEmail, {
    params: { refId: member.refId },
    body: { newEmail: `again-${member.id}@example.com`, asked: ["dob", "sponsor", "stake"], reason: "Lost" },
  });
  expect(refused.body.code).toBe("MEMBER_CLOSED");
});

test("nobody signs in to a closed account, by password, session or a mailed password", async () => {
  await asked();
  await pass(15 * day);
  await run();
  expect((await client.call(session, {})).status).toBe(401);
  const again = new TestClient(app);
  expect((await again.logIn(member.refId)).body.isAuth).toBe(false);
  const before = (await app.mailsTo(member.email)).length;
  await again.call(forgotPassword, { body: { refId: member.refId } });
  const mails = await app.mailsTo(member.email);
  expect(mails).toHaveLength(before);
  expect(mails.at(-1)?.subject).toBe("Your FC Portal account is closed");
});

test("the member can take it back until then, and only once in effect", async () => {
  await asked();
  const all = await Promise.all(
    Array.from({ length: 32 }, () => client.call(keepAccount, { body: { userId: member.id } })),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  await pass(5 * day);
  await run();
  expect(await rowOf()).toMatchObject({ name: "Asha Verma", status: "active" });
  const mails = await app.mailsTo(member.email);
  expect(mails.filter(({ subject }) => subject.includes("stays open"))).toHaveLength(1);
  // It can be asked for again.
  client = await signedIn(app, member);
  await asked();
});

test("coins that can be withdrawn have to be withdrawn first, and what is given up is what was shown", async () => {
  await setSetting(app.databaseUrl, "withdrawal", {
    needsStake: false,
    minimumFc: 100,
    feeFc: 1,
    standardFromFc: 100,
  });
  await fund(app.db, member, { earning: 150 }, app.time.now);
  expect(await figures()).toMatchObject({ withdrawableFc: 150, leftFc: 0 });
  const send = (body: object) =>
    client.send("POST", `/api/user/otp/send/${member.id}`, { purpose, change: body });
  expect((await send(await bodyOf())).body.code).toBe("CLOSURE_COINS_LEFT");
  await setSetting(app.databaseUrl, "withdrawal", {
    needsStake: false,
    minimumFc: 200,
    feeFc: 1,
    standardFromFc: 200,
  });
  expect((await send({ userId: member.id, leftFc: 0, lockedFc: 0 })).body.code).toBe("CLOSURE_CHANGED");
  const body = await bodyOf();
  expect(body.leftFc).toBe(150);
  await confirm(app, client, member, { purpose, change: body });
  // Coins came in between the code and the request.
  await fund(app.db, member, { transfer: 1 }, app.time.now);
  expect((await ask(body)).body.code).toBe("CLOSURE_CHANGED");
  await setSetting(app.databaseUrl, "withdrawal", {});
});

test("a request that is not decided yet is decided first, also at the end of the waiting time", async () => {
  const open = async () => {
    await sql`insert into withdrawals (member_id, amount_fc, fee_fc, from_staking_fc, from_earning_fc, from_offer_fc,
      currency_type, address, requested_at) values (${member.id}, ${coins(10)}, 0, 0, ${coins(10)}, 0, 'coin',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ${app.time.now})`.execute(app.db);
  };
  await asked();
  await open();
  await pass(15 * day);
  await run();
  expect((await rowOf()).status).toBe("active");
  await sql`update withdrawals set status = 'R', decided_at = ${app.time.now}, reason = 'no' where member_id = ${member.id}`.execute(
    app.db,
  );
  await run();
  expect((await rowOf()).status).toBe("closed");

  member = await app.addMember({ sponsor });
  client = await signedIn(app, member);
  await open();
  const change = { userId: member.id, leftFc: 0, lockedFc: 0 };
  const sent = await client.send("POST", `/api/user/otp/send/${member.id}`, { purpose, change });
  expect(sent.body.code).toBe("CLOSURE_REQUESTS_OPEN");
});

test("of 32 requests at once one counts; without its own code, with a used or a foreign one, none does", async () => {
  const body = await bodyOf();
  expect((await ask(body)).body.code).toBe("INVALID_OTP");
  const many = await devices(app, member, 32, { purpose, change: body });
  const answers = await Promise.all(many.map((each) => ask(body, each)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body: refused }) => refused.code === "CLOSURE_ASKED_ALREADY")).toHaveLength(31);
  const rows = await app.db.selectFrom("closures").select("id").where("member_id", "=", member.id).execute();
  expect(rows).toHaveLength(1);

  // The code of a request that was taken back closes nothing.
  await client.call(keepAccount, { body: { userId: member.id } });
  const winner = many[answers.findIndex(({ status }) => status === 200)]!;
  expect((await ask(body, winner)).body.code).toBe("INVALID_OTP");
  const stranger = await signedIn(app, sponsor);
  expect((await ask(body, stranger)).status).toBe(404);
  expect((await stranger.call(keepAccount, { body: { userId: member.id } })).status).toBe(404);
});

test("an erasure that was interrupted goes on, and one that runs twice or at once erases once", async () => {
  const params = { userId: member.id, folder: "stacking-verification-images" } as const;
  await client.call(uploadPicture, { params, body: asFile(await photo()) });
  await asked();
  await pass(15 * day);
  // The store of pictures fails after the account was closed: as if the worker was killed there.
  const broken = { ...app.deps.files, remove: () => Promise.reject(new Error("gone")) };
  await expect(closeAccountsTask({ ...app.deps, files: broken }).run({})).rejects.toThrow("gone");
  expect((await rowOf()).status).toBe("closed");
  await Promise.all([run(), run(), run()]);
  const closure = await app.db
    .selectFrom("closures")
    .select("erased_at")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(closure.erased_at).toEqual(app.time.now);
  const left = await app.db
    .selectFrom("uploads")
    .select("id")
    .where("member_id", "=", member.id)
    .where("erased_at", "is", null)
    .execute();
  expect(left).toEqual([]);
  const mails = await app.mailsTo(member.email);
  expect(mails.filter(({ subject }) => subject.includes("is closed"))).toHaveLength(1);
});

test("the member to whom transfers go is not closed, neither when it is asked for nor at the end of the waiting time", async () => {
  const setReceiver = (defaultReceiverRefId: string) =>
    setSetting(app.databaseUrl, "transfer", { defaultReceiverRefId });
  await asked();
  await setReceiver(member.refId);
  await pass(15 * day);
  await run();
  expect((await rowOf()).status).toBe("active");
  await setReceiver(sponsor.refId);
  await run();
  expect((await rowOf()).status).toBe("closed");
  const change = { userId: sponsor.id, leftFc: 0, lockedFc: 0 };
  const above = await signedIn(app, sponsor);
  const sent = await above.send("POST", `/api/user/otp/send/${sponsor.id}`, { purpose, change });
  expect(sent.body.code).toBe("CLOSURE_OF_RECEIVER");
  await setSetting(app.databaseUrl, "transfer", {});
});

test("who stakes again during the waiting time keeps the account", async () => {
  await asked();
  await pass(day);
  await giveStake(app.db, member, app.time.now);
  await pass(15 * day);
  await run();
  expect((await rowOf()).status).toBe("active");
  client = await signedIn(app, member);
  expect((await figures())["asked"]).toBeNull();
});

test("a member who can still undo a stake is told until when, before giving it up", async () => {
  expect(await figures()).toMatchObject({ undoUntil: null });
  await setSetting(app.databaseUrl, "plan", { coolingOffHours: 48 });
  await stakeNow(app.db, { memberId: member.id, usd: 15, now: app.time.now });
  await setSetting(app.databaseUrl, "plan", {});
  const undoUntil = after(app.time.now, 2 * day);
  expect(await figures()).toMatchObject({ undoUntil: undoUntil.toISOString() });
  app.time.now = undoUntil;
  expect(await figures()).toMatchObject({ undoUntil: null });
});

test("what the law asks for stays for its years, cannot be erased before, and is gone afterwards", async () => {
  await sql`insert into uploads (id, member_id, purpose, sha256, bytes, width, height, created_at)
    values ('00000000-0000-4000-8000-00000000aaaa', ${member.id}, 'pan-proof-images', '\\x00', 1, 1, 1, now())`.execute(
    app.db,
  );
  await sql`insert into pan_records (member_id, name_in_pan, pan_number, upload_id, created_at)
    values (${member.id}, 'ASHA VERMA', 'ABCPE1234F', '00000000-0000-4000-8000-00000000aaaa', now())`.execute(
    app.db,
  );
  const pans = async () =>
    (await app.db.selectFrom("pan_records").select("version").where("member_id", "=", member.id).execute())
      .length;
  await asked();
  await pass(15 * day);
  await run();
  expect(await pans()).toBe(1);
  await expect(
    sql`select member_erase_kept(${member.id}, 'tax', ${app.time.now})`.execute(app.db),
  ).rejects.toThrow("kept longer");
  // Nor if somebody says that the years are over.
  await expect(
    sql`select member_erase_kept(${member.id}, 'tax', ${after(app.time.now, 9 * 366 * day)})`.execute(app.db),
  ).rejects.toThrow("kept longer");
  await expect(sql`select member_erase(${sponsor.id})`.execute(app.db)).rejects.toThrow("not closed");
  await pass(5 * 366 * day);
  await run();
  const pictures = () =>
    app.db.selectFrom("uploads").select("erased_at").where("member_id", "=", member.id).executeTakeFirst();
  expect((await pictures())?.erased_at).not.toBeNull();
  expect(await pans()).toBe(1);
  await pass(3 * 366 * day);
  await run();
  expect(await pans()).toBe(0);
});
