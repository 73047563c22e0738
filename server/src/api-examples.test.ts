import { fundPool } from "@fc/contract/ledger/console";
import { isReading, type Route } from "@fc/contract/route";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { routesOf } from "./app.ts";
import { exampleOf } from "./platform/http/api-examples.ts";
import type { JsonSchema } from "./platform/http/api-page.ts";
import { operatorSignedIn } from "./testing/operators.ts";
import { asFile, photo } from "./testing/pictures.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "./testing/test-app.ts";

/** The API's document shows a request for every call. Each of them is sent here as it is shown. */

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await app.addMember();
  // The examples are written for the first member.
  expect(member.id).toBe(1);
});
afterAll(() => app.stop());

const routes: Route[] = routesOf({} as never).map(({ route }) => route);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

interface DocumentedCall {
  parameters: { name: string; in: string; required: boolean; example: unknown }[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
}

async function documentedCalls(): Promise<Record<string, Record<string, DocumentedCall>>> {
  return (await new TestClient(app).send("GET", "/api/openapi.json")).body.paths;
}

const clients = new Map<"member" | "operator", TestClient>();

/** As a person does: signed in once, and again when a call has ended the session. */
async function sent(route: Route, send: (client: TestClient) => ReturnType<TestClient["send"]>) {
  if (route.access === "anyone") return send(new TestClient(app));
  const kind = route.access === "member" ? "member" : "operator";
  const signIn = async () => {
    const client = await (kind === "member" ? signedIn(app, member) : operatorSignedIn(app, "admin"));
    clients.set(kind, client);
    return client;
  };
  const answer = await send(clients.get(kind) ?? (await signIn()));
  return answer.status === 401 ? send(await signIn()) : answer;
}

test("an example has the shape that its call takes, in its path, its query and its body", () => {
  for (const route of routes) {
    for (const part of ["params", "query", "body"] as const) {
      const schema = route[part];
      if (!schema) continue;
      const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      const { success, error } = z.safeParse(schema, exampleOf(shape as JsonSchema));
      expect([nameOf(route), part, success, error?.message]).toEqual([nameOf(route), part, true, undefined]);
    }
  }
});

/** Rules of the business refuse these on an empty platform, by the name of a field. */
const refusedByRules: readonly string[] = [
  `POST /user/notifications/subscribe: {"endpoint":"This browser's push service is not known here"}`,
  'POST /console/taxes/remittances: {"amountInr":"Only ₹0 (0 FC) are owed to the state"}',
  'POST /console/plan/:id/withdraw: {"version":"It has begun, or begins within minutes"}',
];

test("every example is understood when it is sent as the document shows it", async () => {
  const paths = await documentedCalls();
  const picture = await photo();
  const refused: string[] = [];
  // What only reads comes first, so that it finds what the others take away.
  for (const route of routes.toSorted((one, other) => Number(isReading(other)) - Number(isReading(one)))) {
    const call = paths[`/api${route.path.replace(/:(\w+)/g, "{$1}")}`]?.[route.method.toLowerCase()];
    const at = (place: string) => (call?.parameters ?? []).filter((one) => one.in === place && one.required);
    const path = at("path").reduce(
      (text, { name, example }) => text.replace(`:${name}`, encodeURIComponent(String(example))),
      `/api${route.path}`,
    );
    const query = at("query").map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
    const headers = Object.fromEntries(at("header").map(({ name, example }) => [name, String(example)]));
    // A document cannot show a picture's bytes, so it names the types that are taken.
    const [type = ""] = Object.keys(call?.requestBody?.content ?? {});
    const body = route.upload ? asFile(picture, type) : call?.requestBody?.content[type]?.example;
    const address = query.length > 0 ? `${path}?${query.join("&")}` : path;
    const answer = await sent(route, (client) => client.send(route.method, address, body, headers));
    expect([nameOf(route), answer.status]).not.toEqual([nameOf(route), 500]);
    if (answer.body?.code === "BAD_REQUEST") {
      refused.push(`${nameOf(route)}: ${JSON.stringify(answer.body.fields)}`);
    }
  }
  expect(refused.toSorted()).toEqual(refusedByRules.toSorted());
});

test("a call that must not happen twice says in a sentence that it needs a key", async () => {
  const paths = await documentedCalls();
  const idempotent = routes.filter((route) => route.idempotent);
  expect(idempotent.length).toBeGreaterThan(5);
  for (const route of idempotent) {
    const call = paths[`/api${route.path.replace(/:(\w+)/g, "{$1}")}`]?.[route.method.toLowerCase()];
    expect(call?.parameters).toContainEqual(
      expect.objectContaining({ name: "idempotency-key", in: "header", required: true }),
    );
  }
  const body = { amount: 1, source: "treasury", note: "Opening" };
  const admin = await operatorSignedIn(app, "admin");
  const { status, body: answer } = await admin.send("POST", `/api${fundPool.path}`, body);
  expect(status).toBe(400);
  expect(answer.fields["idempotency-key"]).toMatch(
    /^Send a key of your own in this header, 16 to 64 letters/,
  );
});
