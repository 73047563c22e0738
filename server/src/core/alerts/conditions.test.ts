import { alertConditionNames, alertWords, type AlertCondition } from "@fc/contract/alerts/console-conditions";
import { consoleToday } from "@fc/contract/today/console";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { after, day, hour, minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { enqueue } from "../../platform/jobs.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { renderMail } from "../../platform/mail/template.ts";
import { startWebhookReceiver, watcher, type WebhookReceiver } from "../../testing/alerts.ts";
import { fund, setPrice } from "../../testing/money.ts";
import { addOperator, operatorSignedIn } from "../../testing/operators.ts";
import { until } from "../../testing/queue.ts";
import { startTestApp, type TestApp, type TestClient, type TestMember } from "../../testing/test-app.ts";
import { seal } from "../ledger/seal.ts";
import { checkOf } from "./conditions.ts";

let app: TestApp;
let owner: pg.Client;
let hook: WebhookReceiver;
let viewer: TestClient;
let member: TestMember;
let admin: { id: number; email: string };
beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: app.databaseUrl });
  await owner.connect();
  // Rows of a situation stand alone, without the records that lead to them.
  await owner.query("set session_replication_role = replica; set timezone = 'UTC'");
  // The disk of the machine that runs the tests is none of theirs.
  await owner.query("delete from node_disks");
  hook = await startWebhookReceiver();
  viewer = await operatorSignedIn(app, "viewer");
  // The tests take hours of the server's time, longer than a session lasts.
  const never = after(app.time.now, 365 * day);
  await sql("update operator_sessions set expires_at = $1, last_seen_at = $1", [never]);
  admin = await addOperator(app, "admin");
  member = await app.addMember();
  await setPrice(app.db, 1000, app.time.now);
});
beforeEach(async () => {
  await sql("delete from alerts; delete from mails");
  hook.received.length = 0;
});
afterAll(async () => {
  await hook.close();
  await owner.end();
  await app.stop();
});

const ago = (ms: number) => after(app.time.now, -ms);
const sql = async (text: string, values?: unknown[]) => void (await owner.query(text, values));
const sheep = (tx: Tx) => enqueue(tx, { task: "count-sheep", payload: {}, now: ago(hour) });
const code = (tx: Tx) =>
  queueMail(tx, {
    to: "asha@example.com",
    content: { subject: "Your code", heading: "Your code", blocks: [{ kind: "code", code: "123456" }] },
    now: ago(2 * minute),
    expiresAt: after(app.time.now, hour),
  });
const verified = (differences: number) =>
  sql(
    `insert into asked_runs (task, input, asked_by, asked_at, finished_at, result)
     values ('ledger.verify', '{}', $1, $2, $2, $3)`,
    [admin.id, app.time.now, { differences }],
  );
/** A comparison of the wallets that found this much unexplained, or had no answer. */
const compared = async (unexplained: string | null) => {
  await sql("delete from chain_comparisons");
  const wallets = unexplained === null ? [] : [{ address: `0x${"1".repeat(40)}`, unexplained }];
  const problem = unexplained === null ? "none of 2 endpoints answered" : null;
  await sql(
    "insert into chain_comparisons (chain_id, contract, at, problem, wallets) values (56, '0x', $1, $2, $3)",
    [app.time.now, problem, JSON.stringify(wallets)],
  );
};
const backedUp = (at: Date) =>
  sql(
    "insert into backups (started_at, finished_at, host, folder, bytes, state) values ($1, $1, 'a', '/b', 1, 'done')",
    [at],
  );
const rehearsed = async (problem: string | null) => {
  await backedUp(app.time.now);
  await sql("update backups set rehearsed_at = $1, rehearsal_problem = $2", [app.time.now, problem]);
};
/** As if no month had been made for long. */
const monthsUntil = (bound: Date) =>
  sql(`alter table ledger_postings detach partition ledger_months.later;
    alter table ledger_postings detach partition ledger_months.first;
    alter table ledger_postings attach partition ledger_months.first for values from (minvalue) to ('${bound.toISOString()}');
    alter table ledger_postings attach partition ledger_months.later for values from ('${bound.toISOString()}') to (maxvalue)`);
const disk = (free: number) =>
  sql(
    `insert into node_disks values ('node-2', '/data', $1, 100, $2)
     on conflict (node, folder) do update set free_bytes = excluded.free_bytes`,
    [free, after(app.time.now, day)],
  );
const sealedDay = (available: number) =>
  sql(
    `insert into closings (day, state, plan_version, chunk_members, due_fc, available_fc, opened_at, computed_at, sealed_at)
     values (current_date, 'sealed', 1, 1, 1000, $1, now(), now(), now())`,
    [available],
  );
const dayOpenSince = (ms: number) => sql("insert into closings_begin (first_day) values ($1)", [ago(ms)]);
const noClosings = () => sql("delete from closings; delete from closings_begin");
const clearWork = () => sql("delete from jobs where task in ('count-sheep', 'send-mail', 'plan.closing')");
const failing = (task: string, values = "") =>
  sql(`update jobs set last_error = 'no', attempts = 3, created_at = $2 ${values} where task = $1`, [
    task,
    ago(hour),
  ]);

const walletAddress = `0x${"a".repeat(40)}`;
const hotWallet = ({ coin_units = 100, gas_wei = 100, ...halt }: Record<string, unknown>) =>
  sql(
    `insert into chain_wallets (chain_id, address, next_nonce, first_block, created_at, coin_units, gas_wei, looked_at,
       halted_at, halt_reason, signing_problem, approvers_changed_at, approver_mail_problem)
     values (1, $1, 0, 0, $2, $3, $4, $2, $5, $6, $7, $8, $9)`,
    [
      walletAddress,
      app.time.now,
      coin_units,
      gas_wei,
      halt["halted_at"] ?? null,
      halt["halt_reason"] ?? null,
      halt["signing_problem"] ?? null,
      halt["approvers_changed_at"] ?? null,
      halt["approver_mail_problem"] ?? null,
    ],
  );
/** One that got its nonce so long ago, of seven units, with a fee of seven. */
const payout = (sinceMs: number) =>
  sql(
    `insert into chain_payouts (withdrawal_id, chain_id, to_address, amount_fc, deduction_fc, units, mark, handed_at, state,
       wallet, reserved_at, fee_wei)
     values (1, 1, $1, 7, 0, 7, $2, $3, 'sent', $1, $3, 7)`,
    [walletAddress, `0x${"b".repeat(64)}`, ago(sinceMs)],
  );

interface Situation {
  make: () => Promise<void>;
  mend: () => Promise<void>;
}

/** The archive belongs to a whole PostgreSQL, so replica.test.ts tries it with one of its own. */
type TriedHere = Exclude<AlertCondition, "archive-late">;

/** Of each condition what brings it about and what ends it. A condition without a situation does not compile. */
const situations = {
  "verification-differences": { make: () => verified(2), mend: () => verified(0) },
  "coins-unexplained": { make: () => compared("3.5"), mend: () => compared("0") },
  "coins-not-compared": { make: () => compared(null), mend: () => compared("0") },
  "clock-wrong": {
    make: async () => void (app.deps.clock = () => ago(2 * minute)),
    mend: async () => void (app.deps.clock = () => app.time.now),
  },
  "payments-not-found": {
    make: () => sql("insert into hand_payments values (1, '0x', $1, 'failed', $1, null)", [app.time.now]),
    mend: () => sql("delete from hand_payments"),
  },
  "payment-taken-back": {
    make: () =>
      sql(`insert into staking_requests (id, member_id, amount_usd_cents, upload_id, requested_at, status, decided_at)
          overriding system value values (9000, 1, 1500, gen_random_uuid(), now(), 'A', now());
        insert into stakes (member_id, request_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at,
          plan_version) values (1, 9000, 1500, 15, 1, 1, now(), 1);
        insert into bank_lines (id, account_id, number, statement_id, file_line, day, words, reference, payer,
          amount_paise, balance_paise, utrs) overriding system value values
          (9000, 1, 1, 1, 1, current_date, 'in', '', '', 124500, 124500, '{412345678901}'),
          (9001, 1, 2, 1, 2, current_date, 'back', '', '', -124500, 0, '{412345678901}');
        insert into bank_payments values (9000, 9000, null, now())`),
    mend: () =>
      sql(`update stakes set ended_at = now() where request_id = 9000;
        delete from staking_requests where id = 9000`),
  },
  "hot-wallet-halted": {
    make: () => hotWallet({ halted_at: app.time.now, halt_reason: "It stopped" }),
    mend: () => sql("delete from chain_wallets"),
  },
  "payouts-unsigned": {
    make: () => hotWallet({ signing_problem: "PAYOUT_APPROVERS_FILE is not set" }),
    mend: () => sql("delete from chain_wallets"),
  },
  "approvers-changed": {
    make: () => hotWallet({ approvers_changed_at: app.time.now }),
    mend: () => sql("delete from chain_wallets"),
  },
  "approvers-untold": {
    make: () => hotWallet({ approver_mail_problem: "A mail to asha@example.com was refused" }),
    mend: () => sql("delete from chain_wallets"),
  },
  "payouts-stuck": { make: () => payout(2 * hour), mend: () => sql("delete from chain_payouts") },
  "hot-wallet-low": {
    make: () => Promise.all([hotWallet({ coin_units: 2 }), payout(minute)]).then(() => undefined),
    mend: () => sql("delete from chain_payouts; delete from chain_wallets"),
  },
  "hot-wallet-gas-low": {
    make: () => Promise.all([hotWallet({ gas_wei: 2 }), payout(minute)]).then(() => undefined),
    mend: () => sql("delete from chain_payouts; delete from chain_wallets"),
  },
  "unsafe-settings": {
    make: () => sql("insert into nodes values ('node-2', '{It is open.}', $1)", [after(app.time.now, day)]),
    mend: () => sql("delete from nodes"),
  },
  "worker-rights": {
    make: () => sql("insert into node_logins values ('node-2', 'portal', $1)", [after(app.time.now, day)]),
    mend: () => sql("delete from node_logins"),
  },
  "disk-low": { make: () => disk(9), mend: () => disk(11) },
  "codes-waiting": { make: async () => void (await atomically(app.db, code, undefined)), mend: clearWork },
  "mails-failing": {
    async make() {
      await atomically(app.db, code, undefined);
      await failing("send-mail");
    },
    mend: clearWork,
  },
  "jobs-failing": {
    async make() {
      await atomically(app.db, sheep, undefined);
      await failing("count-sheep");
    },
    mend: clearWork,
  },
  "work-failed": {
    async make() {
      await atomically(app.db, sheep, undefined);
      await failing("count-sheep", ", failed_at = created_at");
    },
    mend: clearWork,
  },
  "closing-failed": {
    async make() {
      await dayOpenSince(2 * day);
      await sql(
        "insert into jobs (task, payload, run_at, created_at) values ('plan.closing', '{}', now(), now())",
      );
      await failing("plan.closing");
    },
    mend: () => Promise.all([clearWork(), noClosings()]).then(() => undefined),
  },
  "closing-late": { make: () => dayOpenSince(2 * day), mend: noClosings },
  "sealing-behind": {
    async make() {
      await fund(app.db, member, { staking: 1 }, app.time.now);
      await sql("update ledger_entries set recorded_at = now() - interval '6 minutes'");
    },
    // Transactions of other test files, in the same cluster, may delay the seal.
    mend: () =>
      until(async () => {
        await seal(app.db, { secretKey: app.deps.secretKey, now: app.time.now });
        const { rows } = await owner.query(
          "select from ledger_entries where id > (select coalesce(max(last_id), 0) from ledger_seals) limit 1",
        );
        return rows.length === 0;
      }),
  },
  "ledger-months": {
    make: () => monthsUntil(after(app.time.now, day)),
    mend: () => sql("select ledger_add_months()"),
  },
  "backup-old": { make: () => backedUp(ago(25 * hour)), mend: () => backedUp(app.time.now) },
  "rehearsal-failed": {
    make: () => rehearsed("members: 3 rows came of 4."),
    mend: () => rehearsed(null),
  },
  "pool-low": { make: () => sealedDay(1000), mend: noClosings },
  "coverage-short": { make: () => sealedDay(999), mend: noClosings },
  "price-missing": {
    make: () => sql("update prices set effective_from = $1", [after(app.time.now, day)]),
    mend: () => sql("update prices set effective_from = $1", [ago(day)]),
  },
  "withdrawals-late": {
    make: () =>
      sql(
        `insert into withdrawals (member_id, amount_fc, fee_fc, from_staking_fc, from_earning_fc, from_offer_fc, currency_type, address, requested_at)
         values ($1, 10, 1, 10, 0, 0, 'coin', '0x1', $2)`,
        [member.id, ago(25 * hour)],
      ),
    mend: () => sql("delete from withdrawals"),
  },
  "staking-late": {
    make: () =>
      sql(
        "insert into staking_requests (member_id, amount_usd_cents, upload_id, requested_at) values ($1, 1500, $2, $3)",
        [member.id, randomUUID(), ago(25 * hour)],
      ),
    mend: () => sql("delete from staking_requests"),
  },
  "support-late": {
    make: () =>
      sql(
        `insert into support_records (reference, ref_id, number, email, message, created_at, waiting_since)
         values ('FCS-1', 'FCX', '', 'a@example.com', 'Hello', $1, $1)`,
        [ago(25 * hour)],
      ),
    mend: () => sql("update support_records set status = 'closed'"),
  },
} satisfies Record<TriedHere, Situation>;

async function check(passed = minute): Promise<void> {
  // A check comes a minute after the one before, at the earliest.
  app.time.advance(Math.max(passed, minute));
  await watcher(app, hook.webhook).drain();
}

const shown = async () =>
  ((await viewer.call(consoleToday, {})).body.data.alerts.active as { condition: string }[]).map(
    ({ condition }) => condition,
  );

/** What an admin read about a condition, and what the webhook received about it, in order. */
async function told(condition: AlertCondition) {
  const rows = await app.db
    .selectFrom("mails")
    .select("content")
    .where("recipient", "=", admin.email)
    .orderBy("id")
    .execute();
  const { title } = alertWords(condition);
  const lines = rows.flatMap(({ content }) => renderMail(content!).text.split("\n"));
  const news = lines.filter((line) => line.includes(`${title}: `));
  return {
    mailed: news.map((line) => (line.includes("it is over") ? "over" : "begun")),
    sent: hook.received
      .map(({ body }) => JSON.parse(body).data)
      .filter((data) => data.condition === condition)
      .map(({ state }) => state),
  };
}

test.each(alertConditionNames.filter((name): name is TriedHere => name !== "archive-late"))(
  "%s is told once when it begins and once when it is over",
  async (condition) => {
    const { beginsAfterMs, endsAfterMs } = checkOf(condition);
    const { make, mend }: Situation = situations[condition];
    expect(await shown()).not.toContain(condition);

    await make();
    await check();
    expect((await shown()).includes(condition)).toBe(beginsAfterMs === 0);
    if (beginsAfterMs > 0) await check(beginsAfterMs);
    expect(await shown()).toContain(condition);
    await check();
    expect(await told(condition)).toEqual({ mailed: ["begun"], sent: ["begun"] });

    await mend();
    await check();
    expect(await shown()).not.toContain(condition);
    const sofar = endsAfterMs > 0 ? ["begun"] : ["begun", "over"];
    expect(await told(condition)).toEqual({ mailed: sofar, sent: sofar });
    if (endsAfterMs > 0) await check(endsAfterMs);
    await check();
    expect(await told(condition)).toEqual({ mailed: ["begun", "over"], sent: ["begun", "over"] });
  },
);
