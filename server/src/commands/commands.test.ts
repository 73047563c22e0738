import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmPlanVersion } from "../core/plan/versions.ts";
import { atomically } from "../platform/db.ts";
import { runCommand } from "../testing/commands.ts";
import { emptyDatabase, tablesIn } from "../testing/database-content.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  runCommand(command, args, { DATABASE_URL: app.databaseUrl, ...env });

const asha = ["--email", "asha@example.com", "--name", "Asha Rao"];

test("an address that an operator has already is answered with a sentence", async () => {
  expect((await run("add-operator", asha)).stdout).toContain("/console/invitation#");
  const { code, stderr } = await run("add-operator", asha);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "There is an operator with this e-mail already. operator:reset lets them in again\n",
  });
  const wrong = await run("add-operator", ["--email", "asha", "--name", "Asha Rao", "--role", "boss"]);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain("e-mail");
  expect(wrong.stderr).toContain("One of viewer, support, finance, admin");
});

test("an admin whom nobody can let in is let in by the command, without password and second step", async () => {
  await run("add-operator", ["--email", "ravi@example.com", "--name", "Ravi Rao"]);
  const { code, stdout } = await run("reset-operator", ["--email", "Ravi@example.com"]);
  expect(code).toBe(0);
  expect(stdout).toContain("/console/invitation#");
  const lines = await app.db.selectFrom("operator_log").select(["action", "ip"]).execute();
  expect(lines).toContainEqual({ action: "operator/reset", ip: "command line" });
  // Nobody confirms what is done on the machine, so every admin is told.
  const subjects = (await app.mailsTo("asha@example.com")).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("Ravi Rao (ravi@example.com)"))).toHaveLength(2);
  const unknown = await run("reset-operator", ["--email", "nobody@example.com"]);
  expect(unknown).toMatchObject({ code: 1, stderr: "There is no operator with this e-mail address\n" });
});

test("a command makes no database: it says that there is none, or that no server has started on it", async () => {
  const dataDir = join(tmpdir(), `fc-none-${randomUUID()}`);
  const none = await run("add-operator", asha, { DATABASE_URL: "", DATA_DIR: dataDir });
  const advice = "Start the server once, or check DATABASE_URL and DATA_DIR\n";
  expect(none).toEqual({ code: 1, stdout: "", stderr: `There is no database in ${dataDir}. ${advice}` });
  await expect(stat(dataDir)).rejects.toThrow("ENOENT");
  const empty = await emptyDatabase(app.databaseUrl);
  const { code, stderr } = await run("add-operator", asha, { DATABASE_URL: empty.url });
  expect({ code, stderr }).toEqual({ code: 1, stderr: `This database has no tables yet. ${advice}` });
  await empty.drop();
});

test("migrations are a step of their own, which shows before what it would do", async () => {
  const empty = await emptyDatabase(app.databaseUrl);
  const env = { DATABASE_URL: empty.url };
  const shown = await run("migrate", ["--dry-run"], env);
  expect(shown.stdout).toMatch(/^0001_\S+\.sql\n[^]*Nothing was done\.\n$/);
  expect(await tablesIn(empty.url)).toBe(0);
  expect((await run("migrate", [], env)).stdout).toMatch(/Migrating …\n\d+ done\.\n$/);
  expect((await run("migrate", [], env)).stdout).toBe("The database is up to date.\n");
  await empty.drop();
});

test("a command reads the same settings as the server, and names what is missing", async () => {
  const { code, stderr } = await run("add-operator", asha, { NODE_ENV: "production" });
  expect(code).toBe(1);
  expect(stderr).toContain("MAIL_FROM: must be set with NODE_ENV=production");
});

test("the first member is the root of the network and is welcomed by mail; a second one is refused", async () => {
  const meera = ["--name", "Meera Nair", "--gender", "F", "--email", "meera@example.com"];
  const tooEarly = await run("add-member", meera);
  expect(tooEarly).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The plan is not confirmed\./) });
  await atomically(app.db, confirmPlanVersion, { version: 1, by: null, now: app.time.now });
  const { stdout } = await run("add-member", meera);
  const refId = /FC\w+/.exec(stdout)?.[0];
  const [mail] = await app.mailsTo("meera@example.com");
  expect(mail?.text).toContain(refId);
  expect(await run("add-member", meera)).toMatchObject({
    code: 1,
    stderr:
      "There is a first member already. Everybody else registers with a sponsor. " +
      "To start one more network, add --another-root\n",
  });
  expect((await run("add-member", [...meera, "--another-root"])).code).toBe(0);
  const wrong = await run("add-member", ["--name", "<b>", "--gender", "F", "--email", "meera"]);
  expect(wrong.stderr).toContain("This is not a valid e-mail");
});

const production = {
  NODE_ENV: "production",
  PORT: "0",
  PUBLIC_URL: "https://portal.example.com",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "FC Portal <no-reply@example.com>",
  SECRET_KEY: "a key for production of 32 characters",
  TRUST_PROXY: "1",
};

test("a database that holds the demo does not open in production", async () => {
  await app.db.insertInto("business_settings").values({ name: "demo", value: '"done"' }).execute();
  const { code, stderr } = await run("../main", [], production);
  expect(code).toBe(1);
  expect(stderr).toContain("This database holds the demo");
  expect(stderr).toContain("DATABASE_URL");
});
