import { keysOf } from "@fc/contract/sure";
import { bankLines, bankLinesCsv } from "@fc/contract/bank-statements/console";
import { bulkMails, bulkMailsCsv } from "@fc/contract/bulk-mail/console";
import { bulkMailStates, type BulkMailState } from "@fc/contract/bulk-mail/console-kinds";
import { consoleClosings, consoleClosingsCsv } from "@fc/contract/closings/console";
import {
  consoleDeposits,
  consoleDepositsCsv,
  depositMatches,
  type DepositMatch,
} from "@fc/contract/deposits/console";
import { csvTime } from "@fc/contract/csv-time";
import { consoleJobs, consoleJobsCsv } from "@fc/contract/jobs/console";
import { consoleKycCases, consoleKycCasesCsv, kycPartLabels } from "@fc/contract/kyc/console";
import type { KycCasePart } from "@fc/contract/kyc/states";
import { ledgerEntries, ledgerEntriesCsv } from "@fc/contract/ledger/console";
import {
  consoleMember,
  consoleMembers,
  consoleMembersCsv,
  memberFigureColumns,
  consoleMemberStatement,
  consoleMemberStatementCsv,
} from "@fc/contract/members/console";
import { consoleNotices, consoleNoticesCsv, writeNotice } from "@fc/contract/notices/console";
import { operatorLog, operatorLogCsv } from "@fc/contract/operators/console";
import { consolePrices, consolePricesCsv } from "@fc/contract/prices/console";
import {
  consoleReport,
  consoleReportCsv,
  inReportOrder,
  reportDefinitions,
  reportNames,
} from "@fc/contract/reports/console";
import type { Route } from "@fc/contract/route";
import { consoleSignals, consoleSignalsCsv } from "@fc/contract/signals/console";
import { signalRules, type SignalRuleName } from "@fc/contract/signals/console-rules";
import { consoleStakingRequests, consoleStakingRequestsCsv } from "@fc/contract/staking/console";
import { consoleSupport, consoleSupportCsv } from "@fc/contract/support/console";
import { consoleTaxQuarter, consoleTaxQuarterCsv } from "@fc/contract/taxes/console";
import { acceptWithdrawal, consoleWithdrawals, consoleWithdrawalsCsv } from "@fc/contract/withdraw/console";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { phoneText } from "./core/members/phone.ts";
import { closeDay } from "./core/plan/closing.ts";
import { noteForSignals } from "./core/signals/news.ts";
import { evaluateSignals } from "./core/signals/task.ts";
import { atomically } from "./platform/db.ts";
import { fillQueues } from "./testing/fill-queues.ts";
import { addAccount, importFile, statementFile } from "./testing/bank-statements.ts";
import { addDeposits } from "./testing/deposit-rows.ts";
import { stopWithBooksRight } from "./testing/books.ts";
import { coins, longAgo, setPrice } from "./testing/money.ts";
import { operatorSignedIn } from "./testing/operators.ts";
import { fillPool, stakeNow } from "./testing/plan/stakes.ts";
import { addTaxRule } from "./testing/taxes.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "./testing/test-app.ts";
import { addWithdrawer, coinAddress, transactionId, withdrawCoins } from "./testing/withdrawals.ts";

/** What every table of the console promises: its file is what its screen shows, and its totals are of all pages. */

let app: TestApp;
let admin: TestClient;
let member: TestMember;
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);

/** Something for every table: members, entries, closings, a tax, notices, prices, signals, jobs and lines of the log. */
beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  app.time.now = noon("2026-10-30");
  await setPrice(db, 15_000, longAgo(app.time.now));
  await setPrice(db, 14_000, noon("2026-10-20"));
  await fillPool(db, coins(1_000_000), app.time.now);
  member = await addWithdrawer(app, { staking: 30_000_000 });
  await stakeNow(db, { memberId: member.id, usd: 1500, now: app.time.now });
  await addTaxRule(app, { firstDay: "2026-11-01", taken: "withdrawal" });
  for (const day of ["2026-10-31", "2026-11-01", "2026-11-02"]) {
    await closeDay(db, { day, now: noon("2026-11-03") });
  }
  app.time.now = noon("2026-11-05");
  const pairs = await Promise.all([1, 2, 3, 4].map(() => app.addMember()));
  for (const [at, { id }] of pairs.entries()) {
    const phone = at < 2 ? "+919800000001" : "+919800000002";
    await db.updateTable("members").set({ phone }).where("id", "=", id).execute();
  }
  await atomically(db, (tx) => noteForSignals(tx, ...pairs.map(({ id }) => id)), undefined);
  await evaluateSignals(app.deps);
  admin = await operatorSignedIn(app, "admin");
  for (const message of ["First, with a comma", "Second\nof two lines"]) {
    const body = { message, refIds: null, startsAt: null, endsAt: null };
    expect((await admin.call(writeNotice, { body })).status).toBe(200);
  }
  const id = await withdrawCoins(app, await signedIn(app, member), member, 8_000_000);
  const { net } = (await admin.send("GET", `/api/console/withdrawals/${id}`)).body.data;
  const body = { transactionId: transactionId(id), net };
  expect((await admin.call(acceptWithdrawal, { params: { id }, body })).status).toBe(200);
  await withdrawCoins(app, await signedIn(app, member), member, 5_000_000);
  await fillQueues(app, admin);
  await addDeposits(db, app.time.now);
  const banked = ["UPI-ASHA VERMA-412345678901", "UPI-RAVI, MENON-412345678902", "RENT"];
  const lines = banked.map((words, at) => ({ day: `0${at + 1}/11/26`, words, amount: 500 - at * 300 }));
  expect((await importFile(admin, await addAccount(admin), statementFile(lines))).status).toBe(200);
});
afterAll(() => stopWithBooksRight(app));

type Cells = readonly string[];
// oxlint-disable-next-line typescript/no-explicit-any -- the rows of every table
type Row = any;

/** The lines of a file without its headings; a quoted cell may hold commas and line breaks. */
function linesOf(file: string): Cells[] {
  const cells = file.replace("\uFEFF", "").matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g);
  const lines: string[][] = [[]];
  for (const [, cell = "", end] of cells) {
    lines.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ",") lines.push([]);
  }
  return lines.slice(1, -1);
}

interface Listed {
  list: Route;
  file: Route;
  params?: () => object;
  /** Beside the order of rows and its reverse. */
  filters?: readonly Record<string, string>[];
  /** The first cells of the line of a row, as far as they say which row it is and what it amounts to. */
  cells: (row: Row) => Cells;
}

const period = { from: "2026-11-01", to: "2026-11-02" };
const lists: Record<string, Listed> = {
  members: {
    list: consoleMembers,
    file: consoleMembersCsv,
    filters: [{ search: "asha" }, { status: "blocked" }],
    cells: ({ refId, name, email, phone }) => [refId, name, email, phoneText(phone)],
  },
  "ledger of a member": {
    list: consoleMemberStatement,
    file: consoleMemberStatementCsv,
    params: () => ({ refId: member.refId }),
    filters: [{ wallet: "earning" }, period],
    cells: ({ at }) => [csvTime(at)],
  },
  entries: {
    list: ledgerEntries,
    file: ledgerEntriesCsv,
    filters: [{ kind: "stake_approved" }, period],
    cells: ({ id, effectiveAt }) => [String(id), csvTime(effectiveAt)],
  },
  signals: {
    list: consoleSignals,
    file: consoleSignalsCsv,
    filters: [{ rule: "same-phone" }, { state: "fine" }],
    cells: ({ rule }) => [signalRules[rule as SignalRuleName].label],
  },
  closings: {
    list: consoleClosings,
    file: consoleClosingsCsv,
    filters: [period, { sort: "paid" }],
    cells: ({ day, state, planVersion }) => [day, state, String(planVersion)],
  },
  prices: {
    list: consolePrices,
    file: consolePricesCsv,
    filters: [{ state: "past" }, { from: "2026-10-01" }],
    cells: ({ effectiveFrom, cost }) => [csvTime(effectiveFrom), String(cost)],
  },
  notices: {
    list: consoleNotices,
    file: consoleNoticesCsv,
    filters: [{ search: "comma" }, { state: "live" }],
    cells: ({ state, message }) => [state, message],
  },
  jobs: {
    list: consoleJobs,
    file: consoleJobsCsv,
    filters: [{ kind: "mail" }],
    cells: ({ state }) => [state],
  },
  log: {
    list: operatorLog,
    file: operatorLogCsv,
    filters: [{ action: "notice/write" }, { from: "2026-11-05" }],
    cells: ({ at, operator }) => [csvTime(at), operator],
  },
  "tax of a quarter": {
    list: consoleTaxQuarter,
    file: consoleTaxQuarterCsv,
    params: () => ({ year: 2026, quarter: 3 }),
    filters: [{ sort: "taxFc" }],
    cells: ({ member: { name, refId } }) => [name, refId],
  },
};

/** The queues and the inbox, by their states and the columns that they can be sorted by. */
const queues: Record<string, Listed> = {
  "staking requests": {
    list: consoleStakingRequests,
    file: consoleStakingRequestsCsv,
    filters: [
      { status: "P" },
      { search: "asha" },
      { sort: "amount" },
      { sort: "respondedAt" },
      { from: "2026-11-05" },
      { to: "2026-11-01" },
    ],
    cells: ({ reference, member: { name, refId }, amountUsd }) => [reference, name, refId, String(amountUsd)],
  },
  withdrawals: {
    list: consoleWithdrawals,
    file: consoleWithdrawalsCsv,
    filters: [
      { status: "P" },
      { status: "A" },
      { sort: "amount" },
      { sort: "respondedAt" },
      { search: "zz" },
    ],
    cells: ({ reference, member: { name, refId }, amount, fee, tax, net, address }) => [
      reference,
      name,
      refId,
      ...[amount, fee, tax, net].map(String),
      address,
    ],
  },
  "KYC cases": {
    list: consoleKycCases,
    file: consoleKycCasesCsv,
    filters: [{ status: "submitted" }, { status: "approved" }, { from: "2026-11-05" }],
    cells: ({ member: { name, refId }, part }) => [name, refId, kycPartLabels[part as KycCasePart]],
  },
  "support messages": {
    list: consoleSupport,
    file: consoleSupportCsv,
    filters: [{ filter: "open" }, { filter: "mine" }, { search: "asha" }],
    cells: ({ reference, member: { name }, refId, status }) => [reference, name, refId, status],
  },
  deposits: {
    list: consoleDeposits,
    file: consoleDepositsCsv,
    filters: [{ sort: "amount" }, { match: "waiting" }, { match: "aside" }, period],
    cells: ({ arrivedAt, amount, from, fromMembers, match }) => [
      csvTime(arrivedAt),
      String(amount),
      from,
      fromMembers.map(({ refId }: { refId: string }) => refId).join(" "),
      depositMatches[match as DepositMatch],
    ],
  },
  "lines of the bank": {
    list: bankLines,
    file: bankLinesCsv,
    filters: [{ sort: "amount" }, { search: "412345678902" }, { match: "unmatched" }, period],
    cells: ({ day, account, words }) => [day, account, words],
  },
  "bulk mails": {
    list: bulkMails,
    file: bulkMailsCsv,
    filters: [{ state: "draft" }, { search: "news 1" }],
    cells: ({ state, subject }) => [bulkMailStates[state as BulkMailState], subject.en],
  },
};

async function answered(route: Route, input: object) {
  const answer = await admin.call(route, input as never);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}

/** Every row of a list, read in small pages as the screen does. */
async function shown({ list, params }: Listed, query: object): Promise<Row[]> {
  const rows: Row[] = [];
  let place: object = { page: 1 };
  for (let page = 1; ; page++) {
    const isByCursor = !("page" in (list.query as unknown as { def: { shape: object } }).def.shape);
    if (isByCursor && page === 1) place = {};
    const { body } = await answered(list, { params: params?.(), query: { ...query, size: 2, ...place } });
    rows.push(...body.data);
    if (isByCursor ? body.next === null : rows.length >= body.total) return rows;
    place = isByCursor ? { cursor: body.next } : { page: page + 1 };
  }
}

describe.each(Object.entries({ ...lists, ...queues }))("the file of %s", (_, listed) => {
  const { list, file, params, filters = [], cells } = listed;
  const isSorted = "order" in (list.query as unknown as { def: { shape: object } }).def.shape;
  const orders = isSorted ? [{ order: "asc" }, { order: "desc" }] : [{}];

  test.each([{}, ...filters].flatMap((filter) => orders.map((order) => ({ ...filter, ...order }))))(
    "has the rows of the screen in its order: %j",
    async (query) => {
      const rows = await shown(listed, query);
      const { body } = await answered(file, { params: params?.(), query });
      const lines = linesOf(body);
      expect(lines.map((line) => line.slice(0, cells(rows[0] ?? {}).length))).toEqual(rows.map(cells));
    },
  );

  test("has something to show, which the order turns round", async () => {
    const rows = await shown(listed, {});
    expect(rows.length).toBeGreaterThan(0);
    if (!isSorted || rows.length < 2) return;
    const [up, down] = [await shown(listed, { order: "asc" }), await shown(listed, { order: "desc" })];
    expect(up.toReversed()).toEqual(down);
  });
});

test("a file is named by the days that were asked for, or by the day until which it goes", async () => {
  const nameOf = async (route: Route, input: object) =>
    (await answered(route, input)).headers.get("content-disposition");
  expect(await nameOf(consoleClosingsCsv, { query: period })).toContain("closings-2026-11-01-2026-11-02.csv");
  expect(await nameOf(ledgerEntriesCsv, { query: {} })).toContain("ledger-entries-until-2026-11-05.csv");
  const waiting = { query: { status: "P", from: "2026-11-01" } };
  expect(await nameOf(consoleWithdrawalsCsv, waiting)).toContain(
    "withdrawals-waiting-2026-11-01-2026-11-05.csv",
  );
  expect(await nameOf(bulkMailsCsv, { query: { state: "sending" } })).toContain(
    "bulk-mails-being-sent-until-",
  );
  const own = { params: { refId: member.refId }, query: { from: "2026-11-01" } };
  expect(await nameOf(consoleMemberStatementCsv, own)).toContain(
    `wallets-${member.refId}-2026-11-01-2026-11-05.csv`,
  );
});

test("totals are of everything that is found, whatever page is shown", async () => {
  const days = await shown(lists["closings"]!, period);
  const { totals } = (await answered(consoleClosings, { query: { ...period, size: 1 } })).body;
  const sum = (key: string) => days.reduce((all, day) => all + day[key], 0);
  expect(totals.dueFc).toBeCloseTo(sum("totalDue"), 4);
  expect(totals.paidFc).toBeCloseTo(sum("paid"), 4);
  expect(days.length).toBe(2);

  const withdrawn = await shown(queues["withdrawals"]!, {});
  const inAll = (await answered(consoleWithdrawals, { query: { size: 1 } })).body.totals;
  const sumOf = (key: string) => withdrawn.reduce((sofar, row) => sofar + row[key], 0);
  expect(withdrawn.length).toBe(2);
  for (const key of ["amount", "fee", "tax", "net"]) expect(inAll[`${key}Fc`]).toBeCloseTo(sumOf(key), 4);
  const waiting = { query: { status: "P", size: 1 } };
  expect((await answered(consoleStakingRequests, waiting)).body.totals).toEqual({ amountUsd: 1800 });
  expect((await answered(consoleDeposits, { query: { size: 1 } })).body.totals).toEqual({ amount: 6 });
  expect((await answered(bulkMails, { query: { size: 1 } })).body.totals).toMatchObject({
    sent: 5,
    bounced: 1,
  });

  const lines = await shown(lists["ledger of a member"]!, {});
  const params = { refId: member.refId };
  const own = (await answered(consoleMemberStatement, { params, query: { size: 1 } })).body.totals;
  const moved = (type: string) =>
    lines.filter((line) => line.type === type).reduce((all, { amountFc }) => all + amountFc, 0);
  expect(own.creditedFc).toBeCloseTo(moved("C"), 4);
  expect(own.debitedFc).toBeCloseTo(moved("D"), 4);
});

test.each(reportNames)("the file of the report %s has its lines as the screen sorts them", async (report) => {
  const columns = reportDefinitions[report].columns;
  const params = { report };
  const { data } = (await answered(consoleReport, { params, query: period })).body;
  for (const order of [{}, { sort: 1, order: "asc" }, { sort: 1, order: "desc" }] as const) {
    const { body, headers } = await answered(consoleReportCsv, { params, query: { ...period, ...order } });
    expect(headers.get("content-disposition")).toContain(`${report}-2026-11-01-2026-11-02.csv`);
    const names = inReportOrder<Row[]>(data.rows, columns, order).map(([name]) => String(name));
    const lines = linesOf(body).map(([name]) => name);
    expect(lines).toEqual(data.totals === null ? names : [...names, "In all"]);
  }
});

test("a file shows an address as the screen does, shortened to those who do not pay", async () => {
  const support = await operatorSignedIn(app, "support");
  for (const [operator, isFull] of [
    [admin, true],
    [support, false],
  ] as const) {
    const { body } = await operator.call(consoleWithdrawalsCsv, { query: { status: "A" } });
    const [line] = linesOf(body);
    const { data } = (await operator.call(consoleWithdrawals, { query: { status: "A" } })).body;
    expect(line).toContain(data[0].address);
    expect(line?.includes(coinAddress)).toBe(isFull);
  }
});

test("what members wrote leaves the house only for those who may save it, and the log says who did", async () => {
  const finance = await operatorSignedIn(app, "finance");
  expect((await finance.call(consoleSupportCsv, { query: {} })).status).toBe(403);
  await answered(consoleSupportCsv, { query: { filter: "open" } });
  const [line] = (await answered(operatorLog, { query: { action: "support/export" } })).body.data;
  expect(line.details).toEqual({ filter: "open" });
});

test("the list of members and its file have what each member has, where that was asked for", async () => {
  const { body } = await answered(consoleMembers, { query: { search: member.refId, figures: "yes" } });
  const { data: own } = await answered(consoleMember, { params: { refId: member.refId } }).then(
    (answer) => answer.body,
  );
  const { staked, withdrawPending, ...wallets } = own.balances;
  expect(staked).toBeGreaterThan(0);
  expect(withdrawPending).toBeGreaterThan(0);
  const figures = { ...wallets, heldFc: withdrawPending, lockedFc: staked, runningUsd: 1515 };
  expect(body.data[0].figures).toEqual(figures);
  const file = await answered(consoleMembersCsv, { query: { search: member.refId, figures: "yes" } });
  expect(linesOf(file.body)[0]?.slice(-7)).toEqual(
    keysOf(memberFigureColumns).map((name) => String(figures[name])),
  );
  const without = await answered(consoleMembers, { query: { search: member.refId } });
  expect(without.body.data[0].figures).toBeUndefined();
});

test("the list of members leaves the house only for those who may save it, and the log says who did", async () => {
  const finance = await operatorSignedIn(app, "finance");
  expect((await finance.call(consoleMembersCsv, { query: {} })).status).toBe(403);
  await answered(consoleMembersCsv, { query: { search: "asha" } });
  const [line] = (await answered(operatorLog, { query: { action: "members/export" } })).body.data;
  expect(line.details).toEqual({ search: "asha" });
});
