import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day } from "../../platform/clock.ts";
import { setSetting } from "../../testing/money.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { forgetOldMails } from "./forget.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const content = { subject: "Hello", heading: "Hello", blocks: [], greeting: "" } as never;

function mail(recipient: string, ageDays: number, state: "sent" | "discarded" | "unsent") {
  const created_at = new Date(app.time.now.getTime() - ageDays * day);
  return {
    message_id: randomUUID(),
    recipient,
    subject: "Hello",
    content: state === "unsent" ? JSON.stringify(content) : null,
    created_at,
    sent_at: state === "sent" ? created_at : null,
    expires_at: null,
  };
}

async function forget(): Promise<string[]> {
  await forgetOldMails(app.deps).run({});
  const left = await app.db.selectFrom("mails").select("recipient").orderBy("recipient").execute();
  return left.map(({ recipient }) => recipient);
}

test("mails are forgotten after 90 days or what the business sets, but not those that wait to be sent", async () => {
  const mails = [
    mail("new@example.com", 6, "sent"),
    mail("month@example.com", 31, "sent"),
    mail("old@example.com", 91, "sent"),
    mail("discarded@example.com", 91, "discarded"),
    mail("waits@example.com", 200, "unsent"),
  ];
  await app.db.insertInto("mails").values(mails).execute();
  expect(await forget()).toEqual(["month@example.com", "new@example.com", "waits@example.com"]);
  await setSetting(app.databaseUrl, "mails", { keepDays: 30 });
  expect(await forget()).toEqual(["new@example.com", "waits@example.com"]);
});

test("however many there are, one run forgets them all", async () => {
  const mails = Array.from({ length: 2500 }, () => mail("many@example.com", 100, "sent"));
  await app.db.insertInto("mails").values(mails).execute();
  expect(await forget()).not.toContain("many@example.com");
});
