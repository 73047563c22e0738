import { statement, walletReports, type WalletRow } from "@fc/contract/reports/portal";
import { sure } from "@fc/contract/sure";
import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { walletsOf } from "../../testing/money.ts";
import { exampleCompany } from "../../testing/moving.ts";
import { importInto, newInstallation, openCompany, signedInAs } from "../../testing/moved-in.ts";
import { addressOf, bytesOf, textOfPdf } from "../../testing/pdf-text.ts";
import type { TestApp, TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let ravi: TestClient;
const userId = 2;
beforeAll(async () => {
  const made = await newInstallation();
  ({ app } = made);
  await importInto(app, exampleCompany, made.admin);
  await openCompany(app);
  ravi = await signedInAs(app, "FC1002");
});
afterAll(() => app.stop());

const read = async (query: object = {}, client = ravi, id = userId) =>
  (await client.call(walletReports.all.page, { params: { userId: id }, query })).body as {
    data: WalletRow[];
    next: string | null;
  };

test("a report goes on with the lines of the system before, which say so", async () => {
  const { data, next } = await read();
  expect(next).toBeNull();
  const before = data.filter(({ movedId }) => movedId !== undefined);
  expect(data.slice(-before.length)).toEqual(before);
  expect(before.map(({ transID, type, wallet, fcAmount }) => [transID, type, wallet, fcAmount])).toEqual([
    ["TX5016", "C", "earning", 15_000],
    ["TX5002", "C", "staking", 836_500],
    ["TX5021", "D", "transfer", 5000],
    ["TX5020", "C", "transfer", 20_000],
    ["TX5020", "D", "staking", 20_000],
  ]);
  expect(before[2]).toMatchObject({ message: "TRANSFER/FC1002_FC1008", amount: null, reference: null });
  const ofDay = await read({ from: "2026-01-20", to: "2026-01-20", wallet: "transfer" });
  expect(ofDay.data.map(({ transID }) => transID)).toEqual(["TX5020"]);
});

test.each([1, 2, 3, 7])("in pages of %i each line comes once, in the same order", async (size) => {
  const whole = (await read()).data;
  const found: WalletRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ size: String(size), ...(cursor !== undefined && { cursor }) });
    expect(page.data.length).toBeLessThanOrEqual(size);
    found.push(...page.data);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(found).toEqual(whole);
});

test("in the file of a report they have a column of their own, so that the other one adds up to the wallets", async () => {
  const { body } = await ravi.call(walletReports.all.file, { params: { userId }, query: {} });
  const { data } = Papa.parse<Record<string, string>>(String(body).replace("\uFEFF", ""), {
    header: true,
    skipEmptyLines: true,
  });
  const sumOf = (column: string) => data.reduce((sum, row) => sum + Number(row[column]), 0);
  const { staking, earning, offer, transfer } = await walletsOf(app.db, { id: userId });
  expect(sumOf("Coin (FC)")).toBe(staking + earning + offer + transfer);
  expect(sumOf("Before the move (FC)")).toBe(15_000 + 836_500 - 5000 + 20_000 - 20_000);
});

test("a statement lists them below the wallets, and its balances are the ledger's", async () => {
  const address = addressOf(statement.path, userId, { from: "2026-01-20" });
  const { status, bytes } = await bytesOf(app.url, ravi, address);
  expect(status).toBe(200);
  const rows = (await textOfPdf(bytes)).flat().map((row) => row.join(" "));
  const start = rows.indexOf("Transfer Wallet, before the move: counted in no balance");
  expect(rows.slice(start + 2, start + 4)).toEqual([
    expect.stringMatching(/^20 Jan 2026, 11:00 am Internal transfer 20,000\.0000$/),
    expect.stringMatching(/^21 Jan 2026, 10:05 am Transfer from FC1002 to FC1008 5,000\.0000$/),
  ]);
  expect(rows.findLastIndex((row) => row.startsWith("Closing balance"))).toBeLessThan(start);
});

test("nobody reads the lines of another member, not by their place either", async () => {
  const meera = await signedInAs(app, "FC1003");
  expect((await read({}, meera, userId)).data).toBeUndefined();
  const cursor = `moved:${sure((await read()).data.find(({ movedId }) => movedId !== undefined)).movedId}`;
  expect((await read({ cursor }, meera, 3)).data).toEqual([]);
});
