import { asUsdCents } from "@fc/contract/units";
import { teamCsv, teamList } from "@fc/contract/team/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordTeamEvent } from "../../core/network/place.ts";
import { atomically } from "../../platform/db.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

/**
 *        root          the upline of root is above, a stranger is in another network
 *     l1      r1
 *       l1r
 */
let app: TestApp;
let root: TestMember;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  const upline = await app.addMember({ name: "Upline" });
  root = await app.addMember({ name: "Root", sponsor: upline, side: "left" });
  const l1 = await app.addMember({ name: "Lata One", sponsor: root, side: "left" });
  await app.addMember({ name: "Rina One", sponsor: root, side: "right" });
  const l1r = await app.addMember({ name: "Lata Two", sponsor: l1, side: "right" });
  await app.addMember({ name: "Stranger" });
  const event = { activeUsers: 1, businessUsdCents: asUsdCents(150_00n), now: app.time.now } as const;
  await atomically(app.db, recordTeamEvent, { ...event, memberId: l1.id });
  await atomically(app.db, recordTeamEvent, {
    ...event,
    memberId: l1r.id,
    businessUsdCents: asUsdCents(15_00n),
  });
  client = await signedIn(app, root);
});
afterAll(() => app.stop());

const read = (query: Record<string, unknown> = {}) =>
  client.call(teamList, { params: { userId: root.id }, query });

test("lists everybody below, newest first, with leg, level, stake and business", async () => {
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toMatchObject({ users: 3, next: null });
  expect(body.data).toMatchObject([
    { name: "Lata Two", leg: "left", level: 2, stake: "active", business: 15, teamBusiness: 0 },
    { name: "Rina One", leg: "right", level: 1, stake: "none", business: 0, teamBusiness: 0 },
    { name: "Lata One", leg: "left", level: 1, stake: "active", business: 150, teamBusiness: 15 },
  ]);
  const text = JSON.stringify(body);
  expect(text).not.toContain("@example.com");
  expect(text).not.toContain("+91");
});

test("goes on where the last page ended", async () => {
  const first = (await read({ size: 2 })).body;
  expect(first.data.map(({ name }: { name: string }) => name)).toEqual(["Lata Two", "Rina One"]);
  const second = (await read({ size: 2, cursor: first.next })).body;
  expect(second.data.map(({ name }: { name: string }) => name)).toEqual(["Lata One"]);
  expect(second.next).toBeNull();
});

test("the file has what the filters find, without phone numbers and addresses", async () => {
  const { body } = await client.call(teamCsv, {
    params: { userId: root.id },
    query: { leg: "left", search: "lata" },
  });
  const lines = String(body).trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    "User ID,Name,Date of Joining,Team,Level,Stake status,Business ($),Team business ($)",
  );
  expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(["Lata Two", "Lata One"]);
  expect(String(body)).not.toMatch(/@|\+91/);
});
