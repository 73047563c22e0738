import { stakingInvestment, stakingInvestmentCsv, type Stake } from "@fc/contract/staking/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleCompany } from "../../testing/moving.ts";
import { importInto, newInstallation, openCompany, signedInAs } from "../../testing/moved-in.ts";
import type { TestApp, TestClient } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  const made = await newInstallation();
  ({ app } = made);
  await importInto(app, exampleCompany, made.admin);
  await openCompany(app);
});
afterAll(() => app.stop());

async function stakesOf(refId: string): Promise<{ stakes: Stake[]; client: TestClient; userId: number }> {
  const client = await signedInAs(app, refId);
  const { id: userId } = await app.db
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", refId)
    .executeTakeFirstOrThrow();
  const { body } = await client.call(stakingInvestment, { params: { userId }, query: {} });
  return { stakes: body.data, client, userId };
}

test("a stake that moved in shows when it was approved and what the system before has returned", async () => {
  const { stakes } = await stakesOf("FC1002");
  expect(stakes).toMatchObject([
    { amountUsd: 150, topUpAt: "2026-01-10T06:30:00.000Z", status: "active", reference: null, cost: null },
    { amountUsd: 500, topUpAt: "2025-03-10T06:30:00.000Z", status: "active", reference: null, cost: null },
  ]);
  expect(stakes.map(({ life }) => life?.returned)).toEqual([16_500, 820_000]);
});

test("stakes that ended before the move are listed with their end, and in the file", async () => {
  const { stakes, client, userId } = await stakesOf("FC1015");
  expect(stakes).toMatchObject([
    { amountUsd: 30, status: "ended", endedAt: "2025-06-28T18:29:59.000Z", life: null, reference: null },
  ]);
  expect((await stakesOf("FC1009")).stakes).toMatchObject([{ amountUsd: 15, status: "undone", life: null }]);
  const file = await client.call(stakingInvestmentCsv, { params: { userId }, query: {} });
  expect(String(file.body)).toContain("30000,Ended");
});
