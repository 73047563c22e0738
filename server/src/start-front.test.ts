import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atomically, createDb, createPool } from "./platform/db.ts";
import { loginUrlOf, webUrlOf } from "./platform/login.ts";
import { startServer, type RunningServer } from "./start.ts";
import { asOwner } from "./testing/database-content.ts";
import { startServerHere } from "./testing/commands.ts";
import { testPasswordHash } from "./testing/password.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { insertTestMember, TestClient } from "./testing/test-app.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** A node that faces the internet knows the login of requests, and neither the owner nor the worker. */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let running: RunningServer[];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await temporaryFolder();
  running = [];
});
afterEach(async () => {
  for (const server of running) await server.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({ DATA_DIR: folder, SECRET_KEY: "one key of all nodes, 32 letters or more" });
const front = () => ({ ...settings(), WORKER: "false", MIGRATE: "false" });
async function started(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServerHere(env);
  running.push(server);
  return server;
}

test("a node without a worker starts with the login of requests alone, and members sign in there", async () => {
  const alone = { ...front(), DATABASE_URL: webUrlOf(database.url) };
  await expect(startServerHere(alone)).rejects.toThrow("Start a node with a worker first");
  await started({ ...settings(), DATABASE_URL: database.url });
  const db = createDb(createPool({ url: loginUrlOf(database.url), poolSize: 1 }));
  const details = {
    name: "Asha Rao",
    passwordHash: testPasswordHash,
    side: "left",
    now: new Date(),
  } as const;
  const asha = await atomically(db, insertTestMember, details);
  await db.destroy();
  const node = await started(alone);
  expect((await new TestClient(node).logIn(asha.refId)).body.isAuth).toBe(true);
  await expect(
    startServerHere({ ...alone, SECRET_KEY: "another key of 32 letters or even more" }),
  ).rejects.toThrow("is not the key of this database");
});

test("such a node starts only after the migrations of its release", async () => {
  await asOwner(database.url, (owner) =>
    owner.query("delete from schema_migrations where name like '0102%'"),
  );
  const start = startServerHere({ ...front(), DATABASE_URL: webUrlOf(database.url) });
  await expect(start).rejects.toThrow("Run npm run migrate first; it has 1 to do");
});

test("such a node with the worker's login starts, says what to run, and is reported for an alert", async () => {
  await started({ ...settings(), DATABASE_URL: database.url });
  const told = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const env = {
    ...front(),
    DATABASE_URL: loginUrlOf(database.url),
    PORT: "0",
    DEMO: "false",
    LOG_LEVEL: "fatal",
  };
  running.push(await startServer({ ...env, MAIL_INBOX_PORT: "0" }));
  const said = told.mock.calls.map(([text]) => String(text)).join("");
  told.mockRestore();
  const login = new URL(loginUrlOf(database.url)).username;
  expect(said).toContain(`grant fc_web to "${login}"; revoke fc_app from "${login}";`);
  const reported = () =>
    asOwner(
      database.url,
      async (owner) => (await owner.query("select login from node_logins")).rows as unknown[],
    );
  await expect.poll(reported).toEqual([{ login }]);
});

test("requests and the worker of one process sign in as different logins, and the worker listens as its own", async () => {
  const node = await started({ ...settings(), DATABASE_URL: database.url });
  await fetch(`${node.url}/readyz`);
  const [web, app] = [webUrlOf(database.url), loginUrlOf(database.url)].map((url) => new URL(url).username);
  const logins = () =>
    asOwner(database.url, async (owner) => {
      const { rows } = await owner.query<{ login: string; name: string }>(
        `select distinct usename as login, application_name as name from pg_stat_activity
         where datname = current_database() and application_name like 'fc-portal%' order by 1, 2`,
      );
      return rows.map(({ login, name }) => `${login} ${name}`);
    });
  await expect.poll(logins).toEqual([`${app} fc-portal`, `${app} fc-portal wake`, `${web} fc-portal`]);
});
