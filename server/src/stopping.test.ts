import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { forgotPassword } from "@fc/contract/login/portal";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { atomically, createDb, createPool, type Db } from "./platform/db.ts";
import { loginUrlOf } from "./platform/login.ts";
import { Link } from "./testing/failover-drill/link.ts";
import { testPasswordHash } from "./testing/password.ts";
import { ApiProcess } from "./testing/soak/api-process.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { insertTestMember, TestClient, type TestMember } from "./testing/test-app.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** A node in its own process, whose database and mail server may stop to answer. */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
/** Leads to the database. */
let link: Link;
/** Greets, and then says nothing more. */
let mailServer: Server;
let node: ApiProcess;
let url: string;
let member: TestMember;
const mailing = Promise.withResolvers<void>();
const sockets = new Set<Socket>();

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool({ url: loginUrlOf(database.url), poolSize: 1 }));
  const input = { name: "Asha Rao", passwordHash: testPasswordHash, side: "left", now: new Date() } as const;
  member = await atomically(db, insertTestMember, input);
  const databaseUrl = new URL(database.url);
  link = await Link.open(Number(databaseUrl.port));
  databaseUrl.port = String(link.port);
  mailServer = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.write("220 slow\r\n");
    socket.once("data", () => mailing.resolve());
  }).listen(0, "127.0.0.1");
  await once(mailServer, "listening");
  node = new ApiProcess({
    DATABASE_URL: databaseUrl.href,
    DATABASE_POOL_SIZE: "2",
    DATA_DIR: await temporaryFolder(),
    SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`,
    LOG_LEVEL: "silent",
  });
  await node.start();
  url = node.url!;
});
afterAll(async () => {
  await node.kill();
  for (const socket of sockets) socket.destroy();
  mailServer.close();
  link.close();
  await db.destroy();
  await database.drop();
});

const readiness = async () => (await fetch(`${url}/readyz`)).status;

test("while the database does not answer, /readyz says so before a request gives up after five seconds", async () => {
  expect(await readiness()).toBe(200);
  link.cut();
  onTestFinished(() => link.mend());
  // More than there are connections.
  const requests = Array.from({ length: 4 }, () => new TestClient({ url }).logIn(member.refId));
  const first = await Promise.race([
    readiness().then((status) => ({ from: "readyz", status })),
    ...requests.map((request) => request.then(({ status }) => ({ from: "login", status }))),
  ]);
  expect(first).toEqual({ from: "readyz", status: 503 });
  expect((await Promise.race(requests)).status).toBe(503);
  link.mend();
  await Promise.all(requests);
  await expect.poll(readiness).toBe(200);
});

test("a node that is stopped cuts a request off, gives a mail back that is under way, and ends", async () => {
  await new TestClient({ url }).call(forgotPassword, { body: { refId: member.refId } });
  await mailing.promise;
  const { hostname, port } = new URL(url);
  const slow = connect(Number(port), hostname);
  sockets.add(slow.on("error", () => undefined));
  slow.write(
    "POST /api/login HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n",
  );
  const [answer] = (await once(slow, "data")) as [Buffer];
  expect(String(answer)).toContain("100 Continue");
  const cutOff = once(slow, "close");
  expect(await node.stop()).toBe(0);
  await cutOff;
  const jobs = db.selectFrom("jobs").select(["attempts", "leased_by"]).where("lane", "=", "codes");
  expect(await jobs.execute()).toEqual([{ attempts: 0, leased_by: null }]);
});
