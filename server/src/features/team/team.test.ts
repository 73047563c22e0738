import { directReferrals, directReferralsCsv, teamPath, userChart, type ChartNode } from "@fc/contract/team";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordEvent } from "../../core/network/place.ts";
import { atomically } from "../../platform/db.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

/**
 *            root
 *        l1        r1          sponsored by root: l1, r1, l2
 *      l2  .      .  (r2)      r2 by r1
 *     .  l2r                   l2r by l2
 */
let app: TestApp;
let members: Record<"root" | "l1" | "l2" | "l2r" | "r1" | "r2" | "stranger", TestMember>;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  const root = await app.addMember({ name: "Root" });
  const l1 = await app.addMember({ name: "Lata One", sponsor: root, side: "left" });
  const r1 = await app.addMember({ name: "Rina One", sponsor: root, side: "right" });
  const l2 = await app.addMember({ name: "Lata Two", sponsor: root, side: "left" });
  const r2 = await app.addMember({ name: "Rina Two", sponsor: r1, side: "right" });
  const l2r = await app.addMember({ name: "Lata Right", sponsor: l2, side: "right" });
  const stranger = await app.addMember({ name: "Stranger" });
  members = { root, l1, l2, l2r, r1, r2, stranger };
  client = await signedIn(app, root);
});
afterAll(() => app.stop());

const chart = async (query: { start?: string; depth?: number } = {}) =>
  client.call(userChart, { params: { userId: members.root.id }, query });

describe("the tree chart", () => {
  test("shows the root and three levels, with X where a place is free", async () => {
    const { status, body } = await chart();
    expect(status).toBe(200);
    const names = (node: ChartNode): unknown =>
      node.children ? [node.name, node.children.map(names)] : node.name;
    expect(names(body.output)).toEqual([
      "Root",
      [
        ["Lata One", [["Lata Two", ["X", "Lata Right"]], "X"]],
        ["Rina One", ["X", ["Rina Two", ["X", "X"]]]],
      ],
    ]);
  });

  test("labels a member with user id, side and, once staked, (S) or (E)", async () => {
    const label = async () => (await chart()).body.output.children[0].attributes.label as string;
    const { l1 } = members;
    expect(await label()).toBe(`${l1.refId} left`);
    const event = { memberId: l1.id, now: app.time.now };
    await atomically(app.db, recordEvent, { ...event, activeUsers: 1, businessUsdCents: 15_000n });
    expect(await label()).toBe(`${l1.refId} left (S)`);
    const { left, right } = (await chart()).body.output.attributes;
    expect(left).toEqual({ users: 3, activeUsers: 1, businessUsd: 150 });
    expect(right).toEqual({ users: 2, activeUsers: 0, businessUsd: 0 });
    await atomically(app.db, recordEvent, { ...event, activeUsers: -1, businessUsdCents: 0n });
    expect(await label()).toBe(`${l1.refId} left (E)`);
  });

  test("tells nobody's phone or e-mail", async () => {
    const text = JSON.stringify((await chart()).body);
    expect(text).not.toContain("@example.com");
    expect(text).not.toContain("+91");
  });

  test("starts from anybody in the own team, as deep as asked for", async () => {
    const { body } = await chart({ start: members.l2.refId.toLowerCase(), depth: 1 });
    expect(body.output.name).toBe("Lata Two");
    expect(body.output.children.map((child: ChartNode) => child.name)).toEqual(["X", "Lata Right"]);
    expect(body.output.children[1].children).toBeUndefined();
  });

  test("does not exist for somebody outside the own team, above it, or nowhere", async () => {
    for (const start of [members.stranger.refId, "FCNOBODY2"])
      expect((await chart({ start })).status).toBe(404);
    const below = await signedIn(app, members.l1);
    const up = await below.call(userChart, {
      params: { userId: members.l1.id },
      query: { start: members.root.refId },
    });
    const across = await below.call(userChart, {
      params: { userId: members.l1.id },
      query: { start: members.r1.refId },
    });
    expect([up.status, across.status]).toEqual([404, 404]);
  });

  test("shows and opens those below a blocked member", async () => {
    await app.db.updateTable("members").set({ status: "blocked" }).where("id", "=", members.l1.id).execute();
    expect((await chart({ start: members.l1.refId, depth: 1 })).body.output.children[0].name).toBe(
      "Lata Two",
    );
    await app.db.updateTable("members").set({ status: "active" }).where("id", "=", members.l1.id).execute();
  });

  test.each([[-1], [6], [1.5], ["deep"], [""]])("refuses a depth of %s", async (depth) => {
    expect((await chart({ depth: depth as number })).status).toBe(400);
  });
});

describe("the path to a member of the team", () => {
  const path = (refId: string) => client.call(teamPath, { params: { userId: members.root.id, refId } });

  test("is told by its turns", async () => {
    const { body } = await path(members.l2r.refId);
    expect(body.data).toEqual({
      from: { refId: members.root.refId, name: "Root" },
      stretches: [
        { side: "left", steps: 2, to: { refId: members.l2.refId, name: "Lata Two" } },
        { side: "right", steps: 1, to: { refId: members.l2r.refId, name: "Lata Right" } },
      ],
      steps: 3,
      above: null,
    });
  });

  test("names who stands a few steps above somebody at the end of a long leg", async () => {
    const leg: TestMember[] = [];
    for (let i = 0; i < 6; i++)
      leg.push(await app.addMember({ name: `Leg ${i}`, sponsor: members.r2, side: "left" }));
    const { body } = await path(leg[5]!.refId);
    expect(body.data.steps).toBe(8);
    expect(body.data.above).toEqual({ refId: leg[2]!.refId, name: "Leg 2" });
  });

  test("does not exist to somebody outside it", async () => {
    expect((await path(members.stranger.refId)).status).toBe(404);
  });
});

describe("the direct referrals", () => {
  const list = (query = {}) => client.call(directReferrals, { params: { userId: members.root.id }, query });
  const names = (body: { userChilds: { name: string }[] }) => body.userChilds.map(({ name }) => name);

  test("are those whom the member sponsored, wherever they sit, with their phone numbers", async () => {
    const { body } = await list();
    expect(body.total).toBe(3);
    expect(body.userChilds[2]).toMatchObject({
      refId: members.l2.refId,
      name: "Lata Two",
      mobileNumber: "+919876543210",
      placementRefId: members.l1.refId,
      side: "left",
    });
  });

  test("are searched, sorted and paged", async () => {
    expect(names((await list({ search: "lata" })).body)).toEqual(["Lata One", "Lata Two"]);
    expect(names((await list({ search: members.r1.refId })).body)).toEqual(["Rina One"]);
    expect(names((await list({ search: "%" })).body)).toEqual([]);
    expect((await list({ search: "+91 98765 43210" })).body.total).toBe(3);
    expect(names((await list({ sort: "name", order: "desc" })).body)).toEqual([
      "Rina One",
      "Lata Two",
      "Lata One",
    ]);
    const page = await list({ page: 2, size: 2 });
    expect({ names: names(page.body), total: page.body.total }).toEqual({ names: ["Lata Two"], total: 3 });
    expect((await list({ sort: "password" })).status).toBe(400);
    expect((await list({ size: 1000 })).status).toBe(400);
  });

  test("come as a file of all of them", async () => {
    const csv = await client.call(directReferralsCsv, { params: { userId: members.root.id }, query: {} });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("content-disposition")).toContain("direct-referrals.csv");
    const lines = (csv.body as string).trim().split("\r\n");
    expect(lines[0]).toContain("Serial,User ID,Name,Phone Number,Placement,Team");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe(`1,${members.l1.refId},Lata One,+91 98765 43210,${members.root.refId},left`);
  });

  test("count down in a file that begins with the newest", async () => {
    const newestFirst = {
      params: { userId: members.root.id },
      query: { sort: "joinedAt", order: "desc" },
    } as const;
    const csv = await client.call(directReferralsCsv, newestFirst);
    const lines = (csv.body as string).trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",").slice(0, 3))).toEqual([
      ["3", members.l2.refId, "Lata Two"],
      ["2", members.r1.refId, "Rina One"],
      ["1", members.l1.refId, "Lata One"],
    ]);
  });
});
