import { browserError } from "@fc/contract/browser-errors/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hour } from "../../platform/clock.ts";
import { createLog } from "../../platform/logger.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  app = await startTestApp(createLog("warn", { write }));
});
afterAll(() => app.stop());
beforeEach(() => {
  lines = [];
  app.time.advance(hour);
});

const body = {
  kind: "TypeError",
  places: ["assets/index-B2x9.js:1:2345", "assets/withdraw-page-Cd3.js:2:17"],
  page: "/withdraw",
  release: "index-B2x9",
};
const phone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36";
const errorLines = () => lines.filter(({ msg }) => msg === "error in a browser");

test("an error of our code in a browser is a line of the server's log, with its places and no address", async () => {
  const client = new TestClient(app, "203.0.113.1");
  const { status } = await client.send("POST", "/api/browserErrors", body, { "user-agent": phone });
  expect(status).toBe(200);
  expect(errorLines()).toMatchObject([{ browserError: { ...body, browser: "Chrome", system: "Android" } }]);
  expect(JSON.stringify(lines)).not.toMatch(/203\.0\.113|Pixel|537/);
});

test.each([
  ["a message", { ...body, message: "asha@example.com is not a function" }],
  ["a query string", { ...body, page: "/login?token=1" }],
  ["a user id in the address", { ...body, page: "/members/FCABC1234" }],
  ["a place that is not in our code", { ...body, places: ["https://evil.example/x.js:1:1"] }],
  ["no place", { ...body, places: [] }],
  ["a kind with words", { ...body, kind: "Error: Asha Rao" }],
  ["lines of its own", { ...body, release: 'x"}\n{"msg":"forged' }],
])("%s is refused and not logged", async (_, sent) => {
  const { status } = await new TestClient(app).send("POST", "/api/browserErrors", sent);
  expect(status).toBe(400);
  expect(errorLines()).toEqual([]);
});

test("one browser and one address fill no log, and are not told so", async () => {
  const member = await signedIn(app, await app.addMember());
  for (let i = 0; i < 15; i++) expect((await member.call(browserError, { body })).status).toBe(200);
  expect(errorLines()).toHaveLength(10);
  app.time.advance(hour + 1);
  lines = [];
  for (let i = 0; i < 65; i++) await new TestClient(app, "203.0.113.7").call(browserError, { body });
  expect(errorLines()).toHaveLength(60);
});
