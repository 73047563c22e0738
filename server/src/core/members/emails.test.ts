import { randomUUID } from "node:crypto";
import { register } from "@fc/contract/registration/portal";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atomically, type Tx } from "../../platform/db.ts";
import { changeEmailTo } from "../../testing/new-email.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { membersWithMailbox } from "./emails.ts";

let app: TestApp;
let sponsor: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  sponsor = await app.addMember();
});
afterAll(() => app.stop());

let visitors = 0;
async function registers(mailId: string): Promise<boolean> {
  const body = {
    parentRefId: sponsor.refId,
    name: "Ravi Kumar",
    gender: "M" as const,
    mailId,
    mobileNumber: "+919876543210",
    isLeft: true,
    isRight: false,
  };
  const client = new TestClient(app, `203.0.113.${++visitors}`);
  return (await client.call(register, { body }, randomUUID())).body.isUserCreated;
}

test.each([
  ["a plus tag", "ravi@example.com", "ravi+two@example.com"],
  ["two plus tags", "mira+one@example.com", "mira+two+three@example.com"],
  ["capitals and a plus tag", "Kiran@Example.com", "KIRAN+x@example.COM"],
  ["dots at Gmail", "ravi.kumar@gmail.com", "r.a.v.i.kumar@gmail.com"],
  ["Gmail's other domain", "mirakumar@gmail.com", "mira.kumar+x@googlemail.com"],
])("%s does not make another mailbox of an address", async (_, first, second) => {
  expect(await registers(first)).toBe(true);
  expect(await registers(second)).toBe(false);
});

test("elsewhere than at Gmail dots are part of the address, and so is the domain", async () => {
  expect(await registers("dev.anand@example.com")).toBe(true);
  expect(await registers("devanand@example.com")).toBe(true);
  expect(await registers("devanand@example.org")).toBe(true);
});

test("of registrations at once with forms of one mailbox one succeeds", async () => {
  const forms = Array.from({ length: 6 }, (_, i) => `usha+${i}@example.com`);
  const results = await Promise.all(forms.map(registers));
  expect(results.filter(Boolean)).toHaveLength(1);
});

test("mails go to the address as it was typed, tag and dots and all", async () => {
  expect(await registers("Leela.Rao+fc@gmail.com")).toBe(true);
  const stored = await app.db
    .selectFrom("members")
    .select("email")
    .where("email", "like", "leela%")
    .executeTakeFirst();
  expect(stored?.email).toBe("leela.rao+fc@gmail.com");
});

test("a member may change to another form of the own address", async () => {
  const member = await app.addMember();
  const [local, domain] = member.email.split("@");
  const changed = await changeEmailTo(app, await signedIn(app, member), member, `${local}+fc@${domain}`);
  expect(changed.status).toBe(200);
});

test("counting is a look-up in an index, however many members there are", async () => {
  const plan = await atomically(app.db, planOf, "asha@example.com");
  expect(plan).toMatch(/Index Cond.*=/);
  expect(plan).toContain("members_mailbox");
});

async function planOf(tx: Tx, email: string): Promise<string> {
  await sql`set local enable_seqscan = off`.execute(tx);
  const { sql: text, parameters } = membersWithMailbox(tx, email).compile();
  const explained = await tx.executeQuery<{ "QUERY PLAN": string }>(
    CompiledQuery.raw(`explain ${text}`, [...parameters]),
  );
  return explained.rows.map((row) => row["QUERY PLAN"]).join("\n");
}
