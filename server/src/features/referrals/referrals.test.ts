import { directReferrals, directReferralsCsv } from "@fc/contract/referrals/portal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
 *      l2
 */
let app: TestApp;
let members: Record<"root" | "l1" | "l2" | "r1", TestMember>;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  const root = await app.addMember({ name: "Root" });
  const l1 = await app.addMember({ name: "Lata One", sponsor: root, side: "left" });
  const r1 = await app.addMember({ name: "Rina One", sponsor: root, side: "right" });
  const l2 = await app.addMember({ name: "Lata Two", sponsor: root, side: "left" });
  members = { root, l1, l2, r1 };
  client = await signedIn(app, root);
});
afterAll(() => app.stop());

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
