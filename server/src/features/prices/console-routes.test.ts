import * as contract from "@fc/contract/prices/console";
import { dailyPrice } from "@fc/contract/prices/portal";
import type { BodyOf } from "@fc/contract/route";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { after, day, hour, minute } from "../../platform/clock.ts";
import { setSetting } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { confirmNewest, waitingFor } from "../../testing/proposals.ts";
import { signedIn, startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let finance: TestClient;
let member: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  finance = await operatorSignedIn(app, "finance");
  await set({ cost: 300_000 });
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.time.advance(minute);
  finance = await operatorSignedIn(app, "finance");
  member = await signedIn(app, await app.addMember());
});

type NewPrice = BodyOf<typeof contract.addPrice>;
const curve = async () => (await finance.call(contract.consolePriceCurve, {})).body;
async function set(wanted: Partial<NewPrice>, operator = finance) {
  const { seen } = await curve();
  const body = { cost: 300_000, inrPerUsd: 88, effectiveFrom: null, seen, ...wanted };
  return operator.call(contract.addPrice, { body });
}
const later = (ms: number) => after(app.time.now, ms).toISOString();
const todays = async () => (await member.call(dailyPrice, {})).body;

test("a price set now is the members' price at once, with who set it in history and log", async () => {
  const { body } = await set({ cost: 305_000.5, inrPerUsd: 88.25 });
  expect(await todays()).toEqual({ cost: 305_000.5, inrPerUsd: 88.25 });
  const { data } = (await finance.call(contract.consolePrices, { query: {} })).body;
  expect(data[0]).toMatchObject({ id: body.data.id, state: "in force", setBy: "The finance" });
  expect(data[1]).toMatchObject({ state: "past" });
  const line = await app.db
    .selectFrom("operator_log")
    .select(["action", "details"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  expect(line).toMatchObject({ action: "price/set", details: { fcFor15Usd: 305_000.5, before: 300_000 } });
});

test("a scheduled price counts from its moment on, and another may be set before it", async () => {
  await set({ cost: 310_000, effectiveFrom: later(hour) });
  expect((await todays()).cost).toBe(305_000.5);
  expect((await set({ cost: 307_000 })).status).toBe(200);
  expect((await todays()).cost).toBe(307_000);
  app.time.advance(hour);
  expect((await todays()).cost).toBe(310_000);
});

test("a price that is not in force yet can be withdrawn, once, and never counts", async () => {
  const { id } = (await set({ cost: 320_000, effectiveFrom: later(hour) })).body.data;
  const withdraw = (operator = finance) => operator.call(contract.withdrawPrice, { params: { id } });
  const other = await operatorSignedIn(app, "admin");
  const answers = await Promise.all([withdraw(), withdraw(other)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "DECIDED_ALREADY",
    fields: { at: app.time.now.toISOString() },
  });
  app.time.advance(hour);
  expect((await todays()).cost).toBe(310_000);
  finance = await operatorSignedIn(app, "finance");
  const { data } = (await finance.call(contract.consolePrices, { query: {} })).body;
  expect(data.find((price: contract.SetPrice) => price.id === id).state).toBe("withdrawn");
});

test("a price in force stays in the history", async () => {
  const { id } = (await set({ cost: 311_000 })).body.data;
  expect((await finance.call(contract.withdrawPrice, { params: { id } })).body.code).toBe("PRICE_IN_FORCE");
  expect((await todays()).cost).toBe(311_000);
});

test("a change above ten percent, of either figure, takes typing both again", async () => {
  const before = await todays();
  const large = { cost: 345_000, inrPerUsd: 88 };
  expect((await set(large)).body.code).toBe("PRICE_JUMP");
  expect((await set({ cost: 311_000, inrPerUsd: 8.8 })).body.code).toBe("PRICE_JUMP");
  const wrong = await set({ ...large, again: { ...large, cost: 40_000 } });
  expect(wrong.body.fields).toEqual({ "again.cost": "This is another price" });
  expect(await todays()).toEqual(before);
  expect((await set({ ...large, again: large })).status).toBe(200);
  expect((await todays()).cost).toBe(345_000);
});

test("a change above a quarter within a day takes two people, also in small steps", async () => {
  const admin = await operatorSignedIn(app, "admin");
  const typed = (cost: number) => ({ cost, inrPerUsd: 88, again: { cost, inrPerUsd: 88 } });
  // 11.6 % above the price now, and 27.5 % above the price of a day before.
  expect((await set(typed(385_000))).body.code).toBe("REASON_NEEDED");
  const { body } = await set({ ...typed(385_000), reason: "The market moved" });
  expect(body.data).toEqual({ id: null });
  expect((await todays()).cost).toBe(345_000);
  expect((await confirmNewest(app, finance)).body.code).toBe("NOT_ALLOWED");
  const [waiting] = await waitingFor(admin);
  expect(waiting?.lines[0]).toEqual({ label: "FC for $15", from: "3,45,000 FC", to: "3,85,000 FC" });
  expect((await confirmNewest(app, admin)).status).toBe(200);
  expect((await todays()).cost).toBe(385_000);
  const { data } = (await finance.call(contract.consolePrices, { query: {} })).body;
  expect(data[0]).toMatchObject({ cost: 385_000, setBy: "The finance" });
});

test("a proposed price is not set over one that was set in the meantime", async () => {
  app.time.advance(day);
  finance = await operatorSignedIn(app, "finance");
  const admin = await operatorSignedIn(app, "admin");
  const wanted = { cost: 500_000, inrPerUsd: 88 };
  await set({ ...wanted, again: wanted, reason: "The market moved" });
  expect((await set({ cost: 386_000 })).status).toBe(200);
  expect((await confirmNewest(app, admin)).body.code).toBe("PROPOSAL_CHANGED");
  const { data } = await curve();
  expect(data.at(-1)).toMatchObject({ cost: 386_000, state: "in force" });
});

test("a zero too few or too many takes typing again, whatever the setting", async () => {
  const { cost, inrPerUsd } = await todays();
  await setSetting(app.databaseUrl, "prices", { repeatAbovePercent: 100 });
  for (const slip of [
    { cost: cost / 10, inrPerUsd },
    { cost: cost * 10, inrPerUsd },
    { cost, inrPerUsd: inrPerUsd / 10 },
  ]) {
    expect((await set(slip)).body.code).toBe("PRICE_JUMP");
  }
  expect(await todays()).toEqual({ cost, inrPerUsd });
  await setSetting(app.databaseUrl, "prices", {});
});

test("of operators who set a price at once one does; the others get an error that says who and when", async () => {
  const { seen } = await curve();
  const others = await Promise.all(Array.from({ length: 4 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all(
    [finance, ...others].map((operator, at) =>
      set({ cost: 390_000 + at, effectiveFrom: later(day + at), seen }, operator),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields: { at: app.time.now.toISOString() } });
  }
});

test.each([
  ["nothing", { cost: 0 }, "cost"],
  ["less than nothing", { cost: -1 }, "cost"],
  ["finer than the unit", { inrPerUsd: 88.12345 }, "inrPerUsd"],
  ["text", { inrPerUsd: "88" }, "inrPerUsd"],
  ["the past", { effectiveFrom: "2020-01-01T00:00:00Z" }, "effectiveFrom"],
  ["no moment", { effectiveFrom: "soon" }, "effectiveFrom"],
] as const)("%s is no price", async (_, wrong, field) => {
  const { cost, inrPerUsd } = await todays();
  const { status, body } = await set({ cost, inrPerUsd, ...(wrong as Partial<NewPrice>) });
  expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: [field] });
});

test("the history can be saved as a file", async () => {
  const file = await finance.call(contract.consolePricesCsv, { query: {} });
  expect(file.headers.get("content-type")).toContain("text/csv");
});
