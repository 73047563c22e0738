import { sure } from "@fc/contract/sure";
import { uploadPicture, type UploadFolder } from "@fc/contract/uploads/portal";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { after, day } from "../../platform/clock.ts";
import { createPool } from "../../platform/db.ts";
import { webUrlOf } from "../../platform/login.ts";
import { asOwner } from "../../testing/database-content.ts";
import { passTime } from "../../testing/closures.ts";
import { setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import { signedIn, startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";
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

/** Of an active member, with a picture such as that of the PAN card, as somebody who sends SQL through requests may attack it. */
async function picture(folder: UploadFolder = "pan-proof-images"): Promise<() => Promise<unknown>> {
  const client = await signedIn(app, member);
  const params = { userId: member.id, folder };
  const { body } = await client.call(uploadPicture, { params, body: asFile(await photo()) });
  const id = sure(/[\da-f-]{36}/.exec(body.data.proofImageUrl))[0];
  return () => app.deps.files.read(id);
}
const byRequests = async (...statements: string[]) => {
  const web = createPool({ url: webUrlOf(app.databaseUrl), poolSize: 1 });
  try {
    for (const statement of ["begin", ...statements, "commit"]) await web.query(statement);
  } finally {
    await web.end();
  }
};
const statusOf = async () =>
  (await app.db.selectFrom("members").select("status").where("id", "=", member.id).executeTakeFirstOrThrow())
    .status;

test("requests cannot write that an account was closed, and such a row alone makes the worker remove no picture", async () => {
  const read = await picture();
  const closedLongAgo = `insert into closures (member_id, asked_at, due_at, left_fc, locked_fc, closed_at, kyc_until, tax_until)
    select ${member.id}, long_ago, long_ago, 0, 0, long_ago, long_ago, long_ago
    from (select least(now(), '${app.time.now.toISOString()}') - interval '1 year' as long_ago) times`;
  await expect(byRequests(closedLongAgo)).rejects.toThrow("permission denied");
  await sql.raw(closedLongAgo).execute(app.db);
  await closeAccountsTask(app.deps).run({});
  expect(await read()).toBeDefined();
  // Nor with a status that says so, as long as the database has not seen the row for the waiting time and the years.
  await sql`update members set status = 'closed' where id = ${member.id}`.execute(app.db);
  await closeAccountsTask(app.deps).run({});
  expect(await read()).toBeDefined();
});

test("a picture stays where the database refuses to erase the records beside it", async () => {
  const read = await picture();
  await writeClosure();
  await passTime(app, 0);
  await closeAccountsTask(app.deps).run({});
  const { taxYears } = await businessSetting(app.db, "closure");
  // The server's clock is ahead; the database's own is not.
  const wrong = after(app.time.now, (taxYears + 1) * 366 * day);
  const ahead = { ...app.deps, databaseClock: async () => wrong };
  await expect(closeAccountsTask(ahead).run({})).rejects.toThrow("kept longer");
  expect(await read()).toBeDefined();
});

const setting = (values: string) =>
  `insert into business_settings (name, value) values ('closure', '${values}')
   on conflict (name) do update set value = excluded.value`;
const negative = setting('{"waitingDays": -9, "kycYears": -9, "taxYears": -9}');
const usual = setting('{"waitingDays": 14, "kycYears": 5, "taxYears": 8}');

test("a waiting time that requests lower and put back in one transaction does not shorten a closure", async () => {
  await byRequests(
    negative,
    `insert into closures (member_id, asked_at, due_at, left_fc, locked_fc)
     select ${member.id}, long_ago, long_ago, 0, 0
     from (select least(now(), '${app.time.now.toISOString()}') - interval '1 year' as long_ago) times`,
    usual,
  );
  await closeAccountsTask(app.deps)
    .run({})
    .catch(() => undefined);
  expect(await statusOf()).toBe("active");
});

test("negative years in the settings do not end before the account is closed", async () => {
  await writeClosure();
  await byRequests(negative);
  await sql`update closures set closed_at = now(), kyc_until = now() - interval '9 years', tax_until = now() - interval '9 years'
    where member_id = ${member.id}`.execute(app.db);
  await byRequests(usual);
  const kept = sql<{ isKept: boolean }>`
    select least(kyc_kept_until, tax_kept_until) > now() - interval '1 day' as "isKept"
    from closures where member_id = ${member.id}`;
  expect((await kept.execute(app.db)).rows).toEqual([{ isKept: true }]);
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

test("pictures of messages, and a name and number that operators corrected, are erased with the account", async () => {
  const shown = await picture("support-images");
  expect(await shown()).toBeDefined();
  await operatorSignedIn(app, "support");
  await sql`insert into support_records (reference, ref_id, member_id, number, email, message, upload_id, created_at, waiting_since)
    select ${`SR-PICTURE${member.id}`}, '', ${member.id}, '', '', 'Look', id, now(), now()
    from uploads where member_id = ${member.id}`.execute(app.db);
  await sql`insert into corrections (member_id, change, reason, proposed_by, proposed_at)
    select ${member.id}, ${JSON.stringify({
      kind: "profile",
      from: { name: "Asha Verma", mobileNumber: "" },
      to: { name: "Asha Varma", mobileNumber: "+919876543210" },
    })}, 'As in the passport', max(id), now() from operators`.execute(app.db);
  await writeClosure();
  await passTime(app, 0);
  await closeAccountsTask(app.deps).run({});
  expect(await shown()).toBeUndefined();
  const { rows } = await sql`
    select record.upload_id, correction.change::text as change, correction.reason
    from support_records record join corrections correction using (member_id)
    where member_id = ${member.id}`.execute(app.db);
  expect(rows).toEqual([
    { upload_id: null, reason: "erased", change: expect.not.stringMatching(/Asha|98765/) },
  ]);
});
