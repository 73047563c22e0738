import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asOwner } from "../../testing/database-content.ts";
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
  // The waiting time runs from when the database saw the row, whatever the row says.
  await expect(
    sql`update closures set waits_until = now() where member_id = ${member.id}`.execute(app.db),
  ).rejects.toThrow("permission denied");
  const daysLeft = sql<{ days: number }>`
    select extract(day from waits_until - now())::int as days from closures where member_id = ${member.id}`;
  expect((await daysLeft.execute(app.db)).rows).toEqual([{ days: 13 }]);
  await seenByDatabase("2 days");
  await expect(erased()).rejects.toThrow("is not due");
  expect(await events()).not.toEqual([]);
  await passTime(app, 0);
  await erased();
  expect(await events()).toEqual([]);
});

/** As if the row had been written so long ago. */
const seenByDatabase = (ago: string) =>
  asOwner(app.databaseUrl, async (owner) => {
    await owner.query("set session_replication_role = replica");
    await owner.query(
      `update closures set noted_at = noted_at - $1::interval, waits_until = waits_until - $1::interval,
         kyc_kept_until = kyc_kept_until - $1::interval, tax_kept_until = tax_kept_until - $1::interval
       where member_id = $2`,
      [ago, member.id],
    );
  });

const eraseKept = (asOf = "now()") =>
  sql`select member_erase_kept(${member.id}, 'tax', ${sql.raw(asOf)})`.execute(app.db);
const pans = async () =>
  (await app.db.selectFrom("pan_records").select("version").where("member_id", "=", member.id).execute())
    .length;
const addPan = () =>
  sql`with picture as (
      insert into uploads (id, member_id, purpose, sha256, bytes, width, height, created_at)
      values (gen_random_uuid(), ${member.id}, 'pan-proof-images', '\\x00', 1, 1, 1, now()) returning id)
    insert into pan_records (member_id, name_in_pan, pan_number, upload_id, created_at)
    select ${member.id}, 'ASHA VERMA', 'ABCPE1234F', id, now() from picture`.execute(app.db);

test("what the law asks to keep is not erased at once by a closure that says that its years are over", async () => {
  await addPan();
  await sql`update members set status = 'closed' where id = ${member.id}`.execute(app.db);
  await sql`insert into closures (member_id, asked_at, due_at, left_fc, locked_fc, closed_at, kyc_until, tax_until)
    select ${member.id}, now() - interval '9 years', now() - interval '9 years', 0, 0, now() - interval '9 years',
      now() - interval '1 year', now() - interval '1 year'`.execute(app.db);
  await expect(eraseKept()).rejects.toThrow("kept longer");
  await seenByDatabase("2 years");
  await expect(eraseKept()).rejects.toThrow("kept longer");
  await expect(eraseKept("'2099-01-01'")).rejects.toThrow("kept longer");
  expect(await pans()).toBe(1);
  await passTime(app, 0);
  await eraseKept();
  expect(await pans()).toBe(0);
});

test("until when something is kept of a closed account cannot be brought forward", async () => {
  await addPan();
  await writeClosure();
  await passTime(app, 0);
  await closeAccountsTask(app.deps).run({});
  for (const change of [
    "kyc_until = now()",
    "tax_until = now()",
    "closed_at = null, kyc_until = null, tax_until = null",
  ]) {
    const changed = sql`update closures set ${sql.raw(change)} where member_id = ${member.id}`.execute(
      app.db,
    );
    await expect(changed).rejects.toThrow("kept longer");
  }
  await expect(eraseKept()).rejects.toThrow("kept longer");
  expect(await pans()).toBe(1);
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
