import {
  beginSecondStep,
  confirmSecondStep,
  operatorLogin,
  passSecondStep,
} from "@fc/contract/operators/console";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { seal } from "../core/ledger/seal.ts";
import { verify } from "../core/ledger/verify.ts";
import { secretKeyFrom } from "../platform/secrets.ts";
import { codeShown } from "../testing/authenticator-app.ts";
import { startServerHere } from "../testing/commands.ts";
import { fund } from "../testing/money.ts";
import { addOperator } from "../testing/operators.ts";
import { testPassword } from "../testing/password.ts";
import { sealAll } from "../testing/ledger/ledger.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startTestApp, TestClient } from "../testing/test-app.ts";
import { secretKeyFor } from "./with-database.ts";

// It starts several servers, one after the other, and waits for the work of one.
const timeout = 120_000;
const workTimeout = 60_000;

test(
  "the key is replaced: authenticators, recovery codes, push keys and old seals stay good, the old key does not",
  { timeout },
  async () => {
    const app = await startTestApp();
    app.time.now = new Date();
    const [oldKey, newKey] = [app.deps.secretKey, secretKeyFrom("the new key of thirty-two characters")];
    const owner = new pg.Client({ connectionString: app.databaseUrl });
    await owner.connect();
    await owner.query("insert into secret_keys (id, began_at) values ($1, now())", [oldKey.id]);
    const member = await app.addMember();
    await fund(app.db, member, { transfer: 5 }, app.time.now);
    await sealAll({ db: app.db, url: app.databaseUrl }, oldKey);
    const { email } = await addOperator(app, "admin");
    const operator = await loggedIn(app.url, email);
    const { secret } = (await operator.call(beginSecondStep, {})).body.data;
    const enrolled = await operator.call(confirmSecondStep, {
      body: { code: codeShown(secret, app.time.now) },
    });
    const [recoveryCode] = enrolled.body.data.recoveryCodes as string[];

    const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: await temporaryFolder() };
    const start = (SECRET_KEY: string) => startServerHere({ ...env, SECRET_KEY });
    const replacing = await startServerHere({
      ...env,
      SECRET_KEY: newKey.text,
      SECRET_KEY_PREVIOUS: oldKey.text,
    });
    // The worker encrypts again, and seals with the new key.
    const encryptedWith = async () =>
      (
        await sql<{ id: string }>`
          select encode(substring(secret for 8), 'hex') as id from authenticators
          union all select encode(substring(private_key for 8), 'hex') from push_keys`.execute(app.db)
      ).rows.map(({ id }) => id);
    await expect.poll(encryptedWith, { timeout: workTimeout }).toEqual([newKey.id, newKey.id]);
    await fund(app.db, member, { transfer: 7 }, app.time.now);
    const sealedWith = async () =>
      (await app.db.selectFrom("ledger_seals").select("key_id").orderBy("number").execute()).map(
        (row) => row.key_id,
      );
    await expect.poll(sealedWith, { timeout: workTimeout }).toEqual([oldKey.id, newKey.id]);
    await replacing.stop();

    const server = await start(newKey.text);
    // The code of the next half minute: that of the first one was used for the enrolment.
    const later = new Date(Date.now() + 30_000);
    for (const code of [codeShown(secret, later), recoveryCode!]) {
      const back = await loggedIn(server.url, email);
      expect((await back.call(passSecondStep, { body: { code } })).status).toBe(200);
    }
    // The database itself keeps the earlier key, with which the first seal is verified.
    const known = await secretKeyFor(app.databaseUrl, newKey.text);
    expect(await verify(app.databaseUrl, { secretKey: known })).toMatchObject({
      entries: 2n,
      seals: 2n,
      unsealed: 0n,
      differences: [],
    });
    await server.stop();

    await expect(start(oldKey.text)).rejects.toThrow("was replaced on");
    await expect(start("u".repeat(32))).rejects.toThrow(
      "set SECRET_KEY to the new one and SECRET_KEY_PREVIOUS to the one in use",
    );

    // A node that still runs with the old key does not seal, and who stole that key is noticed.
    await fund(app.db, member, { transfer: 1 }, app.time.now);
    await expect(seal(app.db, { secretKey: oldKey, now: app.time.now })).rejects.toThrow(
      "Start this server again",
    );
    const thief = { ...oldKey, earlier: [newKey] };
    await sealAll({ db: app.db, url: app.databaseUrl }, thief);
    const found = await verify(app.databaseUrl, { secretKey: { ...newKey, earlier: [oldKey] } });
    expect(found.differences).toEqual([
      `chain: seal 3 was made with the key ${oldKey.id} after it had been replaced`,
    ]);
    await owner.end();
    await app.stop();
  },
);

async function loggedIn(url: string, email: string): Promise<TestClient> {
  const client = new TestClient({ url });
  client.token = (await client.call(operatorLogin, { body: { email, password: testPassword } })).body.token;
  return client;
}
