import * as bulk from "@fc/contract/bulk-mail/console";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { second } from "../platform/clock.ts";
import { operatorSignedIn } from "./operators.ts";
import { catchMails, type CaughtMail } from "./smtp.ts";
import { startTestApp, type TestApp, type TestClient, type TestMember } from "./test-app.ts";

export const bounceTo = "bounces@portal.example.com";

export let app: TestApp;
export let mail: Awaited<ReturnType<typeof catchMails>>;
export let support: TestClient;
export let admin: TestClient;
export let root: TestMember;
/** Each test has members of its own, whom the search finds by this name. */
export let family: string;
export let members: TestMember[];
let families = 0;

/** An application with a real mail server, and four members for each test. */
export function testBulkMails(): void {
  beforeAll(async () => {
    app = await startTestApp();
    // The command that takes bounces has the real clock.
    app.time.now = new Date();
    mail = await catchMails(app, { bounceTo });
    support = await operatorSignedIn(app, "support");
    admin = await operatorSignedIn(app, "admin");
    root = await app.addMember({ name: "The Root" });
  });
  afterAll(async () => {
    await mail.stop();
    await app.stop();
  });
  beforeEach(async () => {
    family = `Family${String.fromCodePoint(65 + families++)}${Date.now()}`;
    members = [];
    for (const name of ["Asha", "Bina", "Chetan", "Divya"]) {
      members.push(await app.addMember({ name: `${name} ${family}`, sponsor: root }));
    }
  });
  afterEach(async () => {
    mail.caught.length = 0;
    mail.refused.clear();
    await setting({});
    const running = ["sending", "paused"] as const;
    await app.db.updateTable("bulk_mails").set({ state: "done" }).where("state", "in", running).execute();
  });
}

export const contentOf = (change: Partial<bulk.BulkMailContent> = {}): bulk.BulkMailContent => ({
  kind: "news",
  serviceReason: "",
  filter: { search: family },
  subject: { en: "News for {name}", hi: "{name} के लिए समाचार" },
  text: { en: "Hello {name}, your user ID is {userId}.", hi: "नमस्ते {name}, आपकी यूज़र ID {userId} है।" },
  ...change,
});

export async function write(change: Partial<bulk.BulkMailContent> = {}, by = support): Promise<number> {
  const { body, status } = await by.call(bulk.writeBulkMail, { body: contentOf(change) });
  expect(status).toBe(200);
  return body.data.id;
}

export const read = async (id: number): Promise<bulk.BulkMail> =>
  (await support.call(bulk.oneBulkMail, { params: { id } })).body.data;
export const audience = async ({ kind, filter } = contentOf()): Promise<bulk.BulkMailAudience> =>
  (await support.call(bulk.bulkMailAudience, { body: { kind, filter } })).body.data;

export async function send(id: number, { by = support, reason }: { by?: TestClient; reason?: string } = {}) {
  const { version, ...content } = await read(id);
  const { gets, upTo } = await audience(content);
  return by.call(bulk.sendBulkMail, {
    params: { id },
    body: { version, gets, upTo, ...(reason && { reason }) },
  });
}

export const steer = async (id: number, act: "pause" | "resume" | "cancel", by = support) =>
  by.call(bulk.steerBulkMail, { params: { id }, body: { act, version: (await read(id)).version } });

/** Lets the workers run some times, with a second between them unless it says so. */
export async function pass(rounds: number, stepMs = second): Promise<void> {
  for (let at = 0; at < rounds; at++) {
    app.time.advance(stepMs);
    await mail.work();
  }
}

export async function setting(values: { perMinute?: number; twoPeopleFrom?: number }): Promise<void> {
  const value = JSON.stringify(values);
  await app.db
    .insertInto("business_settings")
    .values({ name: "bulkMail", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
/** How many mails leave in a minute. */
export const perMinute = (rate: number) => setting({ perMinute: rate });

export async function resultsOf(id: number): Promise<Record<string, string>> {
  const { body } = await support.call(bulk.bulkMailResultPage, { params: { id }, query: { size: 100 } });
  const rows: bulk.BulkMailResultRow[] = body.data;
  return Object.fromEntries(
    rows.map(({ name, result, reason }) => [
      name.split(" ")[0]!,
      [result, reason].filter(Boolean).join(": "),
    ]),
  );
}

/** The kept totals are what counting the rows gives. */
export async function expectTotalsToBeTrue(id: number): Promise<void> {
  const { totals } = await read(id);
  const { rows } = await sql<{ result: string; count: number }>`
    select result, count(*)::int as count from bulk_mail_recipients
    where bulk_mail_id = ${id} group by result`.execute(app.db);
  const counted = Object.fromEntries(rows.map(({ result, count }) => [result, count]));
  const { unsubscribed: _, ...kept } = totals;
  expect(kept).toEqual({ waiting: 0, queued: 0, sent: 0, failed: 0, bounced: 0, skipped: 0, ...counted });
}

export const caughtFor = ({ email }: TestMember) => mail.caught.filter(({ to }) => to === email);
/** The body of a mail without its transfer encoding. */
export const plain = ({ text }: CaughtMail) =>
  text
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
export const headerOf = ({ text }: CaughtMail, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(text)?.[1]?.trim();
