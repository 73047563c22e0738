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
import { runCommand } from "../testing/commands.ts";
import { fund } from "../testing/money.ts";
import { addOperator } from "../testing/operators.ts";
import { testPassword } from "../testing/password.ts";
import { ApiProcess } from "../testing/soak/api-process.ts";
import { sealAll } from "../testing/ledger/ledger.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startTestApp, TestClient } from "../testing/test-app.ts";

// It starts several servers, one after the other.
const timeout = 60_000;

test(
  "the key is replaced: authenticators, recovery codes and old seals stay good, the old key does not",
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

    const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: await temporaryFolder(), MAIL_INBOX_PORT: "0" };
    const replacing = new ApiProcess({
      ...env,
      SECRET_KEY: newKey.text,
      SECRET_KEY_PREVIOUS: oldKey.text,
      LOG_LEVEL: "fatal",
    });
    await replacing.start();
    // The worker encrypts again, and seals with the new key.
    const encryptedWith = async () =>
      (
        await sql<{
          id: string;
        }>`select encode(substring(secret for 8), 'hex') as id from authenticators`.execute(app.db)
      ).rows[0]!.id;
    await expect.poll(encryptedWith, { timeout: 15_000 }).toBe(newKey.id);
    await fund(app.db, member, { transfer: 7 }, app.time.now);
    const sealedWith = async () =>
      (await app.db.selectFrom("ledger_seals").select("key_id").orderBy("number").execute()).map(
        (row) => row.key_id,
      );
    await expect.poll(sealedWith, { timeout: 15_000 }).toEqual([oldKey.id, newKey.id]);
    await replacing.stop();

    const server = new ApiProcess({ ...env, SECRET_KEY: newKey.text, LOG_LEVEL: "fatal" });
    await server.start();
    // The code of the next half minute: that of the first one was used for the enrolment.
    const later = new Date(Date.now() + 30_000);
    for (const code of [codeShown(secret, later), recoveryCode!]) {
      const back = await loggedIn(server.url!, email);
      expect((await back.call(passSecondStep, { body: { code } })).status).toBe(200);
    }
    const verified = await runCommand("verify-ledger", [], { ...env, SECRET_KEY: newKey.text });
    expect(verified.stdout).toContain("2 entries, 2 postings, 2 seals, 0 not sealed yet, 0 differences");
    await server.stop();

    const start = (key: string) => runCommand("../main", [], { ...env, PORT: "0", SECRET_KEY: key });
    const [withOldKey, withUnknown] = await Promise.all([start(oldKey.text), start("u".repeat(32))]);
    expect(withOldKey).toMatchObject({ code: 1, stderr: expect.stringContaining("was replaced on") });
    expect(withUnknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "set SECRET_KEY to the new one and SECRET_KEY_PREVIOUS to the one in use",
      ),
    });

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
