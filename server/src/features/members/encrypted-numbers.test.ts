import { getBankDetails, updateBankDetails } from "@fc/contract/bank/portal";
import { revealKyc, type KycPart } from "@fc/contract/members/console";
import { confirmCorrection, proposePan } from "@fc/contract/members/console-corrections";
import { createPanRecord, getPanRecord } from "@fc/contract/pan/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reencryptNumbers } from "../../core/members/re-encrypt-numbers.ts";
import { buildApp } from "../../app.ts";
import { createPool } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { createLog } from "../../platform/logger.ts";
import { secretKeyFrom, type SecretKey } from "../../platform/secrets.ts";
import { confirm } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let owner: pg.Client;
let first: TestClient;
let second: TestClient;
const logged: string[] = [];
beforeAll(async () => {
  app = await startTestApp(createLog("debug", { write: (line) => void logged.push(line) }));
  owner = new pg.Client({ connectionString: app.databaseUrl });
  await owner.connect();
  first = await operatorSignedIn(app, "support");
  second = await operatorSignedIn(app, "admin");
});
afterAll(async () => {
  await owner.end();
  await app.stop();
});

const bank = { ifscCode: "HDFC0000001", branch: "TULSIANI CHMBRS - NARIMAN PT", bankName: "HDFC Bank" };

interface Numbers {
  accountNumber: string;
  panNumber: string;
}

/** A member who entered both numbers in the portal. */
async function memberWith({ accountNumber, panNumber }: Numbers) {
  const member = await app.addMember({ name: "Asha Verma" });
  const client = await signedIn(app, member);
  const account = { userId: member.id, ...bank, accountNumber };
  await confirm(app, client, member, { purpose: "bank", change: account });
  await client.call(updateBankDetails, { body: account });
  const params = { userId: member.id, folder: "pan-proof-images" } as const;
  const sent = await client.call(uploadPicture, { params, body: asFile(await photo()) });
  const { proofImageUrl: panImageUrl } = sent.body.data;
  const pan = { userId: member.id, nameInPan: "ASHA VERMA", panNumber, panImageUrl };
  await confirm(app, client, member, { purpose: "pan", change: pan });
  await client.call(createPanRecord, { body: pan });
  return { member, client };
}

const reveal = async (by: TestClient, { refId }: TestMember, part: KycPart) =>
  (await by.call(revealKyc, { params: { refId }, body: { part } })).body.data;

/** Every row of every table as text, with bytes also as the text that they would be. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string }>(`select t::text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  const text = texts.join("\n");
  const bytes = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex]) =>
    Buffer.from(hex!, "hex").toString("latin1"),
  );
  return [text, ...bytes].join("\n");
}

test("a reader of the whole database, or of the log, finds neither PAN nor account number", async () => {
  const numbers = { accountNumber: "120034005600", panNumber: "ABCPE1234F" };
  const corrected = "ABCPE1243F";
  const { member, client } = await memberWith(numbers);
  await reveal(first, member, "pan");
  const proposed = await first.call(proposePan, {
    params: { refId: member.refId },
    body: { nameInPan: "ASHA VERMA", panNumber: corrected, reason: "Two digits were swapped" },
  });
  expect(proposed.status).toBe(200);
  expect(await wholeDatabase()).not.toContain(corrected);
  await reveal(second, member, "pan");
  await second.call(confirmCorrection, { params: { id: proposed.body.data.id } });
  await reveal(second, member, "bank");

  const params = { userId: member.id };
  expect((await client.call(getPanRecord, { params })).body.data.panNumber).toBe(corrected);
  const kept = `${await wholeDatabase()}\n${logged.join("\n")}`;
  for (const number of [...Object.values(numbers), corrected]) {
    expect(kept).not.toContain(number);
    expect(kept).not.toContain(Buffer.from(number).toString("hex"));
    expect(kept).not.toContain(Buffer.from(number).toString("base64").replace(/=+$/, ""));
  }
});

test("an encrypted number that is moved to another member's row is refused", async () => {
  const { member: victim } = await memberWith({ accountNumber: "771100220033", panNumber: "ABCPE7711F" });
  const { member, client } = await memberWith({ accountNumber: "880011002200", panNumber: "ABCPE8800F" });
  for (const table of ["bank_details", "pan_records"]) {
    await owner.query(
      `update ${table} set encrypted_number = (select encrypted_number from ${table} where member_id = $1)
       where member_id = $2`,
      [victim.id, member.id],
    );
  }
  const params = { userId: member.id };
  for (const route of [getBankDetails, getPanRecord]) {
    const answer = await client.call(route, { params });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toMatch(/0033|7711/);
  }
  expect(await reveal(first, member, "bank")).toBeUndefined();
  await expect(reencryptNumbers(app.db, nextKey("moved"))).rejects.toThrow(
    `bank_details of the members ${member.id}; pan_records of the members ${member.id}`,
  );
  await owner.query("delete from bank_details");
  await owner.query("delete from pan_records");
  await owner.query("delete from corrections");
});

test("numbers that an earlier release stored are encrypted while it still runs, which can no longer change them", async () => {
  const numbers = { accountNumber: "445500660077", panNumber: "ABCPE4455F" };
  const { member, client } = await memberWith(numbers);
  await owner.query(
    "update bank_details set account_number = $1, encrypted_number = null, number_index = null",
    [numbers.accountNumber],
  );
  await owner.query("update pan_records set pan_number = $1, encrypted_number = null, number_index = null", [
    numbers.panNumber,
  ]);
  await owner.query(
    `insert into corrections (member_id, change, reason, proposed_by, proposed_at)
     values ($1, '{"kind": "pan", "nameInPan": "A", "panNumber": "ABCPE4466F"}', 'x', 1, now())`,
    [member.id],
  );
  const params = { userId: member.id };
  const read = async () => [
    (await client.call(getBankDetails, { params })).body.data.accountNumber,
    (await client.call(getPanRecord, { params })).body.data.panNumber,
    (await reveal(first, member, "pan")).pan.proposed.panNumber,
  ];
  const before = await read();
  expect(before).toEqual(["•••• 0077", numbers.panNumber, "ABCPE4466F"]);
  for (let run = 0; run < 2; run++) await reencryptNumbers(app.db, app.deps.secretKey);
  const kept = await wholeDatabase();
  for (const number of [...Object.values(numbers), "ABCPE4466F"]) expect(kept).not.toContain(number);
  expect(await read()).toEqual(before);

  // As the release before writes it.
  const attempt = owner.query(
    `insert into bank_details (member_id, account_number, ifsc_code, branch, bank_name, changed_at)
     values ($1, '123456789', 'HDFC0000001', 'x', 'x', now())
     on conflict (member_id) do update set account_number = excluded.account_number`,
    [member.id],
  );
  await expect(attempt).rejects.toMatchObject({ constraint: "bank_details_one_number" });
  expect(await read()).toEqual(before);
});

test("after the key was replaced, the new key alone reads and finds the numbers", async () => {
  const numbers = { accountNumber: "990088007700", panNumber: "ABCPE9900F" };
  const { member } = await memberWith(numbers);
  const { member: other } = await memberWith(numbers);
  const users = [{ refId: other.refId, name: other.name }];
  const expected = { ...numbers, bankUsers: users, panUsers: users };
  const seen = async (by: TestClient) => {
    const { bank: account } = await reveal(by, member, "bank");
    const { pan } = await reveal(by, member, "pan");
    return {
      accountNumber: account.accountNumber,
      panNumber: pan.panNumber,
      bankUsers: account.alsoUsedBy,
      panUsers: pan.alsoUsedBy,
    };
  };
  expect(await seen(first)).toEqual(expected);
  const key = nextKey("replaced");
  // Before anything was encrypted again.
  await withServer(key, async (by) => expect(await seen(by)).toEqual(expected));
  await reencryptNumbers(app.db, key);
  await withServer({ ...key, earlier: [] }, async (by) => expect(await seen(by)).toEqual(expected));
});

const nextKey = (name: string): SecretKey => ({
  ...secretKeyFrom(`the ${name} key of thirty-two characters`),
  earlier: [app.deps.secretKey],
});

/** The first operator's browser at a server with another key. */
async function withServer(secretKey: SecretKey, work: (by: TestClient) => Promise<void>): Promise<void> {
  const pool = createPool({ url: loginUrlOf(app.databaseUrl), poolSize: 2 });
  const deps = { ...app.deps, secretKey };
  const options = { pool, webRoot: "/nowhere", trustProxy: 1, metricsToken: undefined };
  const server = await buildApp(deps, options);
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const client = new TestClient({ url });
  client.token = first.token;
  for (const [name, value] of first.cookies) client.cookies.set(name, value);
  await work(client);
  await server.close();
  await pool.end();
}
