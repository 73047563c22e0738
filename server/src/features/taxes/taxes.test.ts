import { asFc } from "@fc/contract/units";
import { consoleBook } from "@fc/contract/books/console";
import { consoleFind, consoleReceipt } from "@fc/contract/find/console";
import { fcToWire } from "@fc/contract/money";
import { consoleProposals, confirmProposal, refuseProposal } from "@fc/contract/proposals/console";
import { receipt } from "@fc/contract/receipts/portal";
import { referenceOf } from "@fc/contract/receipts/reference";
import * as taxes from "@fc/contract/taxes/console";
import { memberTaxYears, taxCertificate } from "@fc/contract/taxes/portal";
import { acceptWithdrawal, consoleWithdrawal } from "@fc/contract/withdraw/console";
import { cancelWithdrawal, withdrawState, withdrawTaxOf } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseBalances } from "../../core/ledger/house.ts";
import { day } from "../../platform/clock.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { giveIdentity } from "../../testing/identity.ts";
import { coins, fund, giveStake, longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { addressOf, bytesOf, textOfPdf } from "../../testing/pdf-text.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, transactionId, withdrawCoins } from "../../testing/withdrawals.ts";

let app: TestApp;
let admin: TestClient;
let second: TestClient;
let finance: TestClient;
let member: TestMember;
let client: TestClient;
const rule = {
  firstDay: "2026-11-17",
  section: "194R",
  taken: "withdrawal",
  ratePercent: 10,
  rateWithoutPanPercent: 20,
  thresholdInr: 0,
} as const;

beforeAll(async () => {
  app = await startTestApp();
  app.time.now = new Date("2026-11-16T12:00:00+05:30");
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  admin = await operatorSignedIn(app, "admin");
  second = await operatorSignedIn(app, "admin");
  finance = await operatorSignedIn(app, "finance");
  member = await addWithdrawer(app, { staking: 30_000_000 });
});
afterAll(() => stopWithBooksRight(app));

const rules = async () => (await admin.call(taxes.consoleTaxRules, {})).body;
const propose = async (by: TestClient, change: object = {}) =>
  by.call(taxes.addTaxRule, {
    body: { ...rule, seen: (await rules()).seen, reason: "As the law has it", ...change },
  });

test("without a rule nothing is taken, and a rule takes two people and a day to come", async () => {
  client = await signedIn(app, member);
  expect((await client.call(withdrawState, { params: { userId: member.id } })).body.data.tax).toBeNull();
  expect((await propose(finance)).status).toBe(403);
  expect((await propose(admin, { firstDay: "2026-11-16" })).body.fields).toHaveProperty("firstDay");
  const seen = (await rules()).seen;
  expect((await propose(admin)).body.data).toEqual({ id: null });
  // The second one is told that the first has proposed already.
  expect((await propose(second)).body).toMatchObject({ code: "PROPOSED_ALREADY" });
  const [open] = (await second.call(consoleProposals, {})).body.data.open;
  expect(open.lines.map(({ label, to }: Record<string, string>) => [label, to])).toContainEqual([
    "Rate with PAN",
    expect.stringMatching(/^10/),
  ]);
  expect((await admin.call(confirmProposal, { params: { id: open.id } })).status).toBe(409);
  expect((await second.call(confirmProposal, { params: { id: open.id } })).status).toBe(200);
  expect((await rules()).data).toMatchObject([{ ...rule, state: "scheduled" }]);
  // Who still looks at the page of before is told, too.
  expect((await propose(second, { seen, firstDay: "2026-12-01" })).body).toMatchObject({
    code: "DECIDED_ALREADY",
  });
});

test("a withdrawal says its tax before the code, and the member gets what it said", async () => {
  app.time.now = new Date("2026-11-20T12:00:00+05:30");
  admin = await operatorSignedIn(app, "admin");
  finance = await operatorSignedIn(app, "finance");
  client = await signedIn(app, member);
  expect((await rules()).data[0]).toMatchObject({ state: "in force" });
  const { tax } = (await client.call(withdrawState, { params: { userId: member.id } })).body.data;
  const parts = { amountFc: coins(8_000_000), feeFc: coins(200_000) };
  expect(withdrawTaxOf(tax, parts)).toBe(coins(1_600_000));

  const id = await withdrawCoins(app, client, member, 8_000_000);
  const shown = (await finance.call(consoleWithdrawal, { params: { id } })).body.data;
  expect(shown).toMatchObject({ fee: 200_000, tax: 1_600_000, net: 6_200_000 });
  const paid = { transactionId: transactionId(id), net: 6_200_000 };
  expect((await finance.call(acceptWithdrawal, { params: { id }, body: paid })).status).toBe(200);
  const reference = referenceOf("withdrawal", id);
  const own = (await client.call(receipt, { params: { userId: member.id, reference } })).body.data;
  expect(own).toMatchObject({
    taxFc: 1_600_000,
    taxParts: { section: "194R", ratePercent: 20, taxedFc: 8_000_000, earlierFc: 0 },
    netFc: 6_200_000,
  });
  // Who answers the member reads the same.
  const asked = (await finance.call(consoleReceipt, { params: { reference } })).body.data;
  expect(asked).toMatchObject({
    taxFc: 1_600_000,
    taxParts: { section: "194R", ratePercent: 20, taxedFc: 8_000_000, earlierFc: 0 },
    netFc: 6_200_000,
  });
  expect((await houseBalances(app.db)).tax_withheld).toBe(coins(1_600_000));
});

test("with a PAN the lower rate applies, and what is taken back leaves no trace in the year", async () => {
  const since = longAgo(app.time.now);
  const other = await app.addMember();
  await giveStake(app.db, other, since);
  await giveIdentity(app.deps, other, since);
  await fund(app.db, other, { staking: 30_000_000 }, since);
  const theirs = await signedIn(app, other);
  const id = await withdrawCoins(app, theirs, other, 10_000_000);
  const shown = (await finance.call(consoleWithdrawal, { params: { id } })).body.data;
  expect(shown.tax).toBe(1_000_000);
  const body = { userId: other.id, reference: referenceOf("withdrawal", id) };
  expect((await theirs.call(cancelWithdrawal, { body })).status).toBe(200);
  expect(
    await app.db.selectFrom("tax_years").selectAll().where("member_id", "=", other.id).execute(),
  ).toMatchObject([{ sum_paise: 0n, taxed_paise: 0n }]);
  const again = await withdrawCoins(app, theirs, other, 6_000_000);
  const paid = { transactionId: transactionId(again), net: 5_200_000 };
  expect((await finance.call(acceptWithdrawal, { params: { id: again }, body: paid })).status).toBe(200);
});

test("the file of the quarter has every PAN and adds up to the ledger; who may not return taxes gets neither", async () => {
  const params = { year: 2026, quarter: 3 };
  const page = (await finance.call(taxes.consoleTaxQuarter, { params, query: {} })).body;
  expect(page.totals.taxFc).toBe(2_200_000);
  expect(page.data.map(({ pan }: taxes.TaxDeducted) => pan)).toEqual([null, "••••• 1234F"]);
  const support = await operatorSignedIn(app, "support");
  expect((await support.call(taxes.consoleTaxQuarterCsv, { params, query: {} })).status).toBe(403);
  const file = await finance.call(taxes.consoleTaxQuarterCsv, { params, query: {} });
  expect(file.headers.get("content-disposition")).toContain("tax-return-2026-27-Q3.csv");
  const [head, ...lines] = String(file.body).replace("\uFEFF", "").trim().split("\r\n");
  const at = (title: string) => head!.split(",").indexOf(title);
  const cellsOf = (title: string) => lines.map((line) => line.split(",")[at(title)]);
  expect(cellsOf("PAN")).toEqual(["PANNOTAVBL", "ABCPE1234F"]);
  // Each line can be multiplied out by who reads the file.
  const numbersOf = (title: string) => cellsOf(title).map(Number);
  const rates = numbersOf("Rate (%)");
  expect(numbersOf("Taxed (FC)").map((taxed, line) => (taxed * rates[line]!) / 100)).toEqual(
    numbersOf("Tax (FC)"),
  );
  expect(numbersOf("Earlier payments (FC)")).toEqual([0, 0]);
  expect(numbersOf("Taxed above in the year (INR)")).toEqual([0, 0]);
  const sum = cellsOf("Tax (FC)").reduce((total, cell) => total + Number(cell), 0);
  expect(coins(sum)).toBe((await houseBalances(app.db)).tax_withheld);
  const logged = await app.db
    .selectFrom("operator_log")
    .select("action")
    .where("action", "=", "taxes/return")
    .execute();
  expect(logged).toHaveLength(1);
  expect(
    (await finance.call(taxes.consoleTaxQuarter, { params: { ...params, quarter: 1 }, query: {} })).body
      .total,
  ).toBe(0);
});

const remit = (by: TestClient, change: object = {}) =>
  by.call(taxes.remitTax, {
    body: {
      paidOn: "2026-11-20",
      amountInr: 1992,
      interestInr: 29.88,
      lateFeeInr: 200,
      challan: "0510002 20-11-2026 00123",
      reason: "Tax of November",
      ...change,
    },
  });
const remittances = async () => (await finance.call(taxes.consoleTaxRemittances, {})).body;
const withheld = async () => (await houseBalances(app.db)).tax_withheld;
async function confirmAll(by: TestClient): Promise<number[]> {
  const { open } = (await by.call(consoleProposals, {})).body.data;
  const answers = [];
  for (const { id } of open) answers.push((await by.call(confirmProposal, { params: { id } })).status);
  return answers;
}

test("two people of finance record a challan once, and it pays for the coins at the rates deducted", async () => {
  const other = await operatorSignedIn(app, "finance");
  const before = await remittances();
  expect(before).toMatchObject({ data: [], deductedFc: 2_200_000, owedFc: 2_200_000 });
  const { owedInr } = before;
  expect(owedInr).toBeGreaterThan(1992);
  expect((await remit(await operatorSignedIn(app, "support"))).status).toBe(403);
  expect((await remit(finance, { amountInr: owedInr + 10.01 })).body.fields).toHaveProperty("amountInr");
  expect((await remit(finance, { amountInr: 0 })).body.fields).toHaveProperty("amountInr");
  expect((await remit(finance, { interestInr: -1 })).body.fields).toHaveProperty("interestInr");
  expect((await remit(finance, { paidOn: "2026-11-21" })).body.fields).toHaveProperty("paidOn");
  expect((await remit(finance, { challan: "..." })).body.fields).toHaveProperty("challan");

  expect((await remit(finance)).status).toBe(200);
  expect((await remit(other)).body).toMatchObject({ code: "PROPOSED_ALREADY" });
  expect(await withheld()).toBe(coins(2_200_000));
  const [open] = (await other.call(consoleProposals, {})).body.data.open;
  expect((await finance.call(confirmProposal, { params: { id: open.id } })).status).toBe(409);
  const both = await Promise.all(
    [other, admin].map((by) => by.call(confirmProposal, { params: { id: open.id } })),
  );
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  // ₹1,992 were deducted first: 16,00,000 FC.
  expect(await withheld()).toBe(coins(600_000));
  const recorded = await remittances();
  expect(recorded.data).toMatchObject([
    { amountFc: 1_600_000, amountInr: 1992, interestInr: 29.88, lateFeeInr: 200, reversed: null },
  ]);
  expect(recorded.owedInr).toBeCloseTo(owedInr - 1992, 2);
  const find = async (text: string) => (await finance.call(consoleFind, { query: { text } })).body.data;
  expect(await find("0510002 20-11-2026 0012")).toEqual([]);
  expect(await find("0510002-20112026-00123")).toMatchObject([
    { kind: "challan", challan: "0510002 20-11-2026 00123" },
  ]);
  // The same challan, typed in another way.
  expect((await remit(finance, { challan: "0510002-20112026-00123" })).body.fields).toHaveProperty("challan");
});

test("a rupee pays for the coins of a rupee, and never for all that is owed", async () => {
  const other = await operatorSignedIn(app, "finance");
  const { owedFc, owedInr } = await remittances();
  expect((await remit(finance, { challan: "ONE-1", amountInr: 1 })).status).toBe(200);
  expect(await confirmAll(other)).toEqual([200]);
  const after = await remittances();
  expect(after.owedInr).toBeCloseTo(owedInr - 1, 2);
  expect(owedFc - after.owedFc).toBeCloseTo(owedFc / owedInr, 0);
  // The rest, but for rounding, pays for every coin; what is proposed beside it pays for none any more.
  const rest = Math.round(after.owedInr);
  for (const challan of ["A-1", "A-2"])
    expect((await remit(finance, { challan, amountInr: rest })).status).toBe(200);
  expect(await confirmAll(other)).toEqual([200, 409]);
  expect(await withheld()).toBe(0n);
  const [late] = (await other.call(consoleProposals, {})).body.data.open;
  const refusal = { params: { id: late.id }, body: { reason: "All is paid" } };
  expect((await other.call(refuseProposal, refusal)).status).toBe(200);
});

test("two people take a wrong remittance back, once, and its challan can be recorded anew", async () => {
  const other = await operatorSignedIn(app, "finance");
  const [wrong] = (await remittances()).data;
  const reversing = { params: { id: wrong.entryId }, body: { reason: "Of another company" } };
  expect((await finance.call(taxes.reverseRemittance, reversing)).status).toBe(200);
  expect((await other.call(taxes.reverseRemittance, reversing)).body.code).toBe("PROPOSED_ALREADY");
  expect(await confirmAll(finance)).toEqual([409]);
  expect(await confirmAll(other)).toEqual([200]);
  expect(fcToWire(asFc(await withheld()))).toBe(wrong.amountFc);
  const after = await remittances();
  expect(after.data[0]).toMatchObject({ challan: wrong.challan, reversed: { reason: "Of another company" } });
  expect((await finance.call(taxes.reverseRemittance, reversing)).status).toBe(404);
  const again = { challan: wrong.challan, amountInr: wrong.amountInr };
  expect((await remit(finance, again)).status).toBe(200);
  expect(await confirmAll(other)).toEqual([200]);
  expect((await remit(finance, again)).body.fields).toHaveProperty("challan");
  expect(await withheld()).toBe(0n);
  const month = { month: "2026-11" };
  const book = await finance.call(consoleBook, { params: { book: "trial-balance" }, query: month });
  const account = book.body.data.find(([name]: string[]) => name === "House: Tax withheld");
  expect(account[4]).toBe("0.0000");
});

test("the member's certificate names the year, the PAN and every deduction with its sum", async () => {
  client = await signedIn(app, member);
  const years = (await client.call(memberTaxYears, { params: { userId: member.id } })).body.data;
  expect(years).toMatchObject([{ year: 2026, taxFc: 1_600_000 }]);
  const path = taxCertificate.path.replace(":year", "2026");
  const pages = await textOfPdf((await bytesOf(app.url, client, addressOf(path, member.id, {}))).bytes);
  const words = pages.flat(2).join(" ");
  expect(words).toContain("2026-27");
  expect(words).toContain("not given");
  expect(words).toContain("16,00,000");
  // What the tax was taken of, in rupees too.
  expect(words).toContain("₹9,960");
  // It can be multiplied out.
  expect(words).toContain("Of 80,00,000 FC: 20 % by section 194R, above ₹0");
  const other = { userId: member.id, year: 2020 };
  expect((await client.call(taxCertificate, { params: other, query: {} })).status).toBe(404);
});

test("an operator of finance prints the member's certificate, and the log says so", async () => {
  const path = taxes.consoleTaxCertificate.path
    .replace(":refId", member.refId.toLowerCase())
    .replace(":year", "2026");
  const { status, bytes } = await bytesOf(app.url, finance, path);
  expect(status).toBe(200);
  const words = (await textOfPdf(bytes)).flat(2).join(" ");
  expect(words).toContain(member.refId);
  expect(words).toContain("16,00,000");
  const params = { refId: member.refId, year: 2020 };
  const none = await finance.call(taxes.consoleTaxCertificate, { params, query: {} });
  expect(none.body.code).toBe("NOTHING_DEDUCTED");
  const support = await operatorSignedIn(app, "support");
  expect((await support.call(taxes.consoleTaxCertificate, { params, query: {} })).status).toBe(403);
  const logged = await app.db
    .selectFrom("operator_log")
    .select(["member_id", "details"])
    .where("action", "=", "taxes/certificate")
    .execute();
  expect(logged).toEqual([{ member_id: member.id, details: { year: "2026-27" } }]);
});

test("a rule that has not begun is withdrawn by one person; one in force is not", async () => {
  app.time.advance(day);
  admin = await operatorSignedIn(app, "admin");
  const [current] = (await rules()).data;
  const refusal = await admin.call(taxes.withdrawTaxRule, { params: { id: current!.id } });
  expect(refusal.body).toMatchObject({ code: "TAX_RULE_IN_FORCE" });
});
