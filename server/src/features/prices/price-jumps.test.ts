import * as contract from "@fc/contract/prices/console";
import { dailyPrice } from "@fc/contract/prices/portal";
import { afterEach, beforeEach, expect, test } from "vitest";
import { after, day, hour, minute } from "../../platform/clock.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { signedIn, startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let finance: TestClient;
beforeEach(async () => {
  app = await startTestApp();
  await operatorSignedIn(app, "admin");
  await operatorSignedIn(app, "admin");
  finance = await operatorSignedIn(app, "finance");
  await set(400_000, null);
  app.time.advance(2 * day);
  finance = await operatorSignedIn(app, "finance");
});
afterEach(() => app.stop());

const curve = async () => (await finance.call(contract.consolePriceCurve, {})).body;
/** Its id; null where it waits for a second person. */
async function set(cost: number, effectiveFrom: string | null): Promise<number | null> {
  const typed = { cost, inrPerUsd: 88 };
  const { seen } = await curve();
  const body = { ...typed, again: typed, effectiveFrom, seen, reason: "The market moved" };
  return (await finance.call(contract.addPrice, { body })).body.data.id;
}
const later = (ms: number) => after(app.time.now, ms).toISOString();

test("a price that goes up and then down takes two people once it is too far from any price of the last day", async () => {
  expect(await set(500_000, null)).not.toBeNull();
  app.time.advance(minute);
  expect(await set(400_000, null)).not.toBeNull();
  app.time.advance(minute);
  // A quarter below the price now, and 40 % below the price of two minutes ago.
  expect(await set(300_000, null)).toBeNull();
  const member = await signedIn(app, await app.addMember());
  expect((await member.call(dailyPrice, {})).body.cost).toBe(400_000);
});

test("a price before a scheduled one takes two people if the scheduled one would be a jump, however late", async () => {
  expect(await set(500_000, later(9 * day))).not.toBeNull();
  expect(await set(390_000, later(hour))).toBeNull();
  expect(await set(420_000, later(hour))).not.toBeNull();
});

test("scheduled prices are withdrawn from the last one on; without those between one person would make a jump", async () => {
  const ids = [
    await set(500_000, later(2 * day)),
    await set(620_000, later(4 * day)),
    await set(770_000, later(6 * day)),
  ];
  expect(ids).not.toContain(null);
  const withdraw = async (id: number | null) =>
    (await finance.call(contract.withdrawPrice, { params: { id: id! } })).body.code ?? "withdrawn";
  for (const id of ids.slice(0, -1)) expect(await withdraw(id)).toBe("PRICE_JUMP_LEFT");
  expect((await curve()).data.filter(({ state }: contract.SetPrice) => state === "scheduled")).toHaveLength(
    3,
  );
  for (const id of ids.toReversed()) expect(await withdraw(id)).toBe("withdrawn");
});
