import { asFc } from "@fc/contract/units";
import { createHash } from "node:crypto";
import { compareKept, wrongLinkIn, type LinkedAnchor } from "@fc/contract/anchors/history";
import { anchors, anchorsCsv, confirmAnchors, subscribeToAnchors } from "@fc/contract/anchors/portal";
import { readSubscription, subscribeAgain } from "@fc/contract/bulk-mail/portal";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unsealedSeconds } from "../../core/alerts/figures.ts";
import { anchorTask } from "../../core/ledger/anchors.ts";
import { seal } from "../../core/ledger/seal.ts";
import { verify } from "../../core/ledger/verify.ts";
import { day } from "../../platform/clock.ts";
import { fundPool } from "../../testing/ledger/ledger.ts";
import { until } from "../../testing/queue.ts";
import { startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let visitors = 0;
const visitor = () => new TestClient(app, `203.0.113.${++visitors}`);

/** A day of the ledger: an entry, its seal, and the head that is told. */
async function nextDay() {
  app.time.advance(day);
  await fundPool(app.db, asFc(5n));
  await until(async () => {
    await seal(app.db, { secretKey: app.deps.secretKey, now: app.time.now });
    return (await unsealedSeconds(app.db)) === 0;
  });
  await anchorTask(app.deps).run({});
}

beforeAll(async () => {
  app = await startTestApp();
  for (let number = 0; number < 3; number++) await nextDay();
});
afterAll(() => app.stop());

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const file = async () => (await visitor().call(anchorsCsv, {})).body as string;
const history = async () =>
  (await visitor().call(anchors, { query: { order: "asc", size: 100 } })).body.data as LinkedAnchor[];

test("anybody reads the head of each day, page by page and as a file, with a link over all days before", async () => {
  const { body } = await visitor().call(anchors, { query: { size: 10 } });
  expect(body.total).toBe(3);
  const all = await history();
  expect(body.data).toEqual(all.toReversed());
  expect(all.map((anchor) => anchor.day)).toEqual(["2026-11-16", "2026-11-17", "2026-11-18"]);
  expect(all.at(-1)!.head).toBe((await verify(app.databaseUrl)).head);
  // As docs/trust.md says how to compute it.
  let link = "0".repeat(64);
  for (const { day: on, head, link: said } of all) {
    link = sha256(`${link}\n${on} ${head} - -`);
    expect(said).toBe(link);
  }
  expect(wrongLinkIn(all, sha256)).toBeUndefined();
  for (const { head } of all) expect(await file()).toContain(head);
});

test("a kept file, line, head or link is found in the history, and what is not ours is not", async () => {
  const all = await history();
  const outcomes = (text: string) => compareKept(text, all).map(({ outcome }) => outcome);
  expect(outcomes(await file())).toEqual(["same", "same", "same"]);
  const [first] = all as [LinkedAnchor];
  expect(outcomes(first.head)).toEqual(["same"]);
  expect(outcomes(first.link.toUpperCase())).toEqual(["same"]);
  expect(outcomes(`Keep this:\n ${first.day} ${first.head} - - ${first.link} \n`)).toEqual(["same"]);
  expect(outcomes(`9:${"0".repeat(64)}`)).toEqual(["missing"]);
  expect(outcomes(`2020-01-01 ${first.head}`)).toEqual(["missing"]);
  expect(outcomes(`${all[1]!.day} ${first.head}`)).toEqual(["changed"]);
  expect(outcomes("no code at all")).toEqual([]);
});

test("two browsers that were given different heads find out by comparing", () => {
  const one: LinkedAnchor = {
    day: "2026-11-15",
    head: `7:${"a".repeat(64)}`,
    rootDay: "2026-11-14",
    root: "b".repeat(64),
    link: "c".repeat(64),
  };
  const lineOf = ({ day: on, head, rootDay, root, link }: LinkedAnchor) =>
    [on, head, rootDay, root, link].join(" ");
  const given = (change: Partial<LinkedAnchor>) =>
    compareKept(lineOf({ ...one, ...change }), [one]).map(({ outcome }) => outcome);
  expect(given({})).toEqual(["same"]);
  expect(given({ head: `7:${"d".repeat(64)}` })).toEqual(["changed"]);
  expect(given({ root: "d".repeat(64) })).toEqual(["changed"]);
  expect(given({ link: "d".repeat(64) })).toEqual(["changed"]);
  // A head alone, without its day: its number is taken by another seal.
  expect(compareKept(`7:${"d".repeat(64)}`, [one])).toMatchObject([{ outcome: "changed", now: one }]);
});

const linkIn = (text = "", path: string) =>
  new RegExp(`/${path}/([\\w-]+)`).exec(text.replace(/\s+/g, " "))?.[1] ?? "";

test("the daily mail begins when the address is confirmed, comes once a day, and ends with one click", async () => {
  const email = "Reader@Example.com";
  const mails = async () => app.mailsTo("reader@example.com");
  expect((await visitor().call(subscribeToAnchors, { body: { email } })).status).toBe(200);
  await nextDay();
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Confirm the daily seal by mail"]);

  const token = linkIn((await mails())[0]?.text, "anchors");
  expect((await visitor().call(confirmAnchors, { params: { token: `${token}x` } })).body.code).toBe(
    "ANCHOR_LINK_GONE",
  );
  const confirmed = await visitor().call(confirmAnchors, { params: { token } });
  expect(confirmed.body.data).toEqual({ email: "reader@example.com" });
  // Who is subscribed already gets no second link, and the answer is the same.
  expect((await visitor().call(subscribeToAnchors, { body: { email } })).body).toEqual({});

  await nextDay();
  await anchorTask(app.deps).run({});
  await app.worker.drain();
  const daily = (await mails()).filter(({ subject }) => subject.startsWith("The seal of"));
  expect(daily).toHaveLength(1);
  expect(compareKept(daily[0]!.text, await history()).map(({ outcome }) => outcome)).toEqual(["same"]);

  const unsubscribeToken = linkIn(daily[0]!.text, "unsubscribe");
  const click = (body: string) =>
    fetch(`${app.url}/unsubscribe/${unsubscribeToken}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
  expect((await click("List-Unsubscribe=One-Click")).status).toBe(200);
  const params = { token: unsubscribeToken };
  const state = { refId: "anchors", isTest: false, isAnchors: true };
  expect((await visitor().call(readSubscription, { params })).body.data).toEqual({
    ...state,
    isSubscribed: false,
  });
  await nextDay();
  await app.worker.drain();
  expect((await mails()).filter(({ subject }) => subject.startsWith("The seal of"))).toHaveLength(1);

  expect((await visitor().call(subscribeAgain, { params })).body.data).toEqual({
    ...state,
    isSubscribed: true,
  });
  await nextDay();
  await app.worker.drain();
  expect((await mails()).filter(({ subject }) => subject.startsWith("The seal of"))).toHaveLength(2);
});

test("a network and a mailbox can be filled with links only so far, and an address that nobody confirms is forgotten", async () => {
  const subscribe = (email: string, client = visitor()) =>
    client.call(subscribeToAnchors, { body: { email } });
  for (let number = 0; number < 3; number++) {
    expect((await subscribe("victim@example.com")).status).toBe(200);
  }
  expect((await subscribe("victim@example.com")).body).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  const one = visitor();
  for (let number = 0; number < 10; number++) {
    expect((await subscribe(`v${number}@example.com`, one)).status).toBe(200);
  }
  expect((await subscribe("v10@example.com", one)).status).toBe(429);
  expect((await subscribe("no address")).status).toBe(400);

  const token = linkIn((await app.mailsTo("v0@example.com"))[0]?.text, "anchors");
  app.time.advance(7 * day);
  await nextDay();
  await app.worker.drain();
  expect((await visitor().call(confirmAnchors, { params: { token } })).status).toBe(404);
});

test("a head that is edited in the database is found by whom kept it, and by the verification", async () => {
  const kept = await file();
  const owner = new pg.Client({ connectionString: app.databaseUrl });
  await owner.connect();
  const edit = `update ledger_anchors set head = '1:${"e".repeat(64)}' where day = '2026-11-17'`;
  await expect(owner.query(edit)).rejects.toThrow();
  expect((await verify(app.databaseUrl)).differences).toEqual([]);

  await owner.query("alter table ledger_anchors disable trigger ledger_immutable");
  await owner.query(edit);
  await owner.query("alter table ledger_anchors enable trigger ledger_immutable");
  await owner.end();
  const outcomes = compareKept(kept, await history()).map(({ outcome }) => outcome);
  // The line itself, and by its link every line after it.
  expect(outcomes.slice(0, 3)).toEqual(["same", "changed", "changed"]);
  expect(new Set(outcomes.slice(1))).toEqual(new Set(["changed"]));
  expect((await verify(app.databaseUrl)).differences).toEqual([
    `anchor: the head 1:${"e".repeat(64)} that was told on 2026-11-17 is not in the seal chain`,
  ]);
});
