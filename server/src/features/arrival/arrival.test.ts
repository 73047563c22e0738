import { randomUUID } from "node:crypto";
import { bulkMails } from "@fc/contract/bulk-mail/console";
import { arrival } from "@fc/contract/arrival/console";
import { closeMissedDay } from "@fc/contract/closings/console";
import { fundPool } from "@fc/contract/ledger/console";
import { forgotPassword } from "@fc/contract/login/portal";
import { resetAccess } from "@fc/contract/members/console-actions";
import { pauseForMembers, openForMembers } from "@fc/contract/pauses/console";
import { pauses } from "@fc/contract/pauses/portal";
import { pauseNames } from "@fc/contract/pauses/kinds";
import { confirmProposal, refuseProposal } from "@fc/contract/proposals/console";
import { register } from "@fc/contract/registration/portal";
import { approveStaking } from "@fc/contract/staking/console";
import { acceptWithdrawal, paymentBatch, rejectWithdrawal, startPaying } from "@fc/contract/withdraw/console";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closingTask } from "../../core/plan/task.ts";
import { publishLiabilitiesTask } from "../../core/liabilities/publish.ts";
import { atomically, createDb, createPool, type Tx } from "../../platform/db.ts";
import { untilWaitedFor } from "../../testing/locks.ts";
import { exampleCompany } from "../../testing/moving.ts";
import { importInto, newInstallation } from "../../testing/moved-in.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { waitingFor } from "../../testing/proposals.ts";
import { TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
/** The admin who answers for the import, signed in. */
let importer: TestClient;
let second: TestClient;
beforeEach(async () => {
  ({ app } = await newInstallation());
  importer = await operatorSignedIn(app, "admin");
  const { email } = await app.db
    .selectFrom("operators")
    .select("email")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect((await importInto(app, exampleCompany, email)).code).toBe(0);
  second = await operatorSignedIn(app, "admin");
});
afterEach(() => app.stop());

const open = async (by: TestClient) => {
  const [proposal] = await waitingFor(by);
  return by.call(confirmProposal, { params: { id: proposal?.id ?? 0 } });
};
const moved = async () => (await second.call(arrival, {})).body.data;
const logIn = () => new TestClient(app).logIn("FC1001", "Portal-2026");

const refusedAsMoving = (what: string) => ({
  status: 503,
  body: { code: "PAUSED", paused: { what, because: "moving", until: null }, retryAfterSeconds: 900 },
});
const refusedUntilOpen = { status: 409, body: { code: "ARRIVAL_WAITS" } };

test("no member signs in, registers or gets a password until a second admin has opened the company", async () => {
  const shown = (await new TestClient(app).call(pauses, {})).body.data;
  expect(shown).toEqual(pauseNames.map((what) => ({ what, because: "moving", until: null })));
  expect(await logIn()).toMatchObject(refusedAsMoving("sign-in"));
  const forgot = () => new TestClient(app).call(forgotPassword, { body: { refId: "FC1001" } });
  expect(await forgot()).toMatchObject(refusedAsMoving("sign-in"));
  const newcomer = () =>
    new TestClient(app, "203.0.113.9").call(
      register,
      {
        body: {
          parentRefId: "FC1001",
          name: "Meena Rao",
          gender: "F",
          mailId: `${randomUUID()}@example.com`,
          mobileNumber: "",
          isLeft: true,
          isRight: false,
        },
      },
      randomUUID(),
    );
  expect(await newcomer()).toMatchObject(refusedAsMoving("registration"));
  expect((await open(second)).status).toBe(200);
  expect((await new TestClient(app).call(pauses, {})).body.data).toEqual([]);
  expect((await logIn()).body.isAuth).toBe(true);
  expect((await forgot()).status).toBe(200);
  expect((await newcomer()).status).toBe(200);
});

test("nothing is paid, decided, closed or published before, and no mail leaves to a member", async () => {
  const finance = await operatorSignedIn(app, "finance");
  const attempts = () => [
    finance.call(startPaying, { params: { id: 1 }, body: { from: null } }),
    finance.call(paymentBatch, {}),
    finance.call(acceptWithdrawal, {
      params: { id: 1 },
      body: { transactionId: `0x${"a".repeat(64)}`, net: 1 },
    }),
    finance.call(rejectWithdrawal, { params: { id: 1 }, body: { reason: "The name differs" } }),
    finance.call(approveStaking, { params: { id: 1 }, body: { cost: 15_000 } }),
    finance.call(closeMissedDay, { body: { day: "2026-02-01" } }),
    importer.call(resetAccess, {
      params: { refId: "FC1002" },
      body: { reason: "Asked by phone", turnOffAuthenticator: false, lastReset: null },
    }),
  ];
  for (const answer of await Promise.all(attempts())) expect(answer).toMatchObject(refusedUntilOpen);
  const closing = closingTask(app.deps);
  await closing.run({});
  expect(await publishLiabilitiesTask(app.deps).hasWork?.()).toBe(false);
  const { rows } = await sql`
    select from mails where content ->> 'audience' is distinct from 'operator'
    union all select from closings union all select from liabilities
    union all select from withdrawals where status <> 'P' or paying_by is not null`.execute(app.db);
  expect(rows).toEqual([]);
  // The pool of a past day cannot be funded, so it is funded before the company is open as well.
  const funding = { amount: 100, source: "treasury", note: "The first days" } as const;
  expect((await finance.call(fundPool, { body: funding }, randomUUID())).status).toBe(200);
  expect((await open(second)).status).toBe(200);
  for (const { status } of await Promise.all(attempts().slice(3, 6))) expect(status).toBe(200);
});

test("the admin who imported it cannot open it, and pauses are no way around", async () => {
  expect(await open(importer)).toMatchObject({ status: 409, body: { code: "OTHER_OPERATOR_NEEDED" } });
  expect((await open(await operatorSignedIn(app, "finance"))).body.code).toBe("NOT_ALLOWED");
  const body = { because: "fault", minutes: 60, reason: "Not needed" } as const;
  await importer.call(pauseForMembers, { params: { what: "sign-in" }, body });
  await importer.call(openForMembers, { params: { what: "sign-in" }, body: { reason: "Open it" } });
  expect(await logIn()).toMatchObject(refusedAsMoving("sign-in"));
  expect(await moved()).toMatchObject({ status: "P", importedBy: "The admin", cutDay: "2026-01-31" });
});

test("of 16 admins who open or refuse it at once one decides", async () => {
  const admins: TestClient[] = [];
  for (let at = 0; at < 16; at++) admins.push(await operatorSignedIn(app, "admin"));
  const [proposal] = await waitingFor(second);
  const params = { id: proposal?.id ?? 0 };
  const answers = await Promise.all(
    admins.map((each, at) =>
      at % 2 === 0
        ? each.call(confirmProposal, { params })
        : each.call(refuseProposal, { params, body: { reason: "The sums are wrong" } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const isOpen = answers.findIndex(({ status }) => status === 200) % 2 === 0;
  expect((await moved()).status).toBe(isOpen ? "A" : "R");
  expect((await logIn()).status).toBe(isOpen ? 200 : 503);
});

test("a refused company stays shut for good", async () => {
  const [proposal] = await waitingFor(second);
  const body = { reason: "The sums are wrong" };
  expect((await second.call(refuseProposal, { params: { id: proposal?.id ?? 0 }, body })).status).toBe(200);
  expect(await waitingFor(second)).toEqual([]);
  expect((await second.call(confirmProposal, { params: { id: proposal?.id ?? 0 } })).body.code).toBe(
    "DECIDED_ALREADY",
  );
  expect(await moved()).toMatchObject({ status: "R", refusal: body.reason, decidedBy: "The admin" });
  expect(await logIn()).toMatchObject(refusedAsMoving("sign-in"));
});

test("whoever opens it while the connection dies has opened all of it or nothing", async () => {
  const owner = createDb(createPool({ url: app.databaseUrl, poolSize: 1 }));
  try {
    const killed = await atomically(
      owner,
      async (tx: Tx) => {
        await sql`lock table arrivals in exclusive mode`.execute(tx);
        const answer = { opening: open(second) };
        await untilWaitedFor(tx);
        await sql`select pg_terminate_backend(pid) from pg_locks
          where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
        return answer;
      },
      undefined,
    );
    const isOpen = (await killed.opening).status === 200;
    const { status } = await moved();
    expect(status).toBe(isOpen ? "A" : "P");
    expect((await logIn()).status).toBe(isOpen ? 200 : 503);
    if (!isOpen) await open(second);
    expect((await logIn()).body.isAuth).toBe(true);
  } finally {
    await owner.destroy();
  }
});

test("who has opened it finds the mail to all members as a draft, in both languages", async () => {
  expect((await second.call(bulkMails, { query: {} })).body.data).toEqual([]);
  await open(second);
  const { data } = (await second.call(bulkMails, { query: {} })).body;
  expect(data).toMatchObject([
    {
      state: "draft",
      kind: "service",
      filter: {},
      subject: { en: "We have moved" },
      text: { en: expect.stringContaining("press Forgot Password"), hi: expect.stringContaining("पासवर्ड") },
    },
  ]);
});

test("the one who opens it sees the sums, what was accepted, and twenty members as they were and as they are", async () => {
  const { report, folder } = await moved();
  expect(folder).toBe(exampleCompany);
  expect(report.files).toContainEqual({ file: "members.csv", lines: 20 });
  expect(report.totals).toContainEqual({
    total: "members",
    userId: null,
    ours: "20",
    stated: "20",
    cut: "0",
  });
  expect(report.sample).toHaveLength(20);
  for (const { old, now } of report.sample) expect(now).toEqual(old);
  await app.db.updateTable("members").set({ name: "Somebody Else" }).where("ref_id", "=", "FC1002").execute();
  expect((await moved()).report.sample[1]).toMatchObject({ refId: "FC1002", name: "Somebody Else" });
  await open(second);
  expect((await moved()).report.sample).toEqual([]);
});

test("where nothing moved in there is nothing to open", async () => {
  const { app: other } = await newInstallation();
  try {
    const admin = await operatorSignedIn(other, "admin");
    expect((await admin.call(arrival, {})).body.data).toBeNull();
  } finally {
    await other.stop();
  }
});
