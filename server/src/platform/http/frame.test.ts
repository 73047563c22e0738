import { connect } from "node:net";
import { route } from "@fc/contract/route";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";
import { mountApi } from "./api.ts";
import { createHttpServer } from "./server.ts";

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  client = new TestClient(app);
});
afterAll(() => app.stop());

const json = { "content-type": "application/json" };

describe("a wrong request is answered in one form and never with a 5xx", () => {
  test.each([
    ["malformed JSON", "POST", "/api/login", "{not json", json, 400, "BAD_JSON"],
    ["a wrong type", "POST", "/api/login", '{"refId":7,"password":"x"}', json, 400, "BAD_REQUEST"],
    ["a missing field", "POST", "/api/login", '{"refId":"FC"}', json, 400, "BAD_REQUEST"],
    [
      "an unknown field",
      "POST",
      "/api/login",
      '{"refId":"FC","password":"x","admin":true}',
      json,
      400,
      "BAD_REQUEST",
    ],
    ["an array for an object", "POST", "/api/login", "[]", json, 400, "BAD_REQUEST"],
    ["null", "POST", "/api/login", "null", json, 400, "BAD_REQUEST"],
    ["a poisoned prototype", "POST", "/api/login", '{"__proto__":{"isAuth":true}}', json, 400, "BAD_REQUEST"],
    [
      "a NUL character",
      "POST",
      "/api/login",
      '{"refId":"FC\\u0000A","password":"x"}',
      json,
      400,
      "BAD_REQUEST",
    ],
    [
      "half of a character",
      "POST",
      "/api/login",
      '{"refId":"FC\\ud800A","password":"x"}',
      json,
      400,
      "BAD_REQUEST",
    ],
    ["a NUL in a path", "GET", "/api/user/getByRefId/FC%00", undefined, {}, 400, "BAD_REQUEST"],
    ["an empty body", "POST", "/api/login", "", json, 400, "BAD_REQUEST"],
    [
      "a form",
      "POST",
      "/api/login",
      "refId=1",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      "plain text",
      "POST",
      "/api/login",
      "hello",
      { "content-type": "text/plain" },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      "an oversize body",
      "POST",
      "/api/login",
      JSON.stringify({ refId: "x".repeat(70_000) }),
      json,
      413,
      "BODY_TOO_LARGE",
    ],
    ["an unknown call", "GET", "/api/nothing/here", undefined, {}, 404, "NOT_FOUND"],
    ["an unknown method", "DELETE", "/api/login", undefined, {}, 404, "NOT_FOUND"],
    ["a broken escape", "GET", "/api/%E0%A4%A", undefined, {}, 400, "BAD_REQUEST"],
    ["a text as an id", "GET", "/api/user/getNotices/abc", undefined, {}, 401, "NOT_SIGNED_IN"],
    ["a very long id", "GET", `/api/user/getNotices/${"9".repeat(3000)}`, undefined, {}, 414, "URI_TOO_LONG"],
  ])("%s", async (_, method, path, body, headers, status, code) => {
    const answer = await client.send(method, path, body, headers);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(answer.body.message).toEqual(expect.any(String));
    expect(answer.body.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|node_modules|select /);
  });

  test("the fields that are wrong are named, each with its reason", async () => {
    const { body } = await client.send("POST", "/api/login", { refId: "", password: 5, extra: 1 });
    expect(body.fields).toEqual({
      refId: "Please enter a user ID",
      password: "Please enter your password",
      extra: "This field is not known",
    });
  });

  test.each([
    [
      "headers that are too large",
      `GET /api HTTP/1.1\r\nHost: x\r\nX-Big: ${"a".repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ["what is not HTTP", "hello there\r\n\r\n", 400],
  ])("%s", async (_, bytes, status) => {
    const answer = await rawAnswer(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ requestId: expect.any(String) });
  });
});

async function rawAnswer(bytes: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test("every answer carries its request id and the security headers", async () => {
  for (const path of ["/healthz", "/api/nothing", "/api"]) {
    const { headers } = await client.send("GET", path);
    expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-powered-by")).toBeNull();
    // Over http a browser must not be sent to an address that nobody serves.
    expect(headers.get("strict-transport-security")).toBeNull();
  }
});

test("answers of the API are never cached", async () => {
  const { headers } = await client.send("POST", "/api/login", { refId: "FCX", password: "x" });
  expect(headers.get("cache-control")).toBe("no-store");
});

test("the server does not start with a route that does not declare its access", async () => {
  const careless = route({
    method: "GET",
    path: "/open",
    access: "member",
    summary: "",
    response: z.object({}),
  });
  const bound = { route: { ...careless, access: undefined as never }, handler: async () => ({}) };
  const http = await createHttpServer({ log: app.deps.log, trustProxy: false, https: false });
  expect(() => mountApi(http, [bound], { db: app.db, clock: app.deps.clock, https: false })).toThrow(
    "GET /open does not declare who may call it",
  );
});

test("a failure inside is answered without its details, and logged with them", async () => {
  const lines: unknown[] = [];
  const log = { info: () => undefined, error: (line: unknown) => lines.push(line) } as never;
  const http = await createHttpServer({ log, trustProxy: false, https: false });
  const broken = route({
    method: "GET",
    path: "/broken",
    access: "anyone",
    summary: "",
    response: z.object({}),
  });
  const handler = () => Promise.reject(new Error("secret detail"));
  mountApi(http, [{ route: broken, handler }], { db: app.db, clock: app.deps.clock, https: false });
  const answer = await http.inject("/api/broken");
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain("secret detail");
  expect(lines).toHaveLength(1);
  await http.close();
});

test("what a response schema does not name never leaves the server", async () => {
  const http = await createHttpServer({ log: app.deps.log, trustProxy: false, https: false });
  const narrow = route({
    method: "GET",
    path: "/narrow",
    access: "anyone",
    summary: "",
    response: z.object({ a: z.number() }),
  });
  const handler = async () => ({ a: 1, passwordHash: "x" });
  mountApi(http, [{ route: narrow, handler }], { db: app.db, clock: app.deps.clock, https: false });
  expect((await http.inject("/api/narrow")).json()).toEqual({ a: 1 });
  await http.close();
});

test("health, readiness and the metrics answer, and the metrics only to this machine", async () => {
  const direct = (path: string) => fetch(`${app.url}${path}`);
  expect((await direct("/healthz")).status).toBe(200);
  expect((await direct("/readyz")).status).toBe(200);
  expect(await (await direct("/metrics")).text()).toContain("http_request_duration_seconds");
  expect((await client.send("GET", "/metrics")).status).toBe(404);
});

test("the API describes every route it has, for machines and for people", async () => {
  const { body } = await client.send("GET", "/api/openapi.json");
  expect(body.openapi).toBe("3.1.0");
  expect(body.paths["/api/login"].post.requestBody.content["application/json"].schema.required).toEqual([
    "refId",
    "password",
  ]);
  expect(body.paths["/api/user/getNotices/{userId}"].get.parameters[0]).toMatchObject({
    name: "userId",
    in: "path",
  });
  const page = await client.send("GET", "/api");
  expect(page.body).toContain("/api/user/otp/verify/{userId}/{otp}");
});
