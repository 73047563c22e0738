import { randomUUID } from "node:crypto";
import { once as firstOf } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { notices } from "@fc/contract/notices/portal";
import { operatorRoles } from "@fc/contract/operator-access";
import { operatorSession } from "@fc/contract/operators/console";
import { session } from "@fc/contract/login/session";
import { idempotencyHeader, route, type Route } from "@fc/contract/route";
import { uploadPicture } from "@fc/contract/uploads/portal";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { operatorSignedIn } from "../../testing/operators.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { csvLines } from "../csv.ts";
import { followCursor } from "../paging.ts";
import { mountApi } from "./api.ts";
import type { BoundRoute } from "./handle.ts";
import { createHttpServer } from "./server.ts";

/** What the frame reads of a request before a handler runs, and how it sends a file. */

let app: TestApp;
let member: TestMember;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  member = await app.addMember();
  client = await signedIn(app, member);
});
afterAll(() => app.stop());

async function serverWith(...routes: BoundRoute[]): Promise<FastifyInstance> {
  const http = await createHttpServer({ log: app.deps.log, trustProxy: false, https: false });
  mountApi(http, routes, { db: app.db, clock: app.deps.clock, https: false });
  return http;
}

test("a caller whose work takes too long is answered, also one who sent a body", async () => {
  const slow = route({
    method: "POST",
    path: "/slow",
    access: "anyone",
    summary: "",
    body: z.object({ name: z.string() }),
    response: z.object({}),
  });
  const http = await createHttpServer({ log: app.deps.log, trustProxy: false, https: false });
  const handler = () => new Promise<never>(() => {});
  mountApi(http, [{ route: slow, handler }], {
    db: app.db,
    clock: app.deps.clock,
    https: false,
    answerWithinMs: 20,
  });
  const address = await http.listen({ host: "127.0.0.1", port: 0 });
  try {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${address}/api/slow`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name: "Asha" }),
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, "UNAVAILABLE"]);
  } finally {
    await http.close();
  }
});

describe("a session opens nothing", () => {
  const operator = () => operatorSignedIn(app, "admin");

  test.each([
    ["with text before the token", (token: string) => `x Bearer ${token}`],
    ["with text after the token", (token: string) => `Bearer ${token}x`],
    ["with half of the token", (token: string) => `Bearer ${token.slice(0, 20)}`],
    ["with the token alone", (token: string) => token],
  ])("%s", async (_, header) => {
    expect((await client.call(session, {})).status).toBe(200);
    const headers = { authorization: header(client.token!) };
    expect((await client.send("GET", `/api${session.path}`, undefined, headers)).status).toBe(401);
  });

  test("with its cookie alone, be it a member's or an operator's", async () => {
    const [portal, console] = [await signedIn(app, member), await operator()];
    portal.token = console.token = undefined;
    expect((await portal.call(session, {})).body.code).toBe("NOT_SIGNED_IN");
    expect((await console.call(operatorSession, {})).body.code).toBe("NOT_SIGNED_IN");
  });

  test("with an operator's token alone, or with another operator's cookie", async () => {
    const [one, other] = [await operator(), await operator()];
    one.cookies.delete("fc_operator");
    expect((await one.call(operatorSession, {})).body.code).toBe("NOT_SIGNED_IN");
    one.cookies.set("fc_operator", other.cookies.get("fc_operator")!);
    expect((await one.call(operatorSession, {})).body.code).toBe("NOT_SIGNED_IN");
  });
});

test("a cookie goes to the API alone and ends with what it is for", async () => {
  const cookies = (await new TestClient(app).logIn(member.refId)).headers.getSetCookie();
  expect(cookies.find((text) => text.startsWith("fc_session="))).toMatch(/Max-Age=2592000; Path=\/api;/);
});

test.each([
  ["nobody in particular", "everybody"],
  ["no role of the operators", { operators: [] }],
  ["a role that does not exist", { operators: [...operatorRoles, "owner"] }],
])("the server does not start with a route that is for %s", async (_, access) => {
  const careless = { method: "GET", path: "/open", access, summary: "", response: z.object({}) } as never;
  await expect(serverWith({ route: careless, handler: async () => ({}) })).rejects.toThrow(
    "GET /open does not declare who may call it",
  );
});

test("an id in a path that is no number is a mistake in the path, and not another member", async () => {
  const { status, body } = await client.send(notices.method, `/api${notices.path.replace(":userId", "abc")}`);
  expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: ["userId"] });
});

test("an upload for another member is refused before its body is looked at", async () => {
  const path = uploadPicture.path
    .replace(":userId", String((await app.addMember()).id))
    .replace(":folder", "stacking-verification-images");
  const answer = await client.send("POST", `/api${path}`, "text", { "content-type": "text/plain" });
  expect(answer.status).toBe(404);
});

test.each([
  ["without a key", {}],
  ["with a key that is too short", { [idempotencyHeader]: "short" }],
])("a call that must not happen twice is refused %s, and the header is named", async (_, headers) => {
  const once = { ...echo, method: "POST", idempotent: true } as const;
  const http = await serverWith({ route: once, handler: async () => ({}) });
  const { statusCode, body } = await http.inject({ method: "POST", url: "/api/echo", headers });
  expect({ statusCode, fields: JSON.parse(body).fields }).toEqual({
    statusCode: 400,
    fields: { [idempotencyHeader]: expect.any(String) },
  });
});

const echo = route({
  method: "GET",
  path: "/echo",
  access: "anyone",
  summary: "",
  response: z.object({ userAgent: z.optional(z.string()), language: z.optional(z.string()) }),
});

test.each([
  ["without any header", "", { userAgent: "", language: "en" }],
  [
    "that prefers Hindi to English",
    "Accept-Language: mr-IN, hi;q=0.9, en\r\n",
    { userAgent: "", language: "hi" },
  ],
])("a request %s has a device and a language", async (_, header, expected) => {
  const http = await serverWith({ route: echo, handler: async ({ client: caller }) => caller });
  const { hostname, port } = new URL(await http.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  await http.close();
  expect(JSON.parse(Buffer.concat(chunks).toString().split("\r\n\r\n")[1]!)).toEqual(expected);
});

describe("a wrong body", () => {
  const form = {
    method: "POST",
    path: "/form",
    access: "anyone",
    summary: "",
    body: z.strictObject({
      code: z.optional(z.string().check(z.minLength(3, "Too short"), z.regex(/^a/, "Begins with a"))),
      person: z.optional(z.strictObject({ city: z.optional(z.string("A text")) })),
      any: z.optional(z.unknown()),
    }),
    response: z.object({ done: z.boolean() }),
  } as const satisfies Route;
  const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as unknown;

  async function fieldsOf(body: unknown): Promise<Record<string, string> | "accepted"> {
    const http = await serverWith({ route: form, handler: async () => ({ done: true }) });
    const headers = { "content-type": "application/json" };
    const answer = await http.inject({
      method: "POST",
      url: "/api/form",
      headers,
      payload: JSON.stringify(body),
    });
    return answer.statusCode === 200 ? "accepted" : (JSON.parse(answer.body).fields ?? answer.body);
  }

  test.each([
    ["of a field", { code: "b" }, { code: "Too short" }],
    ["of a field within a field", { person: { city: 5 } }, { "person.city": "A text" }],
    ["of the whole", [], { body: "Invalid input" }],
    ["of a field that is not known", { constructor: 1 }, { constructor: "This field is not known" }],
  ])("is told by the first mistake %s", async (_, body, fields) => {
    const found = await fieldsOf(body);
    expect(Object.keys(found)).toEqual(Object.keys(fields));
    expect(Object.values(found)[0]).toContain(Object.values(fields)[0]);
  });

  test.each([
    ["in a text", { person: { city: "a\0" } }, "person.city"],
    ["of which half is missing", { any: ["fine", { note: "\ud800" }] }, "any.1.note"],
    ["in the name of a field", { person: { "ci\0ty": "x" } }, "person"],
    ["in the name of a field of the whole", { "ci\0ty": "x" }, "body"],
  ])("that has a character %s that cannot be stored names where it is", async (_, body, name) => {
    expect(await fieldsOf(body)).toEqual({ [name]: `Control characters are not allowed in ${name}` });
  });

  test("may have sixteen levels and no more, with empty places among them", async () => {
    expect(await fieldsOf({ any: nested(15), code: "abc" })).toBe("accepted");
    expect(await fieldsOf({ any: [null, 5, "text", true, {}] })).toBe("accepted");
    expect(await fieldsOf({ any: nested(16), code: "abc" })).toEqual({
      body: "At most 16 levels are allowed",
    });
  });
});

describe("a file", () => {
  test.each([
    [
      "to save has its name, and texts their alphabet",
      { contentType: "text/csv", filename: "list.csv" },
      { type: "text/csv; charset=utf-8", disposition: 'attachment; filename="list.csv"', frames: "DENY" },
    ],
    [
      "to look at is shown, and stands in no frame",
      { contentType: "image/jpeg", filename: "a.jpg", inline: true },
      { type: "image/jpeg", disposition: 'inline; filename="a.jpg"', frames: "DENY" },
    ],
    [
      "to embed stands in frames of our own pages",
      { contentType: "application/pdf", filename: "a.pdf", inline: true, embeddable: true },
      { type: "application/pdf", disposition: 'inline; filename="a.pdf"', frames: "SAMEORIGIN" },
    ],
  ] as const)("%s", async (_, download, { type, disposition, frames }) => {
    const file = { ...echo, download, path: "/file" } as const;
    const http = await serverWith({ route: file, handler: async () => Readable.from(["content"]) });
    const { headers, body } = await http.inject("/api/file");
    expect(body).toBe("content");
    expect(headers).toMatchObject({
      "content-type": type,
      "content-disposition": disposition,
      "x-frame-options": frames,
    });
  });

  test("of bytes arrives as it is, even if they begin as compressed ones do", async () => {
    const bytes = Buffer.concat([Buffer.from([0x78, 0x9c]), Buffer.alloc(4096, "leaf")]);
    const download = { contentType: "application/octet-stream", filename: "a.bin" } as const;
    const http = await serverWith({
      route: { ...echo, download, path: "/file" } as const,
      handler: async () => Readable.from([bytes]),
    });
    const address = await http.listen({ host: "127.0.0.1", port: 0 });
    try {
      const answer = await fetch(`${address}/api/file`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    } finally {
      await http.close();
    }
  });

  /** A file of endless lines, read in batches as exports are. They are not alike: nothing would be sent of what shrinks to nothing. */
  function endless() {
    const reading = { hasEnded: false };
    async function* rows() {
      try {
        yield* followCursor(async (batch: number = 0, size) => {
          await nextTurn();
          return { data: Array.from({ length: size }, () => randomUUID()), next: batch + 1 };
        });
      } finally {
        reading.hasEnded = true;
      }
    }
    const file = {
      ...echo,
      path: "/file",
      download: { contentType: "text/csv", filename: "a.csv" },
    } as const;
    const handler = async () => csvLines(["Line"], rows(), (row) => [row]);
    return { reading, bound: { route: file, handler } };
  }

  test.each(["identity", "gzip", "br"])("that its reader leaves is no longer read (%s)", async (encoding) => {
    const { reading, bound } = endless();
    const http = await serverWith(bound);
    const address = await http.listen({ host: "127.0.0.1", port: 0 });
    try {
      const request = get(`${address}/api/file`, { headers: { "accept-encoding": encoding } });
      const [response] = (await firstOf(request, "response")) as [IncomingMessage];
      await firstOf(response, "data");
      expect(reading.hasEnded).toBe(false);
      response.destroy();
      await expect.poll(() => reading.hasEnded).toBe(true);
    } finally {
      await http.close();
    }
  });

  test("may be sent for longer than an answer may take", async () => {
    const [begun, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* parts() {
      yield "begun, ";
      begun.resolve();
      await waiting.promise;
      yield "ended";
    }
    const file = {
      ...echo,
      path: "/file",
      download: { contentType: "text/csv", filename: "a.csv" },
    } as const;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const http = await serverWith({ route: file, handler: async () => Readable.from(parts()) });
      const answer = http.inject("/api/file");
      await begun.promise;
      vi.advanceTimersByTime(20 * 60_000);
      waiting.resolve();
      expect((await answer).body).toBe("begun, ended");
    } finally {
      vi.useRealTimers();
    }
  });
});
