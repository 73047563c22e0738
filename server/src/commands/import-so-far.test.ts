import { consoleProposals, confirmProposal } from "@fc/contract/proposals/console";
import { consoleTaxRemittances, remitTax } from "@fc/contract/taxes/console";
import { endOfDay } from "@fc/contract/period";
import { transparency } from "@fc/contract/transparency/portal";
import { acceptWithdrawal, startPaying } from "@fc/contract/withdraw/console";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verify as verifyLedger } from "../core/ledger/verify.ts";
import { pairStandingOf } from "../core/plan/standing.ts";
import { closeDay } from "../core/plan/closing.ts";
import { measureNetResults } from "../features/transparency/measure.ts";
import { atomically } from "../platform/db.ts";
import { coins } from "../testing/money.ts";
import { importInto, newInstallation, openCompany, signedInAs } from "../testing/moved-in.ts";
import { spoiledCompany } from "../testing/moving.ts";
import { operatorSignedIn } from "../testing/operators.ts";
import type { TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  const made = await newInstallation();
  ({ app } = made);
  const company = await spoiledCompany();
  await company.replace("lifetimes", "1000000,0\n", "1000000,40000.5\n");
  await company.replace("totals", "paid_in_fc,", "paid_out_fc,,40000.5\npaid_in_fc,");
  expect(await importInto(app, company.folder, made.admin)).toMatchObject({ code: 0 });
  await openCompany(app);
});
afterAll(() => app.stop());

const day = "2026-02-01";

async function transparencyOf(refId: string) {
  const client = await signedInAs(app, refId);
  const { id: userId } = await app.db
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", refId)
    .executeTakeFirstOrThrow();
  return (await client.call(transparency, { params: { userId } })).body.data;
}

test("what the system before left unmatched is carried from the cut on, and not new", async () => {
  const standing = (memberId: number) => pairStandingOf(app.db, { memberId, now: endOfDay("2026-01-31") });
  const [left, right] = [57_500n, 24_500n].map((carriedUsdCents) => ({ carriedUsdCents, freshUsdCents: 0n }));
  expect(await standing(1)).toMatchObject({ lastMatchedOn: "2026-01-31", left, right });
  // Nothing was taken of the legs of FC1005, so its business is new to the first matching.
  const fresh = { carriedUsdCents: 0n, freshUsdCents: 15_000n };
  expect(await standing(5)).toMatchObject({ lastMatchedOn: undefined, left: fresh });
});

test("the pool that moved in pays the first closing, and stands in the month of the cut", async () => {
  await closeDay(app.db, { day, now: endOfDay(day) });
  const closing = await app.db.selectFrom("closings").selectAll().executeTakeFirstOrThrow();
  expect(closing.available_fc).toBe(coins(250_000));
  expect(closing.paid_fc).toBe(closing.due_fc);
  expect(closing.paid_fc).toBeGreaterThan(0n);
  const { reserves } = await transparencyOf("FC1001");
  const [february, january] = reserves.months;
  expect(january).toMatchObject({ month: "2026-01", funded: { treasury: 250_000 }, pool: 250_000 });
  expect(february).toMatchObject({ month: "2026-02", pool: reserves.pool });
  expect(reserves.pool).toBeLessThan(250_000);
});

test("what a member had paid in and was paid out before the move counts in Transparency", async () => {
  const { own } = await transparencyOf("FC1001");
  expect(own).toMatchObject({ putIn: 1_000_000, putInUsd: 1000, tookOut: 40_000.5, net: -959_999.5 });
  expect((await transparencyOf("FC1009")).own).toMatchObject({ putIn: 0, putInUsd: 0, tookOut: 0 });
  await atomically(app.db, measureNetResults, { now: app.time.now });
  const { results } = await transparencyOf("FC1001");
  expect(results).toMatchObject({ members: 20, putInMembers: 14, tookOutMembers: 1 });
});

test("the first withdrawal that is paid here is added to what was paid out before", async () => {
  const finance = await operatorSignedIn(app, "finance");
  const params = { id: 1 };
  expect((await finance.call(startPaying, { params, body: { from: null } })).status).toBe(200);
  const body = { transactionId: `0x${"a".repeat(64)}`, net: 49_990 };
  expect((await finance.call(acceptWithdrawal, { params, body })).status).toBe(200);
  expect((await transparencyOf("FC1001")).own).toMatchObject({ tookOut: 89_990.5 });
});

test("a tax year goes on where it stopped", async () => {
  const years = await app.db.selectFrom("tax_years").selectAll().orderBy("member_id").execute();
  expect(years).toEqual([
    { member_id: 1, financial_year: 2025, sum_paise: 14_237_525n, taxed_paise: 0n },
    { member_id: 2, financial_year: 2025, sum_paise: 6_941_000n, taxed_paise: 0n },
    { member_id: 3, financial_year: 2025, sum_paise: 6_834_000n, taxed_paise: 0n },
  ]);
});

test("tax that the system before has deducted is owed to the state, and the first remittance pays for it", async () => {
  const finance = await operatorSignedIn(app, "finance");
  const other = await operatorSignedIn(app, "finance");
  const owed = async () => (await finance.call(consoleTaxRemittances, {})).body;
  expect(await owed()).toMatchObject({ deductedFc: 1250, owedFc: 1250, owedInr: 1062.5 });
  const remit = async (amountInr: number, challan: string) => {
    const body = { paidOn: day, amountInr, interestInr: 0, lateFeeInr: 0, challan, reason: "Tax of January" };
    expect((await finance.call(remitTax, { body })).status).toBe(200);
    const { open } = (await other.call(consoleProposals, {})).body.data;
    for (const { id } of open) await other.call(confirmProposal, { params: { id } });
  };
  await remit(531.25, "HALF-1");
  expect(await owed()).toMatchObject({ remittedFc: 625, owedFc: 625, owedInr: 531.25 });
  await remit(530, "REST-1");
  expect(await owed()).toMatchObject({ remittedFc: 1250, owedFc: 0 });
  expect((await verifyLedger(app.databaseUrl)).differences).toEqual([]);
});
