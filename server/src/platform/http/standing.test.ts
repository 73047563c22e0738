import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { photo, asFile } from "../../testing/pictures.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";
import { createDb, createPool } from "../db.ts";
import { createLog } from "../logger.ts";
import { mountHealth } from "./health.ts";
import { createHttpServer } from "./server.ts";

/** What the server bears: a stop, slow and vanishing clients, a database that hangs, a full disk. */

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const options = { log: createLog("silent"), trustProxy: false, https: false } as const;

test("a stop answers the requests under way, asks their clients to close, and then ends", async () => {
  const http = await createHttpServer(options);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  http.get("/slow", async () => {
    arrive();
    await released;
    return { done: true };
  });
  const url = await http.listen({ host: "127.0.0.1", port: 0 });
  const answer = fetch(`${url}/slow`);
  await arrived;
  const closed = http.close();
  await vi.waitUntil(() => !http.server.listening);
  release();
  expect((await answer).headers.get("connection")).toBe("close");
  expect(await (await answer).json()).toEqual({ done: true });
  await closed;
});

test("a node that drains still answers, says that it is not ready, and asks clients to close", async () => {
  const drain = { hasBegun: false };
  const http = await createHttpServer({ ...options, drain });
  const pool = createPool({ url: app.databaseUrl, poolSize: 1 });
  mountHealth(http, { db: app.db, pool, metricsToken: undefined, production: false, drain });
  http.get("/still", async () => ({ done: true }));
  expect((await http.inject("/readyz")).statusCode).toBe(200);
  drain.hasBegun = true;
  expect((await http.inject("/readyz")).statusCode).toBe(404);
  const answer = await http.inject("/still");
  expect(answer.json()).toEqual({ done: true });
  expect(answer.headers.connection).toBe("close");
  // The process is well: nobody may restart it for this.
  expect((await http.inject("/healthz")).statusCode).toBe(200);
  await http.close();
});

test("a refused client that never closes its side loses its connection", async () => {
  const openBefore = await openConnections();
  const { hostname, port } = new URL(app.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on("error", () => undefined);
  socket.resume().write("hello there\r\n\r\n");
  await once(socket, "end");
  await expect.poll(openConnections).toBeLessThanOrEqual(openBefore);
  socket.destroy();
});

function openConnections(): Promise<number> {
  return new Promise((resolve) => app.app.server.getConnections((_, count) => resolve(count)));
}

test("a client that goes away in the middle of its request is no error in the log", async () => {
  const lines: string[] = [];
  const note = (level: string) => () => void lines.push(level);
  const log = { info: note("info"), error: note("error"), warn: note("warn") } as never;
  const http = await createHttpServer({ ...options, log });
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  http.addHook("onRequest", async () => arrive());
  http.addHook("onError", async () => fail());
  http.post("/read", async () => ({}));
  const { port } = new URL(await http.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    "POST /read HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
  );
  await arrived;
  socket.destroy();
  await failed;
  await http.close();
  expect(lines).not.toContain("error");
});

test("the server is not ready while its database hangs, and says so before the database gives up", async () => {
  const held = new Set<Socket>();
  const silent = createServer((socket) => void held.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const pool = createPool({ url: `postgres://nobody@127.0.0.1:${port}/nothing`, poolSize: 2 });
  const db = createDb(pool);
  const http = await createHttpServer(options);
  mountHealth(http, { db, pool, metricsToken: undefined, production: false });
  const gaveUp = pool.connect().then(
    () => "connected",
    () => "gave up",
  );
  const answers = Promise.all([http.inject("/readyz"), http.inject("/readyz")]);
  expect(await Promise.race([answers.then(() => "answered"), gaveUp])).toBe("answered");
  expect((await answers).map(({ statusCode }) => statusCode)).toEqual([503, 503]);
  await http.close();
  for (const socket of held) socket.destroy();
  await db.destroy();
  silent.close();
});

test("an upload that finds the disk full is answered with 507", async () => {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const { files } = app.deps;
  const write = files.write;
  // Every write to this device fails as it does on a full disk.
  files.write = (_key, content) => writeFile("/dev/full", content);
  try {
    const { status, body } = await client.call(uploadPicture, {
      params: { userId: member.id, folder: "stacking-verification-images" },
      body: asFile(await photo()),
    });
    expect({ status, code: body.code }).toEqual({ status: 507, code: "STORAGE_FULL" });
  } finally {
    files.write = write;
  }
});

test("JSON that is nested thousands of levels deep is refused", async () => {
  const nested = "[".repeat(5000) + "]".repeat(5000);
  const body = `{"refId":${nested},"password":"x"}`;
  const answer = await new TestClient(app).send("POST", "/api/login", body, {
    "content-type": "application/json",
  });
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: "BAD_REQUEST" });
});

test.each([
  ["what the caller writes itself is not believed", "198.51.100.7, 192.0.2.9", "192.0.2.9"],
  ["what is no address is not stored", "<script>", "127.0.0.1"],
])("of the forwarded addresses %s", async (_, forwarded, stored) => {
  const member = await app.addMember();
  await new TestClient(app, forwarded).logIn(member.refId);
  const { ip } = await app.db
    .selectFrom("sessions")
    .select("ip")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(ip).toBe(stored);
});
