import * as bulk from "@fc/contract/bulk-mail/console";
import { readSubscription, subscribeAgain } from "@fc/contract/bulk-mail/portal";
import { blockMember } from "@fc/contract/members/console-actions";
import { chooseNotifications, notificationChoices } from "@fc/contract/notifications/portal";
import { describe, expect, test } from "vitest";
import { second } from "../../platform/clock.ts";
import { runCommand } from "../../testing/commands.ts";
import { signedIn, TestClient, type TestMember } from "../../testing/test-app.ts";
import {
  testBulkMails,
  bounceTo,
  app,
  mail,
  support,
  admin,
  root,
  family,
  members,
  contentOf,
  write,
  read,
  audience,
  send,
  pass,
  perMinute,
  resultsOf,
  expectTotalsToBeTrue,
  caughtFor,
  plain,
  headerOf,
} from "../../testing/bulk-mails.ts";

testBulkMails();

test("each member of the set gets the mail once, filled in and in their own language", async () => {
  await app.db.updateTable("members").set({ language: "hi" }).where("id", "=", members[1]!.id).execute();
  const id = await write();
  expect((await send(id)).body.data).toEqual({ isWaiting: false });
  await pass(4);
  for (const member of members) expect(caughtFor(member)).toHaveLength(1);
  const [asha, bina] = members as [TestMember, TestMember];
  expect(plain(caughtFor(asha)[0]!)).toContain(`Hello ${asha.name}, your user ID is ${asha.refId}.`);
  expect(plain(caughtFor(bina)[0]!)).toContain(`नमस्ते ${bina.name}`);
  expect(await read(id)).toMatchObject({ state: "done", totals: { sent: 4, waiting: 0, queued: 0 } });
  await expectTotalsToBeTrue(id);
  // A member who registers later is not in the set.
  const late = await app.addMember({ name: `Late ${family}`, sponsor: root });
  await pass(3);
  expect(caughtFor(late)).toHaveLength(0);
});

test("who moved in without an e-mail address is left out, and counted", async () => {
  const [asha] = members as [TestMember];
  await app.db
    .updateTable("members")
    .set({ email: `moved-${asha.id}@closed.invalid` })
    .where("id", "=", asha.id)
    .execute();
  const leftOut = { blocked: 0, noAddress: 1, bounced: 0, unsubscribed: 0 };
  expect(await audience(contentOf({ kind: "service" }))).toMatchObject({ found: 4, gets: 3, leftOut });
});

test("the preview says to how many it goes, who is left out and why, and shows it as a member sees it", async () => {
  const [asha, bina, chetan, divya] = members as [TestMember, TestMember, TestMember, TestMember];
  await support.call(blockMember, { params: { refId: asha.refId }, body: { reason: "Case 14" } });
  const client = await signedIn(app, bina);
  const body = { userId: bina.id, topic: "news", channel: "mail", isOn: false } as const;
  expect((await client.call(chooseNotifications, { body })).status).toBe(200);
  await app.db
    .insertInto("bounces")
    .values({
      address: chetan.email,
      kind: "returned",
      status: "5.1.1",
      since: app.time.now,
      last_at: app.time.now,
    })
    .execute();
  const leftOut = { blocked: 1, bounced: 1, unsubscribed: 1 };
  expect(await audience()).toMatchObject({ found: 4, gets: 1, leftOut, takesTwo: false });
  expect(await audience(contentOf({ kind: "service" }))).toMatchObject({
    gets: 2,
    leftOut: { unsubscribed: 0 },
  });

  const { data } = (await support.call(bulk.previewBulkMail, { body: contentOf() })).body;
  expect(data.member).toMatchObject({ refId: divya.refId, name: divya.name });
  expect(data.mails.en).toMatchObject({ subject: `News for ${divya.name}` });
  expect(data.mails.en.html).toContain(`your user ID is ${divya.refId}.`);
  expect(data.mails.en.html).toContain("Unsubscribe from news");
  expect(data.mails.hi.html).toContain("समाचार बंद करें");

  const id = await write();
  await send(id);
  await pass(3);
  expect(await resultsOf(id)).toEqual({
    Asha: "skipped: blocked",
    Bina: "skipped: unsubscribed",
    Chetan: "skipped: bounced",
    Divya: "sent",
  });
  await expectTotalsToBeTrue(id);
});

test("the filters are those of the search for members", async () => {
  const filter = { search: family, to: "2020-01-01" };
  expect(await audience(contentOf({ filter }))).toMatchObject({ found: 0 });
  expect(await audience(contentOf({ filter: { search: `Asha ${family}`, stake: "none" } }))).toMatchObject({
    found: 1,
  });
  expect(await audience(contentOf({ filter: { search: family, stake: "running" } }))).toMatchObject({
    found: 0,
  });
});

describe("unsubscribing", () => {
  async function mailedLink(member: TestMember): Promise<{ url: string; token: string }> {
    const id = await write();
    await send(id);
    await pass(3);
    const url = headerOf(caughtFor(member).at(-1)!, "List-Unsubscribe")!.slice(1, -1);
    return { url, token: url.split("/").at(-1)! };
  }

  test("works by one click of the mail app, without a session, and the next news leave the member out", async () => {
    const [asha] = members as [TestMember];
    const { url, token } = await mailedLink(asha);
    expect(headerOf(caughtFor(asha)[0]!, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(plain(caughtFor(asha)[0]!)).toContain(`Unsubscribe from news:\r\n${url}`);
    const path = new URL(url).pathname;
    const stranger = new TestClient(app);
    const state = async () => (await stranger.call(readSubscription, { params: { token } })).body.data;
    // Reading changes nothing, and neither does a request that is not the one click.
    expect(await state()).toEqual({ refId: asha.refId, isSubscribed: true, isTest: false, isAnchors: false });
    const post = (body: string, type = "application/x-www-form-urlencoded") =>
      fetch(`${app.url}${path}`, { method: "POST", body, headers: { "content-type": type } });
    expect((await post("something=else")).status).toBe(400);
    expect((await state()).isSubscribed).toBe(true);
    expect((await post("List-Unsubscribe=One-Click")).status).toBe(200);
    expect((await state()).isSubscribed).toBe(false);

    const client = await signedIn(app, asha);
    const { choices } = (await client.call(notificationChoices, { params: { userId: asha.id } })).body.data;
    expect(choices).toContainEqual({ topic: "news", app: false, mail: false, push: false });
    const next = await write();
    await send(next);
    await pass(3);
    expect(caughtFor(asha)).toHaveLength(1);
    expect(await resultsOf(next)).toMatchObject({ Asha: "skipped: unsubscribed", Bina: "sent" });
    const service = await write({ kind: "service", serviceReason: "New terms hold from May on" }, admin);
    await send(service, { by: admin });
    await pass(3);
    expect(caughtFor(asha)).toHaveLength(2);
    expect(headerOf(caughtFor(asha)[1]!, "List-Unsubscribe")).toBeUndefined();
  });

  test("is counted for its mail, and can be taken back without a session", async () => {
    const [asha] = members as [TestMember];
    const { url, token } = await mailedLink(asha);
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    for (let at = 0; at < 2; at++) {
      expect((await fetch(`${app.url}${new URL(url).pathname}`, { method: "POST", body: form })).status).toBe(
        200,
      );
    }
    const id = Number(token.split("-")[1]);
    expect((await read(id)).totals.unsubscribed).toBe(1);
    const { body } = await new TestClient(app).call(subscribeAgain, { params: { token } });
    expect(body.data).toMatchObject({ isSubscribed: true });
    expect((await read(id)).totals.unsubscribed).toBe(0);
    expect(await audience()).toMatchObject({ gets: 4 });
  });

  test("with another member's id in the link is refused", async () => {
    const [asha, bina] = members as [TestMember, TestMember];
    const { token } = await mailedLink(asha);
    const forged = token.replace(asha.refId, bina.refId);
    const { status, body } = await new TestClient(app).call(readSubscription, { params: { token: forged } });
    expect([status, body.code]).toEqual([404, "UNSUBSCRIBE_LINK_GONE"]);
  });

  test("while a mail is under way counts at once", async () => {
    await perMinute(20);
    const id = await write();
    await send(id);
    await pass(1);
    const divya = members[3]!;
    expect(caughtFor(divya)).toHaveLength(0);
    const client = await signedIn(app, divya);
    await client.call(chooseNotifications, {
      body: { userId: divya.id, topic: "news", channel: "mail", isOn: false },
    });
    await pass(4, 3 * second);
    expect(caughtFor(divya)).toHaveLength(0);
    expect(await read(id)).toMatchObject({ state: "done", totals: { sent: 3, skipped: 1 } });
    await expectTotalsToBeTrue(id);
  });
});

test("a test goes to the operator alone, in both languages, and its link unsubscribes nobody", async () => {
  const id = await write();
  const { version } = await read(id);
  const { body } = await support.call(bulk.testBulkMail, { params: { id }, body: { version } });
  await pass(1);
  const tests = mail.caught.filter(({ to }) => to === body.data.to);
  expect(new Set(tests.map((each) => plain(each).includes("नमस्ते")))).toEqual(new Set([false, true]));
  expect(mail.caught).toHaveLength(2);
  const token = headerOf(tests[0]!, "List-Unsubscribe")!.slice(1, -1).split("/").at(-1)!;
  const linked = await new TestClient(app).call(readSubscription, { params: { token } });
  expect(linked.body.data).toMatchObject({ isTest: true });
  expect(await read(id)).toMatchObject({ state: "draft", totals: { sent: 0 } });
});

test("what the mail server refuses or returns is the result of its member, and no failed job is left", async () => {
  const [asha, bina] = members as [TestMember, TestMember];
  mail.refused.set(asha.email, 550);
  const id = await write();
  await send(id);
  await pass(4);
  const { returnTo } = caughtFor(bina)[0]!;
  const report = [
    "From: MAILER-DAEMON@mx.example.com",
    `To: ${returnTo}`,
    "",
    "Action: failed",
    "Status: 5.2.2",
  ];
  const env = { DATABASE_URL: app.databaseUrl, MAIL_BOUNCE: bounceTo };
  await runCommand("take-bounce", [], env, report.join("\r\n"));
  expect(await resultsOf(id)).toMatchObject({
    Asha: expect.stringMatching(/^failed: .*is refused: RCPT TO answered with 550/),
    Bina: "bounced: 5.2.2",
    Chetan: "sent",
  });
  expect(await read(id)).toMatchObject({ state: "done", totals: { sent: 2, failed: 1, bounced: 1 } });
  await expectTotalsToBeTrue(id);
  const failed = await app.db.selectFrom("jobs").select("id").where("failed_at", "is not", null).execute();
  expect(failed).toEqual([]);
  // Both addresses are left out the next time.
  expect(await audience()).toMatchObject({ gets: 2, leftOut: { bounced: 2 } });

  const file = await support.send("GET", `/api/console/bulkMails/${id}/results/csv`);
  expect(file.headers.get("content-disposition")).toContain(`bulk-mail-${id}.csv`);
  const lines = String(file.body).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines.find((line) => line.includes(asha.refId))).toContain(
    "Failed,The receiving mail server refuses this address for good.",
  );
});
