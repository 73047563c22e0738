import { getBankDetails } from "@fc/contract/bank/portal";
import { getAllFmdcs } from "@fc/contract/fmdc/portal";
import { getFreeCoinAddress } from "@fc/contract/coin-address/portal";
import { getPanRecord } from "@fc/contract/pan/portal";
import { isRewardKind } from "@fc/contract/plan/reward-kinds";
import { defaultKinds } from "@fc/contract/testing/default-plan";
import { coverageBasisPoints } from "@fc/contract/plan/rules";
import { getProfile } from "@fc/contract/profile/portal";
import { userChart } from "@fc/contract/tree/portal";
import { pictureAddress, pictureIdIn } from "@fc/contract/uploads/portal";
import { explain } from "@fc/contract/reports/why";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawOrder } from "@fc/contract/wallet/kinds";
import { statementPage } from "../src/core/ledger/statement.ts";
import { legsOf } from "../src/core/network/legs.ts";
import { reasonOf } from "../src/core/plan/reason.ts";
import { startTestApp, TestClient, type TestApp } from "../src/testing/test-app.ts";
import { demoLogins, demoPassword } from "./demo-logins.ts";
import { seedDemo } from "./demo.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await Promise.all([seedDemo(app.deps, app.databaseUrl), seedDemo(app.deps, app.databaseUrl)]);
});
afterAll(() => app.stop());

test("the demo is filled in once, is the same on every machine, and its logins work", async () => {
  const rows = await app.db.selectFrom("members").select(["ref_id", "name"]).orderBy("id").execute();
  expect(rows).toHaveLength(322);
  expect(rows.slice(0, 3).map((row) => row.ref_id)).toEqual(["FCASHA22Z", "FCRAVK33R", "FCMEERA4F"]);
  expect(rows.at(319)).toMatchInlineSnapshot(`
    {
      "name": "Aakash Mehta",
      "ref_id": "FCNF9QT92",
    }
  `);
  for (const { refId } of demoLogins) {
    expect((await new TestClient(app).logIn(refId, demoPassword)).body.isAuth).toBe(true);
  }
});

test("the first login has all records, the second a hold after a new address, the third no records", async () => {
  const [first, second, third] = await Promise.all(
    demoLogins.map(async ({ refId }, at) => {
      const client = new TestClient(app);
      await client.logIn(refId, demoPassword);
      const params = { userId: at + 1 };
      const [profile, bank, pan, address, withdraw] = await Promise.all(
        [getProfile, getBankDetails, getPanRecord, getFreeCoinAddress, withdrawState].map(
          async (route) => (await client.call(route, { params })).body.data,
        ),
      );
      return { client, params, profile, bank, pan, address, withdraw };
    }),
  );
  expect(first).toMatchObject({
    profile: { mobileNumber: "+919000000000", country: "IN" },
    bank: { accountNumber: expect.stringMatching(/^•••• \d{4}$/) },
    pan: { nameInPan: "ASHA VERMA" },
    address: { freeCoinAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" },
    withdraw: { heldUntil: null },
  });
  expect((await first?.client.call(getAllFmdcs, {}))?.body).toHaveLength(1);
  const id = pictureIdIn(first?.pan.panImageUrl) ?? "";
  const { url } = (await first!.client.call(pictureAddress, { params: { ...first!.params, id } })).body.data;
  expect((await fetch(`${app.url}${url}`)).headers.get("content-type")).toBe("image/jpeg");
  expect(second?.withdraw.heldUntil).toBe("2026-11-16T10:35:00.000Z");
  expect(third).toMatchObject({ bank: null, pan: null, address: null, profile: { dob: null } });
  const records = await app.db.selectFrom("pan_records").select("member_id").execute();
  expect(records.length).toBeGreaterThan(15);
});

test("both legs of the demo's root have many members", async () => {
  const client = new TestClient(app);
  await client.logIn(demoLogins[0].refId, demoPassword);
  const legs = await legsOf(app.db, [1]);
  expect((legs.get(1)?.left.users ?? 0) + (legs.get(1)?.right.users ?? 0)).toBe(319);
  const { body } = await client.call(userChart, { params: { userId: 1 }, query: {} });
  for (const leg of [body.output.attributes.left, body.output.attributes.right]) {
    expect(leg.users).toBeGreaterThan(80);
    expect(leg.activeUsers).toBeGreaterThan(30);
    expect(leg.businessUsd).toBeGreaterThan(1000);
  }
});

test("the demo's history is real closings: the pool did not cover some days, and every reward can be explained", async () => {
  const closings = await app.db
    .selectFrom("closings")
    .select(["day", "state", "due_fc as dueFc", "available_fc as availableFc"])
    .orderBy("day")
    .execute();
  expect(closings).toHaveLength(92);
  expect(closings.at(-1)).toMatchObject({ day: "2026-11-14", state: "sealed" });
  const short = closings.map(coverageBasisPoints).filter((share) => share < 10_000);
  expect(short.length).toBeGreaterThan(3);
  expect(short.length).toBeLessThan(15);
  expect(Math.min(...short)).toBeGreaterThan(3000);

  const { lines } = await statementPage(app.db, { memberId: 1, accounts: drawOrder, limit: 500 });
  const rewarded = lines.filter(({ kind, type }) => type === "C" && isRewardKind(kind));
  expect(new Set(rewarded.map(({ kind }) => kind))).toEqual(new Set(defaultKinds));
  for (const { entryId, line } of rewarded) {
    expect(explain((await reasonOf(app.db, { memberId: 1, entryId, line }))!).agrees).toBe(true);
  }
});
