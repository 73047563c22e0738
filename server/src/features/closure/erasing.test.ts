import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { passTime } from "../../testing/closures.ts";
import { setPrice } from "../../testing/money.ts";
import { startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { closeAccountsTask } from "./task.ts";

let app: TestApp;
let sponsor: TestMember;
let member: TestMember;

beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 15, app.time.now);
  sponsor = await app.addMember({ name: "Sunita Rao" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma", sponsor });
});

/** With the application's rights, a closure that says of itself that it is due, by the server's and the database's time. */
const writeClosure = (notedAt = "") =>
  sql`insert into closures (member_id, asked_at, due_at, left_fc, locked_fc${sql.raw(notedAt && ", noted_at")})
    select ${member.id}, now - interval '20 days', now - interval '1 day', 0, 0${sql.raw(notedAt)}
    from (select least(now(), ${app.time.now}::timestamptz) as now) earlier`.execute(app.db);

test("the application's login cannot erase a member whose closure is not due, whatever it writes into the row", async () => {
  const erased = async () => {
    await sql`update members set status = 'closed' where id = ${member.id}`.execute(app.db);
    await sql`select member_erase(${member.id})`.execute(app.db);
  };
  const events = () =>
    app.db.selectFrom("member_events").select("kind").where("member_id", "=", member.id).execute();
  await sql`insert into member_events (member_id, kind, detail, happened_at, ip, user_agent)
    values (${member.id}, 'password-changed', '', now(), '192.0.2.1', '')`.execute(app.db);
  await expect(erased()).rejects.toThrow("is not due");
  await expect(writeClosure(", now() - interval '20 days'")).rejects.toThrow("permission denied");
  await writeClosure();
  await expect(erased()).rejects.toThrow("is not due");
  await expect(
    sql`update closures set noted_at = asked_at where member_id = ${member.id}`.execute(app.db),
  ).rejects.toThrow("permission denied");
  expect(await events()).not.toEqual([]);
  await passTime(app, 0);
  await erased();
  expect(await events()).toEqual([]);
});

test("what another member wrote from the same mailbox stays", async () => {
  const other = await app.addMember({ name: "Ravi Verma", sponsor });
  await sql`update members set email = ${member.email} where id = ${other.id}`.execute(app.db);
  for (const [reference, writer] of [
    [`SR-OWN${member.id}`, member.id],
    [`SR-OTHER${member.id}`, other.id],
    [`SR-NOBODY${member.id}`, null],
  ] as const) {
    await sql`with record as (
        insert into support_records (reference, ref_id, member_id, number, email, message, created_at, waiting_since)
        values (${reference}, '', ${writer}, '', ${member.email}, 'Where is my stake?', now(), now()) returning id)
      insert into support_events (record_id, kind, body, at) select id, 'message', 'Please look', now() from record`.execute(
      app.db,
    );
  }
  await writeClosure();
  await passTime(app, 0);
  await closeAccountsTask(app.deps).run({});
  const { rows } = await sql<{ message: string; body: string }>`
    select message, body from support_records record join support_events on record_id = record.id
    where reference like ${`SR-%${member.id}`} order by record.id`.execute(app.db);
  const kept = { message: "Where is my stake?", body: "Please look" };
  expect(rows).toEqual([{ message: "", body: "" }, kept, kept]);
});
