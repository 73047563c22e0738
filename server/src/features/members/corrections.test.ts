import { randomUUID } from "node:crypto";
import { changeEmail } from "@fc/contract/email/portal";
import { session } from "@fc/contract/login/session";
import { consoleMember, revealKyc, type KycPart } from "@fc/contract/members/console";
import * as contract from "@fc/contract/members/console-corrections";
import type { IdentityFact } from "@fc/contract/members/console-identity-facts";
import { createPanRecord, getPanRecord } from "@fc/contract/pan/portal";
import { memberEvents } from "@fc/contract/security/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hour, minute } from "../../platform/clock.ts";
import { giveIdentity } from "../../testing/identity.ts";
import { confirm } from "../../testing/money.ts";
import { confirmNewEmail } from "../../testing/new-email.ts";
import { disable, operatorSignedIn } from "../../testing/operators.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  type TestClient,
  type TestApp,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let first: TestClient;
let second: TestClient;
let member: TestMember;
let newEmail: string;
beforeAll(async () => {
  app = await startTestApp();
  first = await operatorSignedIn(app, "support");
  second = await operatorSignedIn(app, "admin");
});
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma" });
  newEmail = `asha-${member.id}@example.com`;
});

const asked: IdentityFact[] = ["dob", "sponsor", "stake"];
const reason = "The old mailbox was closed";
const proposeEmail = (by = first, to = newEmail, key?: string) =>
  by.call(
    contract.proposeEmail,
    { params: { refId: member.refId }, body: { newEmail: to, asked, reason } },
    key,
  );
const confirmIt = (by: TestClient, id: number) => by.call(contract.confirmCorrection, { params: { id } });
const refuse = (by: TestClient, id: number) =>
  by.call(contract.refuseCorrection, { params: { id }, body: { reason: "It was a mistake" } });
const page = async (by = first) =>
  (await by.call(consoleMember, { params: { refId: member.refId } })).body.data;
const noCodes = async (address: string) =>
  (await app.mailsTo(address)).filter(({ subject }) => !subject.includes("code"));

describe("a new e-mail address by support", () => {
  test("counts once a second operator confirms it: told at both, signed out, withdrawals wait, logged", async () => {
    const device = await signedIn(app, member);
    const { body } = await proposeEmail();
    const { id } = body.data;
    expect((await page()).profile.mailId).toBe(member.email);
    expect(await noCodes(member.email)).toEqual([]);
    expect((await device.call(session, {})).status).toBe(200);
    const open = await second.call(contract.openCorrections, {});
    const change = { kind: "email", from: member.email, to: newEmail, asked };
    expect(open.body.data.at(-1)).toMatchObject({ id, reason, status: "P", change });

    expect((await confirmIt(second, id)).status).toBe(200);
    const after = await page();
    const until = new Date(app.time.now.getTime() + 48 * hour).toISOString();
    expect(after).toMatchObject({
      profile: { mailId: newEmail },
      withdrawalsHeldUntil: until,
      withdrawalsHeldAfter: "email-by-support",
      holdHours: 48,
      corrections: [{ id, status: "A", decidedBy: "The admin" }],
      changes: [{ kind: "email-replaced" }],
      log: [{ action: "member/confirm-email" }, { action: "member/propose-email" }],
    });
    // The log is read by every operator for years.
    expect(JSON.stringify(after.log)).not.toContain(newEmail);
    const [atOld] = await noCodes(member.email);
    expect(atOld?.text).toContain(reason);
    expect(atOld?.text).toContain("write to support at once");
    expect(atOld?.text).not.toContain(newEmail);
    expect(await noCodes(newEmail)).toMatchObject([{ subject: "This is now your FC Portal e-mail address" }]);
    expect((await device.call(session, {})).status).toBe(401);
    const again = await signedIn(app, member);
    const events = await again.call(memberEvents, { params: { userId: member.id }, query: {} });
    expect(events.body.data[0]).toMatchObject({ kind: "email-replaced", by: "staff" });
  });

  test("is mailed to every other admin as soon as it is proposed", async () => {
    const admins = await app.db.selectFrom("operators").select("email").where("role", "=", "admin").execute();
    await proposeEmail();
    for (const { email } of admins) {
      const mail = (await app.mailsTo(email)).at(-1);
      expect(mail?.subject).toBe("A member's new e-mail address waits for a second operator");
      expect(mail?.text).toContain("The support");
      expect(mail?.text).toContain("You get this message as an operator of FC Portal.");
    }
  });

  test("is never confirmed by who proposed it, who may take it back", async () => {
    const { id } = (await proposeEmail()).body.data;
    expect((await confirmIt(first, id)).body.code).toBe("OTHER_OPERATOR_NEEDED");
    expect((await refuse(first, id)).status).toBe(200);
    expect((await confirmIt(second, id)).body.code).toBe("DECIDED_ALREADY");
    expect((await page()).corrections).toMatchObject([{ status: "R", refusal: "It was a mistake" }]);
    expect(await noCodes(newEmail)).toEqual([]);
  });

  test("ends with the account of the operator who proposed it, and does not wait again once that is enabled", async () => {
    const gone = await operatorSignedIn(app, "support");
    const { id } = (await proposeEmail(gone)).body.data;
    await disable(gone, second);
    await app.db
      .updateTable("operators")
      .set({ status: "active" })
      .where("status", "=", "disabled")
      .execute();
    expect((await confirmIt(second, id)).body.code).toBe("DECIDED_ALREADY");
    expect((await page()).profile.mailId).toBe(member.email);
  });

  test("is proposed once, also by a retry and by two operators at once", async () => {
    const key = "the-same-key-of-one-dialog";
    const [one, two] = [await proposeEmail(first, newEmail, key), await proposeEmail(first, newEmail, key)];
    expect(two.body).toEqual(one.body);
    expect((await proposeEmail(second, `b-${newEmail}`)).body.code).toBe("CORRECTION_WAITS");
    expect((await page()).corrections).toHaveLength(1);
  });

  test("is decided once by operators who decide at once", async () => {
    const { id } = (await proposeEmail()).body.data;
    const third = await operatorSignedIn(app, "support");
    const answers = await Promise.all([
      confirmIt(second, id),
      refuse(third, id),
      confirmIt(third, id),
      refuse(first, id),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    for (const { body } of lost) expect(body.code).toBe("DECIDED_ALREADY");
  });

  test("expires when the member changes the address; at the same moment one of the two wins", async () => {
    const device = await signedIn(app, member);
    const own = `own-${newEmail}`;
    await confirmNewEmail(app, device, member, own);
    const { id } = (await proposeEmail()).body.data;
    const [byMember, byOperator] = await Promise.all([
      device.call(changeEmail, { body: { userId: member.id, newEmail: own } }),
      confirmIt(second, id),
    ]);
    const isOperators = byOperator.status === 200;
    expect(byMember.status === 200).toBe(!isOperators);
    const { profile, corrections } = await page();
    expect(profile.mailId).toBe(isOperators ? newEmail : own);
    expect(corrections).toMatchObject([{ status: isOperators ? "A" : "R" }]);
    expect(await noCodes(isOperators ? own : newEmail)).toEqual([]);

    const other = await app.addMember();
    const theirs = await signedIn(app, other);
    const body = { newEmail: `staff-${newEmail}`, asked, reason };
    const waiting = await first.call(contract.proposeEmail, { params: { refId: other.refId }, body });
    await confirmNewEmail(app, theirs, other, `theirs-${newEmail}`);
    await theirs.call(changeEmail, { body: { userId: other.id, newEmail: `theirs-${newEmail}` } });
    expect((await confirmIt(second, waiting.body.data.id)).body.code).toBe("DECIDED_ALREADY");
  });

  test("names KYC data only if it was revealed within the hour, to each of the two operators", async () => {
    await giveIdentity(app.deps, member, app.time.now);
    const facts: IdentityFact[] = ["dob", "bank", "pan", "coinAddress"];
    const propose = () =>
      first.call(contract.proposeEmail, {
        params: { refId: member.refId },
        body: { newEmail, asked: facts, reason },
      });
    const reveal = (by: TestClient, part: KycPart, of = member) =>
      by.call(revealKyc, { params: { refId: of.refId }, body: { part } });
    const unseen = "Please reveal first: Bank account, PAN, Free coin address";
    // Neither the reveal of somebody else, nor that of another member, nor an old one counts.
    const stranger = await app.addMember();
    await giveIdentity(app.deps, stranger, app.time.now);
    for (const part of ["bank", "pan", "coinAddress"] as const) {
      await reveal(second, part);
      await reveal(first, part, stranger);
      await reveal(first, part);
    }
    // In steps, since an idle operator is signed out.
    for (let step = 0; step < 4; step += 1) {
      app.time.advance(hour / 4);
      await Promise.all([page(first), page(second)]);
    }
    expect((await propose()).body).toMatchObject({ code: "FACTS_NOT_REVEALED", fields: { asked: unseen } });
    await reveal(first, "bank");
    await reveal(first, "pan");
    expect((await propose()).body.fields).toEqual({ asked: "Please reveal first: Free coin address" });
    expect((await page()).corrections).toEqual([]);
    await reveal(first, "coinAddress");
    const { id } = (await propose()).body.data;

    expect((await confirmIt(second, id)).body).toMatchObject({ fields: { asked: unseen } });
    expect((await page()).profile.mailId).toBe(member.email);
    for (const part of ["bank", "pan", "coinAddress"] as const) await reveal(second, part);
    expect((await confirmIt(second, id)).status).toBe(200);
    expect((await page()).profile.mailId).toBe(newEmail);
  });

  test("is refused for too few facts, for the same address and for one that others have", async () => {
    const send = (body: { newEmail: string; asked: IdentityFact[] }) =>
      first.call(contract.proposeEmail, {
        params: { refId: member.refId },
        body: { ...body, reason },
      });
    const few = await send({ newEmail, asked: ["dob", "dob", "dob"] });
    expect(few.body.fields).toEqual({ asked: "Please ask for at least 3 of the facts" });
    const same = await send({ newEmail: member.email, asked });
    expect(same.body.fields).toEqual({ newEmail: "This is the e-mail address already" });
    const stranger = await app.addMember();
    expect((await send({ newEmail: stranger.email, asked })).body.code).toBe("EMAIL_TAKEN");

    // Taken between the proposal and its confirmation.
    const { id } = (await proposeEmail()).body.data;
    await app.db.updateTable("members").set({ email: newEmail }).where("id", "=", stranger.id).execute();
    expect((await confirmIt(second, id)).body.code).toBe("EMAIL_TAKEN");
    expect((await page()).corrections).toMatchObject([{ status: "P" }]);
  });

  test("makes the codes worthless that the old mailbox has", async () => {
    const device = await signedIn(app, member);
    const change = { refId: member.refId, token: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" };
    await confirm(app, device, member, { purpose: "fmdc", change });
    expect(await newestCode(app, member)).toHaveLength(6);
    await confirmIt(second, (await proposeEmail()).body.data.id);
    const grants = await app.db
      .selectFrom("otp_grants")
      .select("id")
      .where("member_id", "=", member.id)
      .where("closed_at", "is", null)
      .execute();
    expect(grants).toEqual([]);
  });
});

describe("a corrected name and mobile number", () => {
  const typo = { name: "Asha Varma", mobileNumber: "+919812345678" };
  const propose = (by = first, body = typo, key?: string) =>
    by.call(
      contract.proposeProfile,
      { params: { refId: member.refId }, body: { ...body, reason: "As in the passport" } },
      key,
    );

  test("counts once a second operator confirms it; the member is told, and the log says what without the values", async () => {
    const { id } = (await propose()).body.data;
    const proposed = await page();
    const from = { name: "Asha Verma", mobileNumber: proposed.profile.mobileNumber };
    expect(proposed).toMatchObject({
      name: "Asha Verma",
      corrections: [{ id, status: "P", change: { kind: "profile", from, to: typo } }],
    });
    expect((await confirmIt(first, id)).body.code).toBe("OTHER_OPERATOR_NEEDED");
    expect((await confirmIt(second, id)).status).toBe(200);
    const after = await page();
    expect(after).toMatchObject({
      name: "Asha Varma",
      profile: { mobileNumber: "+919812345678" },
      changes: [{ kind: "profile-corrected", detail: "As in the passport" }],
      log: [{ action: "member/confirm-profile" }, { action: "member/propose-profile" }],
    });
    expect(JSON.stringify(after.log)).not.toMatch(/Varma|98123/);
    const [mail] = await noCodes(member.email);
    expect(mail?.subject).toBe("Your FC Portal profile was corrected");
    expect(mail?.text).toMatch(/Name, Mobile number[^]*Asha Varma[^]*\+91 98123 45678[^]*As in the passport/);
    expect(mail?.text).toContain("/not-me/");
  });

  test("is made once, also when it is sent again after it was confirmed", async () => {
    const key = randomUUID();
    const { id } = (await propose(first, typo, key)).body.data;
    expect((await propose()).body.code).toBe("CORRECTION_WAITS");
    await confirmIt(second, id);
    expect((await propose(first, typo, key)).body.data).toEqual({ id });
    expect((await propose()).body.code).toBe("NOTHING_CHANGED");
  });

  test("is not confirmed once the member has changed it otherwise, and no wrong number is proposed", async () => {
    expect((await propose(first, { ...typo, mobileNumber: "12" })).body.fields).toEqual({
      mobileNumber: "This is not a valid mobile number",
    });
    const { id } = (await propose()).body.data;
    await app.db.updateTable("members").set({ name: "Asha Rao" }).where("id", "=", member.id).execute();
    expect((await confirmIt(second, id)).body.code).toBe("PROPOSAL_CHANGED");
    expect((await page()).name).toBe("Asha Rao");
    expect((await refuse(second, id)).status).toBe(200);
  });
});

describe("a corrected PAN", () => {
  const mistyped = { nameInPan: "ASHA VERMA", panNumber: "ABCPE1234F" };
  const correct = { nameInPan: "ASHA VERMA", panNumber: "ABCPE1243F" };
  let client: TestClient;
  let panImageUrl: string;
  beforeEach(async () => {
    client = await signedIn(app, member);
    const params = { userId: member.id, folder: "pan-proof-images" } as const;
    const sent = await client.call(uploadPicture, { params, body: asFile(await photo()) });
    panImageUrl = sent.body.data.proofImageUrl;
    const change = { userId: member.id, ...mistyped, panImageUrl };
    await confirm(app, client, member, { purpose: "pan", change });
    await client.call(createPanRecord, { body: change });
  });

  const reveal = async (by = second) =>
    (await by.call(revealKyc, { params: { refId: member.refId }, body: { part: "pan" } })).body.data?.pan;
  const proposeUnseen = (by: TestClient, details: typeof correct) =>
    by.call(contract.proposePan, {
      params: { refId: member.refId },
      body: { ...details, reason: "Two digits were swapped" },
    });
  const propose = async (by = first, details = correct) => {
    await reveal(by);
    return proposeUnseen(by, details);
  };
  const confirmSeen = async (by: TestClient, id: number) => {
    await reveal(by);
    return confirmIt(by, id);
  };

  test("is proposed and confirmed only by who was shown the PAN, and confirmed by who was shown the correction", async () => {
    const unseen = { code: "FACTS_NOT_REVEALED", fields: { asked: "Please reveal first: PAN" } };
    expect((await proposeUnseen(first, correct)).body).toMatchObject(unseen);
    expect((await page()).corrections).toEqual([]);
    // What the second operator reads now does not name the correction yet.
    await reveal(second);
    app.time.advance(minute);
    const { id } = (await propose()).body.data;
    expect((await confirmIt(second, id)).body).toMatchObject(unseen);
    expect(await reveal(second)).toMatchObject({ ...mistyped, proposed: correct });
    expect((await confirmIt(second, id)).status).toBe(200);
    expect(await reveal(second)).toMatchObject(correct);
  });

  test("supersedes the old record, which stays in the history, with the same picture; the member is told", async () => {
    const { id } = (await propose()).body.data;
    const proposed = await page();
    expect(proposed.corrections).toMatchObject([{ id, change: { kind: "pan" }, status: "P" }]);
    expect(JSON.stringify(proposed)).not.toMatch(/ABCPE12/);
    expect(await reveal()).toMatchObject({ ...mistyped, earlier: [], proposed: correct });

    expect((await confirmIt(second, id)).status).toBe(200);
    const at = app.time.now.toISOString();
    expect(await reveal()).toMatchObject({
      ...correct,
      earlier: [{ ...mistyped, until: at }],
      proposed: null,
    });
    const own = await client.call(getPanRecord, { params: { userId: member.id } });
    expect(own.body.data).toEqual({ userId: member.id, ...correct, panImageUrl });
    const mail = (await app.mailsTo(member.email)).at(-1)!;
    expect(mail.subject).toBe("Your FC Portal PAN details were corrected");
    expect(mail.text).not.toContain(correct.panNumber);
    const { log, kyc } = await page();
    expect(log).toMatchObject([
      { action: "member/read-kyc" },
      { action: "member/confirm-pan" },
      { action: "member/read-kyc" },
      { action: "member/propose-pan" },
      { action: "member/read-kyc" },
    ]);
    expect(JSON.stringify(log)).not.toContain(correct.panNumber);
    expect(kyc.pan).toBe(at);
  });

  test("stays one time and irreversible for the member, before and after", async () => {
    const change = { userId: member.id, ...correct, panImageUrl };
    expect((await client.call(createPanRecord, { body: change })).body.code).toBe("ONE_TIME_ONLY");
    await confirmSeen(second, (await propose()).body.data.id);
    const back = { userId: member.id, ...mistyped, panImageUrl };
    expect((await client.call(createPanRecord, { body: back })).body.code).toBe("ONE_TIME_ONLY");
  });

  test("can be corrected again, each time by two", async () => {
    await confirmSeen(second, (await propose()).body.data.id);
    const next = { ...correct, nameInPan: "ASHA R VERMA" };
    const { id } = (await propose(second, next)).body.data;
    expect((await confirmIt(second, id)).body.code).toBe("OTHER_OPERATOR_NEEDED");
    expect((await confirmSeen(first, id)).status).toBe(200);
    expect((await reveal()).earlier).toMatchObject([correct, mistyped]);
  });

  test("is made once by operators who confirm at once", async () => {
    const { id } = (await propose()).body.data;
    const others = await Promise.all(Array.from({ length: 3 }, () => operatorSignedIn(app, "support")));
    await Promise.all([second, ...others].map((by) => reveal(by)));
    const answers = await Promise.all([second, ...others].map((by) => confirmIt(by, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await reveal()).earlier).toHaveLength(1);
  });

  test("is refused where nothing changes, where there is no PAN yet and where it cannot be one", async () => {
    expect((await propose(first, mistyped)).body.code).toBe("NOTHING_CHANGED");
    expect((await propose(first, { ...correct, panNumber: "ABC" })).body.fields).toHaveProperty("panNumber");
    member = await app.addMember();
    expect((await propose()).status).toBe(404);
  });
});
