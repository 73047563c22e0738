import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dashboard } from "@fc/contract/dashboard/portal";
import { forgotPassword } from "@fc/contract/login/portal";
import { sendOtp } from "@fc/contract/otp/portal";
import { changePassword } from "@fc/contract/password/portal";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { resetAccess } from "@fc/contract/members/console-actions";
import { rejectWithdrawal } from "@fc/contract/withdraw/console";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { houseBalances } from "../core/ledger/house.ts";
import { seal } from "../core/ledger/seal.ts";
import { verify as verifyLedger } from "../core/ledger/verify.ts";
import { makeTemporaryPassword } from "../core/members/passwords.ts";
import { writeCompany } from "../../seeds/company.ts";
import { seedDemo } from "../../seeds/demo.ts";
import { legsOf } from "../core/network/legs.ts";
import { verify as verifyNetwork } from "../core/network/verify.ts";
import { nextDayToClose } from "../core/plan/calendar.ts";
import { closingTask } from "../core/plan/task.ts";
import { reverseStake } from "../core/staking/stakes.ts";
import { atomically, createDb, createPool, type Db, type Tx } from "../platform/db.ts";
import { runHere, startCommand } from "../testing/commands.ts";
import { untilWaitedFor } from "../testing/locks.ts";
import { confirm, setPrice, walletsOf } from "../testing/money.ts";
import { exampleCompany, spoiledCompany } from "../testing/moving.ts";
import { at, envOf, importInto, newInstallation, openCompany, yesterday } from "../testing/moved-in.ts";
import { operatorSignedIn } from "../testing/operators.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { TestClient, type TestApp } from "../testing/test-app.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";

let app: TestApp;
let admin: string;
beforeEach(async () => {
  ({ app, admin } = await newInstallation());
});
afterEach(() => app.stop());

async function expectSound(of: TestApp): Promise<void> {
  expect((await verifyLedger(of.databaseUrl)).differences).toEqual([]);
  expect((await verifyNetwork(of.databaseUrl, { repair: false })).differences).toEqual([]);
}

test("the example company moves in whole, and ledger and network verify at once", async () => {
  const imported = await importInto(app, exampleCompany, admin);
  expect(imported).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("The first day that is closed here is 2026-02-01."),
  });
  await expectSound(app);
});

test("a company moves in also where the server has run for weeks, because without members no day is closed", async () => {
  await app.db.insertInto("closings_begin").values({ first_day: "2026-01-15" }).execute();
  await closingTask(app.deps).run({});
  expect(await nextDayToClose(app.db)).toBe(indiaDayOf(app.time.now));
  expect((await importInto(app, exampleCompany, admin)).code).toBe(0);
  expect(await nextDayToClose(app.db)).toBe("2026-02-01");
});

test("a company of thousands moves in, and each index and constraint is there afterwards as before", async () => {
  const folder = join(await temporaryFolder(), "company");
  await mkdir(folder);
  await writeCompany(folder, { members: 2000, cutDay: "2026-01-31", historyLines: 2 });
  const rules = async () => {
    const { rows } = await sql`
      select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as rule, convalidated as holds
      from pg_constraint union all
      select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid
      from pg_index where indrelid >= 16384 order by 1, 2, 3`.execute(app.db);
    return rows;
  };
  const before = await rules();
  expect((await importInto(app, folder, admin)).code).toBe(0);
  expect(await rules()).toEqual(before);
  await expectSound(app);
});

test("a member finds the way in by Forgot Password, with the wallets and the stakes as they were", async () => {
  const args = ["--from", exampleCompany, "--cut", yesterday(), "--for", admin];
  expect((await runHere(importCommand, args, envOf(app))).code).toBe(0);
  await openCompany(app);
  const ravi = { id: 2, refId: "FC1002", name: "Ravi Kumar", email: "ravi.fc1002@example.com" };
  await new TestClient(app).call(forgotPassword, { body: { refId: "fc1002" } });
  const mail = (await app.mailsTo(ravi.email)).at(-1);
  const [password = ""] = /[a-z2-9]{12}/.exec(mail?.text.split("temporary password is")[1] ?? "") ?? [];
  const client = new TestClient(app);
  expect((await client.logIn("FC1002", password)).body.isAuth).toBe(true);
  const change = { userId: ravi.id, newPassword: "Safe-Harbour-77" };
  await confirm(app, client, ravi, { purpose: "change-password", change });
  const changed = await client.call(changePassword, { body: change });
  expect(changed.status).toBe(200);
  const { data } = (await client.call(dashboard, { params: { userId: ravi.id } })).body;
  expect(data).toMatchObject({ stakingWallet: 816_500, transferWallet: 15_000 });
  expect(await app.mailsTo("asha.fc1001@example.com")).toEqual([]);
});

test.each([
  ["bcrypt ($2b$)", "FC1001", 1, "asha.fc1001@example.com"],
  ["bcrypt ($2y$)", "FC1002", 2, "ravi.fc1002@example.com"],
  ["argon2", "FC1003", 3, "meera.fc1003@example.com"],
  ["scrypt", "FC1004", 4, "arjun.fc1004@example.com"],
])(
  "an old password of %s signs in once, only to choose a new one with a mailed code",
  async (_, refId, id, email) => {
    await importInto(app, exampleCompany, admin);
    await openCompany(app);
    expect((await new TestClient(app).logIn(refId, "Portal-2027")).body.isAuth).toBe(false);
    const client = new TestClient(app);
    const { body } = await client.logIn(refId, "Portal-2026");
    const first = { mustChangePassword: true, isFirstAfterMove: true };
    expect(body).toMatchObject({ isAuth: true, session: first });
    expect(await client.call(dashboard, { params: { userId: id } })).toMatchObject({
      status: 403,
      body: { code: "PASSWORD_CHANGE_REQUIRED" },
    });
    expect((await new TestClient(app).logIn(refId, "Portal-2026")).body.isAuth).toBe(false);
    await expectNotChosenAgain(client, id);
    const change = { userId: id, newPassword: "Safe-Harbour-77" };
    expect((await client.call(changePassword, { body: change })).status).toBe(403);
    await confirm(
      app,
      client,
      { id, refId, name: "A member", email },
      { purpose: "change-password", change },
    );
    expect((await client.call(changePassword, { body: change })).status).toBe(200);
    expect((await client.call(dashboard, { params: { userId: id } })).status).toBe(200);
    expect((await new TestClient(app).logIn(refId, "Safe-Harbour-77")).body.isAuth).toBe(true);
    // What is new is said once.
    const now = app.time.now;
    const password = await atomically(app.db, makeTemporaryPassword, { memberId: id, kind: "staff", now });
    const again = (await new TestClient(app).logIn(refId, password)).body.session;
    expect(again).toMatchObject({ mustChangePassword: true });
    expect(again).not.toHaveProperty("isFirstAfterMove");
    const { rows } = await sql`select from moved_passwords where member_id = ${id}`.execute(app.db);
    expect(rows).toEqual([]);
  },
);

/** Others may know the old password, as long as no other one is set. */
async function expectNotChosenAgain(client: TestClient, id: number): Promise<void> {
  const change = { userId: id, newPassword: "Portal-2026" };
  const body = { purpose: "change-password", change } as const;
  expect(await client.call(sendOtp, { params: { userId: id }, body })).toMatchObject({
    status: 422,
    body: { code: "PASSWORD_UNCHANGED" },
  });
}

test("who used a temporary password, or whose access was reset, has no old password any more", async () => {
  await importInto(app, exampleCompany, admin);
  await openCompany(app);
  const now = app.time.now;
  const password = await atomically(app.db, makeTemporaryPassword, { memberId: 1, kind: "staff", now });
  const client = new TestClient(app);
  expect((await client.logIn("FC1001", password)).body.isAuth).toBe(true);
  expect((await new TestClient(app).logIn("FC1001", "Portal-2026")).body.isAuth).toBe(false);
  await expectNotChosenAgain(client, 1);
  const operator = await operatorSignedIn(app, "admin");
  const reset = { reason: "Asked by phone", turnOffAuthenticator: false, lastReset: null };
  const answer = await operator.call(resetAccess, { params: { refId: "FC1002" }, body: reset });
  expect(answer.status).toBe(200);
  expect((await new TestClient(app).logIn("FC1002", "Portal-2026")).body.isAuth).toBe(false);
});

test("an open withdrawal can be rejected: its coins return to the wallets that they came from", async () => {
  await importInto(app, exampleCompany, admin);
  await openCompany(app);
  const finance = await operatorSignedIn(app, "finance");
  const before = await walletsOf(app.db, { id: 1 });
  const rejected = await finance.call(rejectWithdrawal, {
    params: { id: 1 },
    body: { reason: "The name differs" },
  });
  expect(rejected.status).toBe(200);
  expect(await walletsOf(app.db, { id: 1 })).toEqual({
    ...before,
    staking: before.staking + 50_000,
    withdraw_pending: before.withdraw_pending - 50_000,
  });
  await expectSound(app);
});

test("a stake that moved in can be reversed, and its business leaves the legs above", async () => {
  await importInto(app, exampleCompany, admin);
  const { id } = await app.db
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", 18)
    .executeTakeFirstOrThrow();
  const legs = async () => (await legsOf(app.db, [1])).get(1)?.right;
  expect(await legs()).toMatchObject({ activeUsers: 6, businessUsdCents: 84_500n });
  await atomically(app.db, reverseStake, { stakeId: id, reason: "Paid twice", now: app.time.now });
  expect(await legs()).toMatchObject({ activeUsers: 5, businessUsdCents: 83_000n });
  await expectSound(app);
});

test("the books tell what moved in from corrections, and a seal covers it", async () => {
  await importInto(app, exampleCompany, admin);
  const { moved_in: movedIn, adjustments, tax_withheld: owed } = await houseBalances(app.db);
  const { rows } = await sql<{ held: string }>`
    select sum(balance)::text as held from ledger_accounts`.execute(app.db);
  expect({ movedIn, adjustments }).toEqual({ movedIn: -BigInt(rows[0]?.held ?? 0) - owed, adjustments: 0n });
  await seal(app.db, { secretKey: app.deps.secretKey, now: app.time.now });
  expect(await verifyLedger(app.databaseUrl, { secretKey: app.deps.secretKey })).toMatchObject({
    differences: [],
  });
  expect((await houseBalances(app.db)).moved_in).toBe(movedIn);
});

test("what cannot be imported is refused with a line, and nothing is changed", async () => {
  const company = await spoiledCompany();
  const refusal = async (...args: string[]) => {
    const { code, stderr } = await runHere(importCommand, ["--from", company.folder, ...args], envOf(app));
    expect(code).not.toBe(0);
    expect(await isEmpty(app.db)).toBe(true);
    return stderr.split("\n").find((line) => !line.startsWith("Importing into")) ?? "";
  };
  const by = ["--for", admin];
  expect(await refusal(...at("2026-01-31"), "--for", "nobody@example.com")).toContain("no active admin");
  expect(await refusal("--cut", "2026-02-31", ...by)).toContain("--cut is the last day");
  expect(await refusal("--cut", "2999-01-01", ...by)).toContain("--cut is the last day");
  expect(await refusal("--cut", "2026-01-31")).toContain("npm run import -- --from DIR");
  await setPrice(app.db, 15_000, new Date("2025-06-01T00:00:00Z"));
  expect(await refusal(...at("2025-06-01"), ...by)).toContain("after 2025-06-01, the day of the cut");
  await company.replace("balances", "FC1003,815000", "FC1003,815001");
  expect(await refusal(...at("2026-01-31"), ...by)).toBe("");
});

test("days that have ended since the cut pay nothing, so an import names how many are accepted", async () => {
  const attempt = (...args: string[]) =>
    runHere(importCommand, ["--from", exampleCompany, "--for", admin, ...args], envOf(app));
  const cut = daysAfter(yesterday(), -3);
  const refused = {
    code: 1,
    stdout: "",
    stderr:
      `${daysAfter(cut, 1)} to ${yesterday()} would be closed with no more in the pool than house.csv brings, and what it lacks is never paid. ` +
      `Cut at ${yesterday()}, or accept it with --days-lost-accepted 3\n`,
  };
  expect(await attempt("--cut", cut)).toEqual(refused);
  expect(await attempt("--cut", cut, "--days-lost-accepted", "2")).toEqual(refused);
  expect(await attempt("--cut", yesterday(), "--days-lost-accepted", "1")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no day has ended since the cut"),
  });
  expect(await isEmpty(app.db)).toBe(true);
  expect((await attempt("--cut", cut, "--days-lost-accepted", "3")).code).toBe(0);
});

test("the first day that is closed needs a price at its end, or it would count 0 FC", async () => {
  const attempt = async () => {
    const args = ["--from", exampleCompany, ...at("2025-12-30"), "--for", admin];
    return (await runHere(importCommand, args, envOf(app))).stderr;
  };
  expect(await attempt()).toContain("No price is in force at the end of 2025-12-31");
  await setPrice(app.db, 15_000, new Date("2025-12-31T18:30:00Z"));
  expect(await attempt()).toContain("No price is in force at the end of 2025-12-31");
  await setPrice(app.db, 15_000, new Date("2025-12-31T18:29:59.999Z"));
  // What the folder lacks for so early a cut is said next.
  expect(await attempt()).toContain("after 2025-12-30, the day of the cut");
});

test("a plan that nobody has decided on takes no company in", async () => {
  await app.db.updateTable("plan_versions").set({ confirmed_at: null }).execute();
  expect(await importInto(app, exampleCompany, admin)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      "Nobody has decided on the plan of 2026-02-01. Confirm it in the console",
    ),
  });
  expect(await isEmpty(app.db)).toBe(true);
});

test("two staking requests of a member may show the same picture", async () => {
  const company = await spoiledCompany();
  const [, line = ""] = (await company.text("stakingRequests")).split("\n");
  await company.replace("stakingRequests", line, `${line}\n${line.replace("603112345678", "603112345679")}`);
  const text = await company.text("totals");
  await company.write("totals", text.replace(/^staking_requests.*\n/gm, ""));
  const accepted = ["--accept", "total-not-stated:2"];
  expect(await importInto(app, company.folder, admin, ...accepted)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Importing into"),
  });
});

test("a database that has members already is refused, and stays as it is", async () => {
  await importInto(app, exampleCompany, admin);
  const { rows } = await sql`select * from ledger_accounts order by id`.execute(app.db);
  expect(await importInto(app, exampleCompany, admin)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("This database has members already. A company moves into a new one"),
  });
  expect((await sql`select * from ledger_accounts order by id`.execute(app.db)).rows).toEqual(rows);
});

test.each([
  "placements",
  "uploads",
  "stakes",
  "deductions",
  "moved_history",
  "moved_lifetimes",
  "closings_begin",
  "operator_log",
  "arrivals",
  "proposals",
])("killed when it writes %s, an import leaves nothing, and the same command does it all", async (table) => {
  const args = ["--from", exampleCompany, ...at("2026-01-31"), "--for", admin];
  const owner = createDb(createPool({ url: app.databaseUrl, poolSize: 1 }));
  try {
    await atomically(
      owner,
      async (tx: Tx) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
        const running = startCommand("import", args, envOf(app));
        await Promise.race([untilWaitedFor(tx), running.ended]);
        running.kill();
        expect((await running.ended).code).toBeNull();
      },
      undefined,
    );
  } finally {
    await owner.destroy();
  }
  expect(await isEmpty(app.db)).toBe(true);
  expect((await importInto(app, exampleCompany, admin)).code).toBe(0);
  await expectSound(app);
});

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from members union all select from ledger_entries union all select from uploads
    union all select from moved_history union all select from closings_begin union all select from arrivals`.execute(
    db,
  );
  return rows.length === 0;
}

test.each([
  { company: "the example", fill: () => importInto(app, exampleCompany, admin), accepted: [] },
  {
    company: "the demo",
    fill: () => seedDemo(app.deps, app.databaseUrl),
    accepted: ["--accept", "several-roots:2"],
  },
])("export, import and export again of $company are the same bytes", async ({ fill, accepted }) => {
  await fill();
  const folder = await temporaryFolder();
  const exported = async (of: TestApp, by: string, name: string) => {
    const to = join(folder, name);
    const args = ["--to", to, "--for", by, "--with-secrets"];
    expect(await runHere(exportCommand, args, envOf(of))).toMatchObject({ code: 0, stderr: "" });
    return to;
  };
  const first = await exported(app, admin, "first");
  const other = await newInstallation();
  try {
    const args = ["--from", first, "--cut", yesterday(), "--for", other.admin, ...accepted];
    const { code, stderr, stdout } = await runHere(importCommand, args, envOf(other.app));
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
    await expectSound(other.app);
    const second = await exported(other.app, other.admin, "second");
    const names = await readdir(first);
    expect(await readdir(second)).toEqual(names);
    for (const name of names.filter((each) => each.endsWith(".csv"))) {
      expect(await readFile(join(second, name), "utf8")).toBe(await readFile(join(first, name), "utf8"));
    }
    expect(await readdir(join(second, "pictures"))).toEqual(await readdir(join(first, "pictures")));
  } finally {
    await other.app.stop();
  }
});
