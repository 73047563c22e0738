import { coinToInr, coinToUsd, dailyPrice, usdToCoin } from "@fc/contract/prices/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPrice } from "../../core/prices/prices.ts";
import { after, day, hour } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { signedIn, startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  client = await signedIn(app, await app.addMember());
});
afterAll(() => app.stop());

/** 3,00,000.5 FC for $15, and a dollar at 88.1234 rupees. */
const first = { fcFor15Usd: 3_000_005_000n, inrPerUsd: 881_234n };

function set(price: Partial<typeof first> & { effectiveFrom?: Date }) {
  return atomically(app.db, addPrice, { ...first, effectiveFrom: app.time.now, now: app.time.now, ...price });
}

test("without a price the calls say so", async () => {
  const { status, body } = await client.call(dailyPrice, {});
  expect({ status, code: body.code }).toEqual({ status: 409, code: "PRICE_UNSET" });
  expect((await client.call(usdToCoin, { params: { amount: "15" } })).body.code).toBe("PRICE_UNSET");
});

test("the price in force converts coins, dollars and rupees, each rounded down once", async () => {
  await set({});
  expect((await client.call(dailyPrice, {})).body).toEqual({ cost: 300_000.5, inrPerUsd: 88.1234 });
  expect((await client.call(usdToCoin, { params: { amount: "15" } })).body).toEqual({ data: 300_000.5 });
  expect((await client.call(usdToCoin, { params: { amount: "0.01" } })).body).toEqual({ data: 200.0003 });
  expect((await client.call(coinToUsd, { params: { amount: "300000.5" } })).body).toEqual({ data: 15 });
  expect((await client.call(coinToUsd, { params: { amount: "299999" } })).body).toEqual({ data: 14.99 });
  expect((await client.call(coinToInr, { params: { amount: "300000.5" } })).body).toEqual({ data: 1321.85 });
});

test.each(["abc", "-5", "0", "0.00001", "1e30", "9007199254740993", "NaN", "Infinity", "0x10"])(
  "%s is no amount",
  async (amount) => {
    for (const call of [coinToInr, coinToUsd, usdToCoin]) {
      expect((await client.call(call, { params: { amount } })).status).toBe(400);
    }
  },
);

test("an amount whose value is too large for a number is refused", async () => {
  const { status, body } = await client.call(usdToCoin, { params: { amount: "9999999999999" } });
  expect({ status, fields: body.fields }).toEqual({
    status: 400,
    fields: { amount: "Please enter valid amount" },
  });
});

test("a new price counts from its moment on and not before", async () => {
  const from = after(app.time.now, hour);
  await set({ fcFor15Usd: 2_000_000_000n, effectiveFrom: from });
  expect((await client.call(dailyPrice, {})).body.cost).toBe(300_000.5);
  app.time.advance(hour);
  expect((await client.call(dailyPrice, {})).body.cost).toBe(200_000);
});

test("a price is never set for the past, at the moment of another, or to nothing", async () => {
  await expect(set({ effectiveFrom: after(app.time.now, -1) })).rejects.toMatchObject({
    details: { fields: { effectiveFrom: "A price cannot begin in the past" } },
  });
  await set({ effectiveFrom: after(app.time.now, day) });
  await expect(set({ effectiveFrom: after(app.time.now, day) })).rejects.toMatchObject({
    details: { fields: { effectiveFrom: "Another price begins at this moment" } },
  });
  for (const wrong of [
    { fcFor15Usd: 0n },
    { fcFor15Usd: -1n },
    { inrPerUsd: 0n },
    { fcFor15Usd: 10n ** 15n },
  ]) {
    await expect(set({ effectiveFrom: after(app.time.now, 2 * day), ...wrong })).rejects.toThrow();
  }
});

test("of prices set at once for the same moment, one is kept", async () => {
  const effectiveFrom = after(app.time.now, 3 * day);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => set({ effectiveFrom })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
