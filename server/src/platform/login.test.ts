import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "../start.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { asOwner } from "../testing/database-content.ts";
import { administer, createTestDatabase } from "../testing/test-database.ts";
import { createDb, createPool } from "./db.ts";
import { asAppError } from "./http/errors.ts";
import { loginUrlOf, prepareLogin } from "./login.ts";
import { prepareLogins } from "../testing/logins.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

/** The address of a role with this name and password, on the test's database. */
function urlOf(name: string): string {
  const url = new URL(database.url);
  url.username = name;
  url.password = "a-password";
  return url.href;
}

async function withRole(name: string, rights: string, work: () => Promise<void>): Promise<void> {
  await administer(database.url, `create role ${name} login password 'a-password' ${rights}`);
  try {
    await work();
  } finally {
    await dropRole(name);
  }
}

/** With its rights in the database, because of which it could not be dropped. */
async function dropRole(name: string): Promise<void> {
  await asOwner(database.url, (owner) => owner.query(`drop owned by ${name}`));
  await administer(database.url, `drop role ${name}`);
}

test("statements, waits for locks and idle transactions of the application end by themselves", () =>
  withRole("fc_test_limits", "in role fc_app", async () => {
    const appUrl = urlOf("fc_test_limits");
    await prepareLogin({ ownerUrl: database.url, url: appUrl, role: "fc_app", statementTimeoutMs: 100 });
    const pool = createPool({ url: appUrl, poolSize: 1 });
    await expect(pool.query("select pg_sleep(5)")).rejects.toThrow("statement timeout");
    const { rows } = await pool.query(
      `select current_setting('lock_timeout') as lock, current_setting('timezone') as zone,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows[0]).toEqual({ lock: "5s", idle: "30s", zone: "UTC" });
    // A transaction may have a limit of its own, which ends with it.
    const db = createDb(pool, { statementTimeoutMs: 60_000 });
    const limit = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
    const within = await db.transaction().execute((tx) => limit.execute(tx));
    expect([within.rows[0]!.limit, (await limit.execute(db)).rows[0]!.limit]).toEqual(["1min", "100ms"]);
    await db.destroy();
  }));

test("an owner's address is enough: the login is made of it, and made again when the password was replaced", () =>
  withRole("fc_test_owner", "superuser", async () => {
    const ownerUrl = urlOf("fc_test_owner");
    const login = {
      ownerUrl,
      url: loginUrlOf(ownerUrl),
      role: "fc_app",
      statementTimeoutMs: 10_000,
    } as const;
    try {
      await Promise.all([prepareLogin(login), prepareLogin(login)]);
      await administer(database.url, "alter role fc_test_owner_app password 'another'");
      await prepareLogin(login);
      const pool = createPool({ url: login.url, poolSize: 1 });
      await expect(pool.query("delete from members")).rejects.toThrow("permission denied");
      await expect(pool.query("select count(*) from members")).resolves.toBeDefined();
      await pool.end();
    } finally {
      await dropRole("fc_test_owner_app");
    }
  }));

test("the application makes no tables, not even temporary ones, in a database that was copied as well", async () => {
  const open = async (right: string) => {
    const { rows } = await asOwner(database.url, (owner) =>
      owner.query(`select has_database_privilege('public', current_database(), '${right}') as is_open`),
    );
    return rows;
  };
  const name = new URL(database.url).pathname.slice(1);
  // As PostgreSQL makes every database, and as somebody who likes it easy may have left it.
  await asOwner(database.url, (owner) =>
    owner.query(
      `grant temporary, create on database ${name} to public; grant create on schema public to public`,
    ),
  );
  const appUrl = loginUrlOf(database.url);
  await prepareLogins(database.url, { statementTimeoutMs: 10_000 });
  expect([await open("temporary"), await open("create")]).toEqual([
    [{ is_open: false }],
    [{ is_open: false }],
  ]);
  const db = createDb(createPool({ url: appUrl, poolSize: 1 }));
  for (const statement of [
    "create temporary table mine (id int) on commit drop",
    "create table mine (id int)",
    "create function mine() returns int return 1",
    "create schema mine",
  ]) {
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: "42501" });
  }
  await db.destroy();
  // The owner needs them, to verify the network.
  await asOwner(database.url, (owner) => owner.query("create temporary table mine (id int)"));
});

test("a login of another installation on the same server does not come in, and those that are in go on", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await asOwner(database.url, (owner) => owner.query(`grant connect on database ${name} to public`));
  const comes = async (login: string) => {
    const pool = createPool({ url: urlOf(login), poolSize: 1 });
    try {
      await pool.query("select 1");
    } finally {
      await pool.end();
    }
  };
  await withRole("fc_test_watcher", "", async () => {
    const watching = createPool({ url: urlOf("fc_test_watcher"), poolSize: 1 });
    await watching.query("select 1");
    await withRole("fc_test_neighbour", "in role fc_app", async () => {
      await comes("fc_test_neighbour");
      await prepareLogins(database.url, { statementTimeoutMs: 10_000 });
      await expect(comes("fc_test_neighbour")).rejects.toThrow("permission denied for database");
      await comes("fc_test_watcher");
      // Who is named in the settings is let in.
      const url = urlOf("fc_test_neighbour");
      await prepareLogin({ ownerUrl: database.url, url, role: "fc_app", statementTimeoutMs: 10_000 });
      await comes("fc_test_neighbour");
    });
    await watching.end();
  });
});

test("a node of the release before goes on, though none of its connections is open at that moment", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await withRole("fc_test_idle", "in role fc_web", async () => {
    await asOwner(database.url, (owner) =>
      owner.query(`grant connect on database ${name} to public;
        insert into secret_keys (id, began_at) values ('idle', now())`),
    );
    await prepareLogins(database.url, { statementTimeoutMs: 10_000 });
    const pool = createPool({ url: urlOf("fc_test_idle"), poolSize: 1 });
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await asOwner(database.url, (owner) => owner.query("delete from secret_keys"));
  });
});

test("an owner of the tables who may not close the database is told what its owner has to run", () =>
  withRole("fc_test_tenant", "", async () => {
    const name = new URL(database.url).pathname.slice(1);
    const ownerUrl = urlOf("fc_test_tenant");
    const url = loginUrlOf(database.url);
    await asOwner(database.url, (owner) =>
      owner.query(`grant connect, temporary on database ${name} to public`),
    );
    try {
      const prepared = prepareLogin({ ownerUrl, url, role: "fc_app", statementTimeoutMs: 10_000 });
      await expect(prepared).rejects.toThrow(
        `revoke connect, temporary, create on database "${name}" from public;`,
      );
    } finally {
      await asOwner(database.url, (owner) =>
        owner.query(`revoke connect, temporary on database ${name} from public`),
      );
    }
  }));

test("a server whose application would run as the owner does not start", async () => {
  const env = { DATA_DIR: await temporaryFolder(), PORT: "0", MAIL_INBOX_PORT: "0", DEMO: "false" };
  const start = (DATABASE_URL: string) =>
    startServer({ ...env, DATABASE_URL, DATABASE_OWNER_URL: database.url });
  await expect(start(database.url)).rejects.toThrow(/signs in as \w+, which may change everything/);
  await withRole("fc_test_heir", `in role ${new URL(database.url).username}`, () =>
    expect(start(urlOf("fc_test_heir"))).rejects.toThrow("which may change everything"),
  );
  await withRole("fc_test_stranger", "", () =>
    expect(start(urlOf("fc_test_stranger"))).rejects.toThrow('grant fc_web to "fc_test_stranger"'),
  );
});

const stopped = ["127.0.0.1:1", "%2Fno%2Fsocket:5432"].map(
  (place) => `postgres://owner:x@${place}/fc_portal`,
);
test.each(stopped)("a start without a database at %s says that nothing answers there", async (url) => {
  const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(), PORT: "0", DEMO: "false" };
  await expect(startServer(env)).rejects.toThrow("The database cannot be reached: nothing answers there.");
});

test.each(stopped)("a request that finds no database at %s is told to try again", async (url) => {
  const pool = createPool({ url, poolSize: 1 });
  const error = await pool.query("select 1").catch((problem: unknown) => problem);
  expect(asAppError(error)).toMatchObject({ code: "UNAVAILABLE" });
  await pool.end();
});

test("an application's connection sends no start-up options, which a pooler would refuse", async () => {
  const started = Promise.withResolvers<string[]>();
  const server = createServer((socket) =>
    socket.once("data", (packet) => {
      // The length and the protocol's version, then names and values with a zero byte after each.
      started.resolve(packet.subarray(8).toString().split("\0").filter(Boolean));
      socket.destroy();
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pool = createPool({ url: `postgres://portal@127.0.0.1:${port}/fc_portal`, poolSize: 1 });
  await expect(pool.query("select 1")).rejects.toThrow();
  const sent = await started.promise;
  expect(sent.filter((_, at) => at % 2 === 0).toSorted()).toEqual([
    "application_name",
    "client_encoding",
    "database",
    "user",
  ]);
  await pool.end();
  server.close();
});

test.each([
  "set statement_timeout = 0",
  "SET role fc_app",
  "listen wake",
  "select pg_advisory_lock(1)",
  "select pg_try_advisory_lock(1) as got",
  "select set_config('work_mem', '64MB', false)",
  "create temporary table mine (id int)",
])("a pooled connection refuses what would outlive its transaction: %s", async (statement) => {
  const pool = createPool({ url: loginUrlOf(database.url), poolSize: 1 });
  await expect(pool.query(statement)).rejects.toThrow("has no session");
  await pool.end();
});

test("settings and locks of one transaction are allowed", async () => {
  const db = createDb(createPool({ url: loginUrlOf(database.url), poolSize: 1 }));
  const done = db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64MB'`.execute(tx);
    await sql`select set_config('lock_timeout', '1000', true), pg_advisory_xact_lock(1)`.execute(tx);
    return "done";
  });
  await expect(done).resolves.toBe("done");
  await db.destroy();
});
