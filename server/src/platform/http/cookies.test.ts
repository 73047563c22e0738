import { session } from "@fc/contract/login/session";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined, { publicUrl: "https://portal.example.com" });
});
afterAll(() => app.stop());

const statusOf = async (client: TestClient) => (await client.call(session, {})).status;

test("by https every cookie belongs to this host alone", async () => {
  const member = await app.addMember();
  const answer = await new TestClient(app).logIn(member.refId);
  const cookies = answer.headers.getSetCookie();
  const names = cookies.map((text) => text.split("=")[0] ?? "");
  for (const name of ["fc_session", "fc_device"]) {
    expect(names).toContain(`__Host-${name}`);
    const cookie = cookies.find((text) => text.startsWith(`__Host-${name}=`));
    // Browsers take a cookie of this name only with these, and without a domain.
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(cookie).not.toContain("Domain");
  }
});

test("a browser that signed in before the update stays signed in, and gets the new cookie", async () => {
  const client = await signedIn(app, await app.addMember());
  client.cookies.delete("__Host-fc_session");
  expect(await statusOf(client)).toBe(200);
  expect(client.cookies.get("__Host-fc_session")).toBe(client.cookies.get("fc_session"));
  client.cookies.delete("fc_session");
  expect(await statusOf(client)).toBe(200);
});

test("a cookie of the old name, which another host of the domain can set, does not replace the new one", async () => {
  const client = await signedIn(app, await app.addMember());
  client.cookies.set("fc_session", "a".repeat(43));
  expect(await statusOf(client)).toBe(200);
});

test("signing out deletes both cookies", async () => {
  const client = await signedIn(app, await app.addMember());
  expect((await client.send("POST", "/api/logout")).status).toBe(200);
  expect([...client.cookies.keys()].filter((name) => name.endsWith("fc_session"))).toEqual([]);
});
