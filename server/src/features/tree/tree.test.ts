import { asUsdCents, noUsdCents } from "@fc/contract/units";
import { teamPath, teamSearch, userChart, type ChartNode } from "@fc/contract/tree/portal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
    await atomically(app.db, recordTeamEvent, {
      ...event,
      activeUsers: 1,
      businessUsdCents: asUsdCents(15_000n),
    });
    expect(await label()).toBe(`${l1.refId} left (S)`);
    const { left, right } = (await chart()).body.output.attributes;
    expect(left).toEqual({ users: 3, activeUsers: 1, businessUsd: 150 });
    expect(right).toEqual({ users: 2, activeUsers: 0, businessUsd: 0 });
    await atomically(app.db, recordTeamEvent, { ...event, activeUsers: -1, businessUsdCents: noUsdCents });
    expect(await label()).toBe(`${l1.refId} left (E)`);
  });

  test("contains no phone numbers and no e-mail addresses", async () => {
    const text = JSON.stringify((await chart()).body);
    expect(text).not.toContain("@example.com");
    expect(text).not.toContain("+91");
  });

  test("starts from any member of the own team, with the requested depth", async () => {
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

  test("lists its turns", async () => {
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

  test("names a member a few steps above the end of a long leg", async () => {
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

describe("the search in the own team", () => {
  const search = async (text: string, by = client, member = members.root) =>
    by.call(teamSearch, { params: { userId: member.id }, query: { text } });
  const names = async (text: string, by?: TestClient, member?: TestMember) =>
    (await search(text, by, member)).body.data.map(({ name }: { name: string }) => name);

  test("finds by the beginning of any word of the name, in any case", async () => {
    expect(await names("lata")).toEqual(["Lata One", "Lata Right", "Lata Two"]);
    expect(await names(" TW la ")).toEqual(["Lata Two"]);
    expect(await names("on")).toEqual(["Lata One", "Rina One"]);
    expect(await names("ata")).toEqual([]);
    const { body } = await search("right");
    expect(body).toEqual({
      data: [{ refId: members.l2r.refId, name: "Lata Right", leg: "left" }],
      hasMore: false,
    });
  });

  test("finds names in Hindi and with initials", async () => {
    const hindi = await app.addMember({ name: "सुनीता शर्मा", sponsor: members.r1, side: "left" });
    const initials = await app.addMember({ name: "A.K.Rao", sponsor: members.r1, side: "left" });
    expect((await search("शर्")).body.data).toMatchObject([{ refId: hindi.refId, leg: "right" }]);
    for (const text of ["rao", "a.k", "k.rao"])
      expect((await search(text)).body.data).toMatchObject([{ refId: initials.refId }]);
  });

  test("finds the whole user id, and nothing by a part of it", async () => {
    expect((await search(members.r2.refId.toLowerCase())).body.data).toMatchObject([{ name: "Rina Two" }]);
    expect(await names(members.r2.refId.slice(0, 6))).toEqual([]);
  });

  test("never finds anybody outside the own team, by whatever means", async () => {
    const below = await signedIn(app, members.l1);
    // Above, across, beside, oneself; wildcards of the database; e-mail addresses and numbers of the own team.
    for (const text of ["Root", "Rina", "Stranger", "Lata One", members.root.refId, members.stranger.refId])
      expect(await names(text, below, members.l1)).toEqual([]);
    for (const text of ["%%", "__", "\\\\", "' or 1=1 --", "example", "@ex", "+91", "9876", "com"])
      expect([text, await names(text)]).toEqual([text, []]);
    expect(await names("la", below, members.l1)).toEqual(["Lata Right", "Lata Two"]);
    expect((await search("la", below, members.root)).status).toBe(404);
    const text = JSON.stringify((await search("la")).body);
    expect(text).not.toContain("@example.com");
    expect(text).not.toContain("+91");
  });

  test.each([[""], ["a"], [" b "], ["x".repeat(81)]])("refuses the text %j", async (text) => {
    expect((await search(text)).status).toBe(400);
  });

  test("is limited to sixty a minute", async () => {
    const often = await signedIn(app, members.r2);
    for (let time = 0; time < 60; time++) expect((await search("xy", often, members.r2)).status).toBe(200);
    const refused = await search("xy", often, members.r2);
    expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    app.time.advance(60_000);
    expect((await search("xy", often, members.r2)).status).toBe(200);
  });
});
