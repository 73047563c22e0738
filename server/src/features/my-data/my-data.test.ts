import { saveMyData } from "@fc/contract/my-data/portal";
import { sendOtp } from "@fc/contract/otp/portal";
import { chooseLinkPreference } from "@fc/contract/referrals/portal";
import { createOwnSupportRecord } from "@fc/contract/support/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keptTables } from "../../app.ts";
import { confirm, fund, giveAddress } from "../../testing/money.ts";
import { textOfPdf } from "../../testing/pdf-text.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { unzipped } from "../../testing/unzip.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
let other: TestMember;

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

beforeAll(async () => {
  app = await startTestApp();
  const sponsor = await app.addMember({ name: "Sunita Rao" });
  member = await app.addMember({ name: "Asha Verma", sponsor });
  other = await app.addMember({ name: "Ravi Iyer", sponsor: member });
  client = await signedIn(app, member);
  await fund(app.db, member, { staking: 12 }, app.time.now);
  await giveAddress(app.db, member, address, app.time.now);
});
afterAll(() => app.stop());

const save = (as: TestClient, of: TestMember) => as.call(saveMyData, { body: { userId: of.id } });

/** The file as it arrives. */
async function saved(as: TestClient, of: TestMember): Promise<Map<string, Buffer>> {
  const response = await fetch(`${app.url}/api${saveMyData.path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${as.token}`,
      cookie: [...as.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      "content-type": "application/json",
    },
    body: JSON.stringify({ userId: of.id }),
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(response.headers.get("content-disposition")).toContain(`my-data-${of.refId}.zip`);
  return unzipped(Buffer.from(await response.arrayBuffer()));
}

/** Tables with a member in them that another part of the file tells about. sections.ts reads them. */
const toldOtherwise = {
  bank_details: "bank",
  pan_records: "pan",
  placements: "network",
  support_records: "support",
  authenticators: "account",
  mail_phrases: "account",
  direct_bonuses_due: "directBonuses",
};

/** Tables with a member in them that say nothing about the member beyond the rest of the file, or nothing at all. */
const leftOut = {
  authenticator_enrolments: "a secret that lives for minutes, until the authenticator app is set up",
  moved_passwords: "only the hash of a password of the system before",
  recovery_codes: "only hashes of codes",
  incoming_uploads: "pieces of a picture that is on its way; it is complete or forgotten within a day",
  idempotency_keys: "keys of requests that were already done; they are forgotten after a month",
  team_events: "changes of the legs above: the business of stakes that are listed",
  signal_news: "a queue of who is looked at next, emptied within minutes",
  signal_members: "how fraud is found; telling it would help those who commit it",
  signal_scores: "how fraud is found; telling it would help those who commit it",
  proposals: "what operators propose; once done it is among the corrections, adjustments and stakes",
  operator_log: "what operators did and looked at; the member reads it as a sensitive change",
  notice_readers: "who a notice was for; the notice itself is on the notice board",
};

test("every table with a member in it is in the file, or says why it is not", async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct name from (
      select table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name in ('member_id', 'sponsor_id', 'owner_id')
      union
      select constraints.conrelid::regclass::text from pg_constraint as constraints
      where contype = 'f' and confrelid = 'members'::regclass
    ) as found where name <> 'members' order by name`.execute(app.db);
  const known = [keptTables, toldOtherwise, leftOut].flatMap((tables) => Object.keys(tables));
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("one file has everything, for machines and for people, with the pictures and nobody else's data", async () => {
  const params = { userId: member.id, folder: "pan-proof-images" } as const;
  const { body } = await client.call(uploadPicture, { params, body: asFile(await photo()) });
  const message = { refId: member.refId, supportMessage: "Where is my stake?" };
  await client.call(createOwnSupportRecord, { body: message as never });
  const preference = { userId: member.id, preference: "members" as const };
  await client.call(chooseLinkPreference, { body: preference });
  const purpose = "my-data";
  await confirm(app, client, member, { purpose, change: { userId: member.id } });
  const files = await saved(client, member);
  expect([...files.keys()].map((name) => name.split("/")[0])).toEqual([
    `my-data-${member.refId}.json`,
    `my-data-${member.refId}.pdf`,
    "pictures",
  ]);
  expect(body.data.proofImageUrl).toContain([...files.keys()][2]!.slice("pictures/".length, -4));

  const text = files.get(`my-data-${member.refId}.json`)!.toString();
  const data = JSON.parse(text);
  expect(data.account[0]).toMatchObject({ name: "Asha Verma", email: member.email, user_id: member.refId });
  expect(data.account[0]).toMatchObject({ link_preference: "members", daily_seal_by_mail_since: null });
  expect(data.coin_addresses).toMatchObject([{ address }]);
  expect(data.balances).toContainEqual({ account: "staking", amount_fc: "12 FC" });
  expect(data.movements).toMatchObject([{ kind: "opening", to: "staking", amount_fc: "12 FC" }]);
  expect(data.network.map(({ who, name }: { who: string; name: string }) => [who, name])).toEqual([
    ["sponsor", "Sunita Rao"],
    ["placed below", "Sunita Rao"],
    ["invited", "Ravi Iyer"],
  ]);
  expect(data.sessions[0].ip).toBe("192.0.2.1");
  // Of others only the name and the user id, as the portal shows them.
  for (const secret of [other.email, "password_hash", "token_hash", "code_hash"]) {
    expect(text).not.toContain(secret);
  }
  const pages = await textOfPdf(new Uint8Array(files.get(`my-data-${member.refId}.pdf`)!));
  const words = pages.flat(2).join(" ");
  expect(words).toContain("Everything we hold about you");
  expect(words).toContain("Asha Verma");
});

test("each file takes a code of its own: none, a used one and another member's do not count", async () => {
  expect((await save(client, member)).body.code).toBe("INVALID_OTP");
  const change = { userId: member.id };
  await confirm(app, client, member, { purpose: "my-data", change });
  // Of the same member, in another browser.
  expect((await save(await signedIn(app, member), member)).body.code).toBe("INVALID_OTP");
  const both = await Promise.all(Array.from({ length: 8 }, () => save(client, member)));
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await save(client, member)).body.code).toBe("INVALID_OTP");

  // Another member gets neither the code nor the file.
  const stranger = await signedIn(app, other);
  expect((await save(stranger, member)).status).toBe(404);
  const params = { userId: other.id };
  const sent = await stranger.call(sendOtp, { params, body: { purpose: "my-data", change } });
  expect(sent.status).toBe(404);
  const mails = await app.mailsTo(member.email);
  expect(mails.filter(({ subject }) => subject.includes("saved as a file"))).toHaveLength(2);
});
