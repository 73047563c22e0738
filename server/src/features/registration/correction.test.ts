import { randomUUID } from "node:crypto";
import { forgotPassword } from "@fc/contract/login/portal";
import { register } from "@fc/contract/registration/portal";
import {
  confirmRegistration,
  correctRegistration,
  resendWelcome,
} from "@fc/contract/registration/portal-later";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minute } from "../../platform/clock.ts";
import { startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let sponsor: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  sponsor = await app.addMember({ name: "Asha Devi Verma" });
});
afterAll(() => app.stop());

let addresses = 0;
/** From an address of its own, so that the limits of one test do not reach another. */
const visitor = () => new TestClient(app, `203.0.113.${++addresses}`);

let emails = 0;
function person(changes: Record<string, unknown> = {}) {
  return {
    name: "Ravi Kumar",
    gender: "M" as const,
    mailId: `new${++emails}@example.com`,
    mobileNumber: "+91 98765 43210",
    ...changes,
  };
}

/** Registered with a mistyped address, and not confirmed yet. */
async function waiting() {
  const client = visitor();
  const key = randomUUID();
  const body = { ...person(), parentRefId: sponsor.refId, isLeft: true, isRight: false };
  const { placementRefId } = (await client.call(register, { body }, key)).body;
  return { client, key, wrong: body.mailId, placementRefId };
}

async function memberOf(refId: string) {
  return app.db.selectFrom("members").selectAll().where("ref_id", "=", refId).executeTakeFirstOrThrow();
}

function passwordIn(mail = ""): string {
  return /[a-z2-9]{12}/.exec(mail.split("temporary password is")[1] ?? "")?.[0] ?? "";
}

describe("a registration that waits for Done", () => {
  test("can be corrected: the same member at the same place, and the welcome goes to the right address only", async () => {
    const { client, key, wrong, placementRefId } = await waiting();
    const right = person({
      name: "Ravi Kumaran",
      gender: "F",
      mobileNumber: "098765 43299",
      mailId: "Right@Example.com",
    });
    const corrected = await client.call(correctRegistration, { body: right }, key);
    expect(corrected.body).toEqual({
      data: { name: "Ravi Kumaran", gender: "F", mailId: "right@example.com", mobileNumber: "+919876543299" },
    });
    const { refId } = (await client.call(confirmRegistration, {}, key)).body.data;
    expect(await memberOf(refId)).toMatchObject({ name: "Ravi Kumaran", phone: "+919876543299" });
    const [mail, ...others] = await app.mailsTo("right@example.com");
    expect([mail?.text.includes(refId), others, await app.mailsTo(wrong)]).toEqual([true, [], []]);
    const under = await app.db
      .selectFrom("members")
      .innerJoin("placements", "placements.parent_id", "members.id")
      .select("members.ref_id")
      .where("placements.member_id", "=", (await memberOf(refId)).id)
      .executeTakeFirst();
    expect(under?.ref_id).toBe(placementRefId);
  });

  test("can be corrected by the browser that made it only, and not after Done or after the mail left by itself", async () => {
    const { client, key, wrong } = await waiting();
    const gone = { status: 404, body: { code: "REGISTRATION_GONE" } };
    expect(await visitor().call(correctRegistration, { body: person() }, key)).toMatchObject(gone);
    expect(await client.call(correctRegistration, { body: person() })).toMatchObject(gone);
    const complete = { status: 409, body: { code: "REGISTRATION_COMPLETE" } };
    app.time.advance(15 * minute);
    expect(await app.mailsTo(wrong)).toHaveLength(1);
    expect(await client.call(correctRegistration, { body: person() }, key)).toMatchObject(complete);
    const second = await waiting();
    await second.client.call(confirmRegistration, {}, second.key);
    expect(await second.client.call(correctRegistration, { body: person() }, second.key)).toMatchObject(
      complete,
    );
  });

  test.each(Array.from({ length: 6 }, (_, round) => round))(
    "goes to exactly one address when it is corrected and completed at the same moment (%i)",
    async () => {
      const { client, key, wrong } = await waiting();
      const bodies = Array.from({ length: 4 }, () => person());
      const [done, ...corrections] = await Promise.all([
        client.call(confirmRegistration, {}, key),
        ...bodies.map((body) => client.call(correctRegistration, { body }, key)),
      ]);
      expect(done.status).toBe(200);
      const { email } = await memberOf(done.body.data.refId);
      const mailed = [];
      for (const address of [wrong, ...bodies.map(({ mailId }) => mailId)])
        for (const mail of await app.mailsTo(address)) mailed.push([address, mail.subject]);
      // The mail has the address that the member has: a correction that came too late was refused.
      expect(mailed).toEqual([[email, "Welcome to FC Portal"]]);
      for (const [i, { status, body }] of corrections.entries()) {
        if (status === 200) expect(body.data.mailId).toBe(bodies[i]?.mailId);
        else expect(body.code).toBe("REGISTRATION_COMPLETE");
      }
    },
  );

  test("keeps the limit of members per e-mail, also when several are corrected to one address at once", async () => {
    const registrations = await Promise.all([waiting(), waiting(), waiting()]);
    const body = person();
    const answers = await Promise.all(
      registrations.map(({ client, key }) => client.call(correctRegistration, { body }, key)),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409", "409"]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "EMAIL_TAKEN",
      fields: { mailId: "This e-mail is already used by another member" },
    });
    // The own address is no other member's.
    const winner = registrations[answers.findIndex(({ status }) => status === 200)]!;
    expect((await winner.client.call(correctRegistration, { body }, winner.key)).status).toBe(200);
  });

  test("leaves nothing at the wrong address that opens the account", async () => {
    const { client, key, wrong } = await waiting();
    const { id, ref_id: refId } = await app.db
      .selectFrom("members")
      .select(["id", "ref_id"])
      .where("email", "=", wrong)
      .executeTakeFirstOrThrow();
    await visitor().call(forgotPassword, { body: { refId } });
    const [mail] = await app.mailsTo(wrong);
    const password = passwordIn(mail?.text);
    expect((await client.call(correctRegistration, { body: person() }, key)).status).toBe(200);
    expect((await visitor().logIn(refId, password)).body.isAuth).toBe(false);
    const left = await app.db
      .selectFrom("temporary_passwords")
      .select("id")
      .where("member_id", "=", id)
      .execute();
    expect(left).toEqual([]);
  });

  test("is refused with the rules of the form", async () => {
    const { client, key } = await waiting();
    const { body } = await client.call(
      correctRegistration,
      { body: person({ name: "", mailId: "ravi@" }) },
      key,
    );
    expect(body.fields).toEqual({ name: "Please enter the name", mailId: "This is not a valid e-mail" });
    const phone = await client.call(
      correctRegistration,
      { body: person({ mobileNumber: "+91 12345" }) },
      key,
    );
    expect(phone.body.fields).toEqual({ mobileNumber: "This is not a valid mobile number" });
  });

  test("cannot be used to try out addresses without end", async () => {
    const { client, key } = await waiting();
    const statuses = [];
    for (let i = 0; i < 31; i++)
      statuses.push(await client.call(correctRegistration, { body: person() }, key));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toMatchObject({ status: 429, body: { limit: "correct-address" } });
  });
});

describe("the welcome e-mail", () => {
  async function joined() {
    const { client, key, wrong: mailId } = await waiting();
    const { refId } = (await client.call(confirmRegistration, {}, key)).body.data;
    return { client, key, mailId, refId: refId as string };
  }

  test("is sent again a minute later, at most three times an hour, and a limit says so", async () => {
    const { client, key, mailId } = await joined();
    expect(await client.call(resendWelcome, {}, key)).toMatchObject({
      status: 429,
      body: { limit: "welcome-again", retryAfterSeconds: 60 },
    });
    for (let i = 0; i < 3; i++) {
      app.time.advance(minute);
      const answers = await Promise.all([
        client.call(resendWelcome, {}, key),
        client.call(resendWelcome, {}, key),
      ]);
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "429"]);
    }
    app.time.advance(minute);
    expect((await client.call(resendWelcome, {}, key)).body.limit).toBe("welcome-hour");
    expect(await app.mailsTo(mailId)).toHaveLength(4);
  });

  test("is sent again to the browser that registered only, and not to a member who has signed in", async () => {
    const { client, key, mailId, refId } = await joined();
    app.time.advance(minute);
    expect((await visitor().call(resendWelcome, {}, key)).body.code).toBe("REGISTRATION_GONE");
    const [mail] = await app.mailsTo(mailId);
    const password = passwordIn(mail?.text);
    expect((await visitor().logIn(refId, password)).body.isAuth).toBe(true);
    expect((await client.call(resendWelcome, {}, key)).body.code).toBe("SIGNED_IN_ALREADY");
    expect(await app.mailsTo(mailId)).toHaveLength(1);
  });
});
