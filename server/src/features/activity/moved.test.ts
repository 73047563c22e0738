import * as contract from "@fc/contract/activity/portal";
import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleCompany } from "../../testing/moving.ts";
import { importInto, newInstallation, openCompany, signedInAs } from "../../testing/moved-in.ts";
import type { TestApp, TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let ravi: TestClient;
const params = { userId: 2 };
beforeAll(async () => {
  const made = await newInstallation();
  ({ app } = made);
  await importInto(app, exampleCompany, made.admin);
  await openCompany(app);
  ravi = await signedInAs(app, "FC1002");
});
afterAll(() => app.stop());

type Query = Parameters<typeof ravi.call<typeof contract.activity>>[1]["query"];

async function all(query: Query = {}): Promise<contract.Movement[]> {
  const rows: contract.Movement[] = [];
  let cursor: string | null = null;
  do {
    const page: Query = { ...query, ...(cursor !== null && { cursor }) };
    const answer = (await ravi.call(contract.activity, { params, query: page })).body as {
      data: contract.Movement[];
      next: string | null;
    };
    rows.push(...answer.data);
    cursor = answer.next;
  } while (cursor !== null);
  return rows;
}

const before = async (query: Query = {}) => (await all(query)).filter(({ kind }) => kind === null);

test("the activity goes on with the lines of the system before, without a balance or a receipt", async () => {
  const rows = await all();
  const old = rows.filter(({ kind }) => kind === null);
  expect(old.length).toBeLessThan(rows.length);
  expect(rows.slice(-old.length)).toEqual(old);
  expect(old.map(({ direction, amountFc, wallets }) => [direction, amountFc, ...wallets])).toEqual([
    ["in", 15_000, "earning"],
    ["in", 836_500, "staking"],
    ["out", 5000, "transfer"],
    ["in", 20_000, "transfer"],
    ["out", 20_000, "staking"],
  ]);
  for (const { balanceFc, reference, transID } of old)
    expect([balanceFc, reference, transID]).toEqual([null, null, null]);
});

test.each([1, 2, 3, 7])("in pages of %i each line comes once, in the same order", async (size) => {
  expect(await all({ size })).toEqual(await all());
});

test("they are narrowed by wallet, days and words, and are of no kind", async () => {
  expect(await before({ wallet: "transfer" })).toHaveLength(2);
  expect(await before({ to: "2026-01-20" })).toHaveLength(2);
  expect(await before({ search: "fc1002 FC1008" })).toMatchObject([{ amountFc: 5000 }]);
  expect(await before({ search: "tx5016" })).toMatchObject([{ amountFc: 15_000 }]);
  expect(await before({ kinds: "transfers" })).toEqual([]);
});

test("no sum and no chart counts them, and the file has them in a column of their own", async () => {
  const rows = await all();
  const counted = rows.filter(({ kind }) => kind !== null);
  const sums = (await ravi.call(contract.activitySums, { params, query: {} })).body.data;
  expect(sums.count).toBe(counted.length);
  expect(sums.netFc).toBe(rows[0]?.balanceFc);
  const { body } = await ravi.call(contract.activityCsv, { params, query: {} });
  const { data } = Papa.parse<Record<string, string>>(String(body).replace("\uFEFF", ""), {
    header: true,
    skipEmptyLines: true,
  });
  const sumOf = (column: string) => data.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
  expect(data).toHaveLength(rows.length);
  expect(sumOf("Coin (FC)")).toBe(sums.netFc);
  expect(sumOf("Before the move (FC)")).toBe(15_000 + 836_500 - 5000 + 20_000 - 20_000);
});

test("nobody sees another member's lines, by any cursor", async () => {
  const other = await signedInAs(app, "FC1003");
  const cursor = (await before())[0]?.id ?? "";
  const query = { cursor };
  const { body } = await other.call(contract.activity, { params: { userId: 3 }, query });
  expect(body.data).toEqual([]);
});
