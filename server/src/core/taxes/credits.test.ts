import { taxOf } from "@fc/contract/taxes/rules";
import { explain } from "@fc/contract/reports/why";
import { afterAll, beforeAll, expect, test } from "vitest";
import { balancesOf, statementPage } from "../ledger/statement.ts";
import { houseBalances } from "../ledger/house.ts";
import { verify } from "../ledger/verify.ts";
import { closeDay } from "../plan/closing.ts";
import { reasonOf } from "../plan/reason.ts";
import { currentPrice } from "../prices/prices.ts";
import { addTaxRule } from "../../testing/taxes.ts";
import { coins, setPrice } from "../../testing/money.ts";
import { giveIdentity } from "../../testing/identity.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let root: TestMember;
let left: TestMember;
let right: TestMember;
/** Of how much more than the year's sum tax was taken, because a withdrawal was not paid after all. */
const overPaise = 50_000n;
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);
const days = ["2026-03-29", "2026-03-30", "2026-03-31", "2026-04-01"];

/** Root has a PAN, left has none. The rule is in force from the second day on. */
beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  const now = (app.time.now = noon(days[0]!));
  await setPrice(db, 15_000, now);
  await fillPool(db, coins(10_000_000), now);
  root = await app.addMember();
  left = await app.addMember({ sponsor: root, side: "left" });
  right = await app.addMember({ sponsor: root, side: "right" });
  await giveIdentity(app.deps, root, now);
  for (const [member, usd] of [[root, 1500] as const, [left, 1500] as const, [right, 3000] as const]) {
    await stakeNow(db, { memberId: member.id, usd, now });
  }
  await addTaxRule(app, { firstDay: days[1]!, taken: "credit", thresholdRupees: 1000 });
  await db
    .insertInto("tax_years")
    .values({ member_id: right.id, financial_year: 2025, sum_paise: 0n, taxed_paise: overPaise })
    .execute();
  // Two members in a chunk, so that a closing has several.
  for (const day of days) await closeDay(db, { day, now: noon("2026-04-03"), chunkMembers: 2 });
});
afterAll(() => app.stop());

const recordsOf = (member: TestMember) =>
  app.db.selectFrom("tax_deductions").selectAll().where("member_id", "=", member.id).orderBy("id").execute();

test("a closing takes the tax of its credits by the rule that the contract has, with and without a PAN", async () => {
  const price = (await currentPrice(app.db, noon(days[0]!)))!;
  for (const [member, rateBasisPoints] of [[root, 500] as const, [left, 2000] as const]) {
    // The returns of the three days: half a percent of 1,500,000 coins. The first day pays none, the fourth is a new year.
    const daily = { amountFc: coins(7500), mostFc: coins(7500) };
    const terms = { rateBasisPoints, thresholdPaise: 100_000n, price, sumPaise: 0n, taxedPaise: 0n };
    const first = taxOf(terms, daily);
    const second = taxOf({ ...terms, sumPaise: first.basePaise, taxedPaise: first.newlyTaxedPaise }, daily);
    const expected = [first, second, first].map(({ taxFc }) => taxFc).filter((taxFc) => taxFc > 0n);
    expect((await recordsOf(member)).map(({ tax_fc }) => tax_fc)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  }
});

test("what was taxed too much in the year is not taxed again", async () => {
  const price = (await currentPrice(app.db, noon(days[0]!)))!;
  const daily = { amountFc: coins(15_000), mostFc: coins(15_000) };
  const terms = { rateBasisPoints: 2000, thresholdPaise: 100_000n, price, sumPaise: 0n };
  const [record] = await recordsOf(right);
  const [expected, again] = [overPaise, 0n].map((taxedPaise) => taxOf({ ...terms, taxedPaise }, daily));
  expect(record!.tax_fc).toBe(expected!.taxFc);
  expect(record!.tax_fc).toBeLessThan(again!.taxFc);
});

test("the amount that crosses the threshold also pays for those before it in the year", async () => {
  const [record] = await recordsOf(left);
  // ₹622 a day at ₹82.9 for a dollar or alike: the second day is above ₹1,000 and pays for both.
  expect(record!.sum_before_paise).toBeGreaterThan(0n);
  expect(record!.taxed_before_paise).toBe(0n);
  expect(record!.taxed_paise).toBe(record!.sum_before_paise + record!.base_paise);
});

test("what was taken left the wallets for the account of its own, and the ledger verifies", async () => {
  const all = await app.db.selectFrom("tax_deductions").select("tax_fc").execute();
  const sum = all.reduce((total, { tax_fc }) => total + tax_fc, 0n);
  expect((await houseBalances(app.db)).tax_withheld).toBe(sum);
  const ofLeft = (await recordsOf(left)).reduce((total, { tax_fc }) => total + tax_fc, 0n);
  expect((await balancesOf(app.db, left.id)).staking).toBe(coins(22_500) - ofLeft);
  expect((await verify(app.databaseUrl)).differences).toEqual([]);
  const closed = await app.db.selectFrom("closings").select(["day", "tax_fc", "tax_rule_id"]).execute();
  expect(closed.reduce((total, { tax_fc }) => total + tax_fc, 0n)).toBe(sum);
  expect(closed.find(({ day }) => day === days[0])).toMatchObject({ tax_fc: 0n, tax_rule_id: null });
});

test("why this amount says what tax was taken with a credit, and computes it again", async () => {
  const { lines } = await statementPage(app.db, { memberId: left.id, accounts: ["staking"], limit: 10 });
  expect(lines.map(({ message }) => message)).toContain("TAX/194R");
  const credits = lines.filter(({ kind }) => kind === "ros");
  const reasons = [];
  for (const { entryId, line } of credits)
    reasons.push(await reasonOf(app.db, { memberId: left.id, entryId, line }));
  expect(reasons.map((reason) => explain(reason!).agrees)).toEqual([true, true, true]);
  const taxed = reasons.find((reason) => reason?.tax);
  expect(taxed?.tax).toMatchObject({ section: "194R", hasPan: false, rateBasisPoints: 2000 });
  const wrong = { ...taxed!, tax: { ...taxed!.tax!, taxFc: String(BigInt(taxed!.tax!.taxFc) + 1n) } };
  expect(explain(wrong).agrees).toBe(false);
});

test("verifying finds a record of tax that the ledger does not have", async () => {
  const [record] = await recordsOf(left);
  await app.db.deleteFrom("tax_deductions").where("id", "=", record!.id).execute();
  const { differences } = await verify(app.databaseUrl);
  expect(differences).toEqual([expect.stringMatching(/^tax: /)]);
});
