import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { dashboard } from "@fc/contract/dashboard/portal";
import { session } from "@fc/contract/login/session";
import { operatorLogin, skipSecondStep } from "@fc/contract/operators/console";
import { approveStaking } from "@fc/contract/staking/console";
import { consoleToday } from "@fc/contract/today/console";
import { acceptWithdrawal, consoleWithdrawal, startPaying } from "@fc/contract/withdraw/console";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { demoLogins, demoOperator, demoPassword } from "../seeds/demo-logins.ts";
import { asOwner, emptyDatabase, rowsOf, tableColumns, type TableRows } from "./testing/database-content.ts";
import { done, npmRun, startProduction, type Production } from "./testing/production.ts";
import { checkOutReleaseBefore, noReleaseBefore } from "./testing/release-before.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { TestClient } from "./testing/test-app.ts";
import { transactionId } from "./testing/withdrawals.ts";

/**
 * A house of the release before with everything that its demo brings: members, stakes, closed days with rewards,
 * withdrawals, open requests, pictures and threads. An administrator updates it, and goes back.
 */

const missing = noReleaseBefore();
const secretKey = "a key of both releases, 32 letters or more";
/** What was made here, removed at the end, the newest first. */
const removals: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const remove of removals.toReversed()) await remove();
});

async function newDatabase(): Promise<string> {
  const { url, drop } = await emptyDatabase(inject("templateUrl"));
  removals.push(drop);
  return url;
}

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  removals.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Place {
  databaseUrl: string;
  dataDir: string;
}

const settingsOf = ({ databaseUrl, dataDir }: Place) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SECRET_KEY: secretKey,
  NODE_ENV: "",
  DEMO: "true",
  PUBLIC_URL: "",
});

/** Starts a node of one release; without a folder it is this one. It runs no worker, which could close a day meanwhile. */
async function start(place: Place, root?: string, worker = { WORKER: "false" }): Promise<Production> {
  const node = await startProduction(place.databaseUrl, { ...settingsOf(place), ...worker }, root);
  removals.push(() => node.stop());
  return node;
}

/** What the member sees in every wallet, and what waits. */
async function walletsOf(client: TestClient) {
  const { id } = await done(client, session, {});
  const all = await done(client, dashboard, { params: { userId: id } });
  const { stakingWallet, earningWallet, offerWallet, transferWallet, totalWallet, pending } = all;
  return { stakingWallet, earningWallet, offerWallet, transferWallet, totalWallet, pending };
}

/** The same browser, after the node has been replaced. */
function movedTo(node: Production, client: TestClient): TestClient {
  const moved = new TestClient(node);
  moved.token = client.token;
  for (const [name, value] of client.cookies) moved.cookies.set(name, value);
  return moved;
}

/** Rows that are not there any more, or are no longer the same; some of each table. */
function lost(before: TableRows, after: TableRows, except: readonly string[]): string[] {
  return [...before]
    .filter(([table]) => !except.includes(table))
    .flatMap(([table, rows]) => {
      const left = new Set(after.get(table));
      const gone = rows.filter((row) => !left.has(row));
      return gone.slice(0, 3).map((row) => `${table} (${gone.length} of ${rows.length}): ${row}`);
    });
}

async function expectProven(node: Production): Promise<void> {
  expect(await node.npmRun("ledger:verify")).toMatch(
    /^\d+ entries, \d+ postings, [1-9]\d* seals, .* 0 differences$/m,
  );
  expect(await node.npmRun("network:verify")).toMatch(/^[1-9]\d+ members, 0 differences/m);
}

/** The house of the release before, a backup of it, and a member who stays signed in. */
let release: string;
let house: Place;
let backup: string;
let member: TestClient;
let walletsThen: Awaited<ReturnType<typeof walletsOf>>;
let columnsThen: Map<string, string[]>;
let rowsThen: TableRows;

beforeAll(async () => {
  if (missing !== undefined) return;
  release = await checkOutReleaseBefore();
  removals.push(() => rm(release, { recursive: true, force: true }));
  house = { databaseUrl: await newDatabase(), dataDir: await newFolder() };
  const worker = await start(house, release, { WORKER: "true" });
  await asOwner(house.databaseUrl, async (owner) => {
    const isSealed = async () => (await owner.query("select from ledger_seals")).rowCount !== 0;
    await vi.waitUntil(isSealed, { timeout: 60_000 });
  });
  await worker.stop();
  const node = await start(house, release);
  member = new TestClient(node);
  await member.logIn(demoLogins[0].refId, demoPassword);
  walletsThen = await walletsOf(member);
  await node.stop();
  const backups = await newFolder();
  await node.npmRun("backup", "--to", backups);
  backup = join(backups, (await readdir(backups))[0] ?? "");
  columnsThen = await tableColumns(house.databaseUrl);
  rowsThen = await rowsOf(house.databaseUrl, columnsThen);
});

test("an update keeps every row of the release before, and its open requests are finished by this one", async ({
  skip,
}) => {
  if (missing !== undefined) skip(missing);
  expect(rowsThen.get("members")?.length).toBeGreaterThan(100);
  expect(rowsThen.get("ledger_entries")?.length).toBeGreaterThan(100);
  await npmRun(undefined, settingsOf(house), ["migrate"]);
  // The functions' own list is of this release now. All else is there as it was.
  const after = await rowsOf(house.databaseUrl, columnsThen);
  expect(lost(rowsThen, after, ["schema_functions"])).toEqual([]);

  const node = await start(house);
  // Whoever was signed in still is, and has the same coins.
  const stillIn = movedTo(node, member);
  expect(await walletsOf(stillIn)).toEqual(walletsThen);
  await expectProven(node);

  const operator = new TestClient(node);
  const credentials = { email: demoOperator.email, password: demoPassword };
  operator.token = (await operator.call(operatorLogin, { body: credentials })).body.token;
  await done(operator, skipSecondStep, {});
  const { price } = await done(operator, consoleToday, {});
  const { id: stake } = waiting("staking");
  const body = { cost: price.fcFor15Usd };
  await done(operator, approveStaking, { params: { id: stake }, body });
  const { id: withdrawal } = waiting("withdrawal");
  await done(operator, startPaying, { params: { id: withdrawal }, body: { from: null } });
  const { net } = await done(operator, consoleWithdrawal, { params: { id: withdrawal } });
  const payment = { transactionId: transactionId(1), net };
  await done(operator, acceptWithdrawal, { params: { id: withdrawal }, body: payment });
  expect((await walletsOf(stillIn)).pending).toEqual([]);
  await expectProven(node);
  await node.stop();
});

function waiting(kind: string): { id: number } {
  const request = walletsThen.pending.find((one: { kind: string }) => one.kind === kind);
  if (!request) throw new Error(`the demo of the release before left no ${kind} open`);
  return request;
}

/** What describes the database itself, and the lists of liabilities: their files are in no backup. */
const notRestored = ["schema_functions", "schema_migrations", "backups", "liability_lists"];

test.for(["by that release", "by this one"])(
  "the backup of before the update is restored as it was, %s",
  async (by, { skip }) => {
    if (missing !== undefined) skip(missing);
    const root = by === "by this one" ? undefined : release;
    const empty = { databaseUrl: await newDatabase(), dataDir: join(await newFolder(), "restored") };
    await npmRun(root, settingsOf(empty), ["restore", "--from", backup]);
    const after = await rowsOf(empty.databaseUrl, columnsThen);
    expect(lost(rowsThen, after, notRestored)).toEqual([]);

    const node = await start(empty, root);
    expect(await walletsOf(movedTo(node, member))).toEqual(walletsThen);
    await expectProven(node);
    await node.stop();
  },
);
