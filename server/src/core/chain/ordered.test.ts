import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { markOf } from "./marks.ts";
import { startPayoutTest, type PayingMember, type PayoutTest } from "../../testing/payouts.ts";

/** What somebody can order who has the login of the nodes that answer requests, and writes SQL of their own. */
let t: PayoutTest;
let web: pg.Client;
let asha: PayingMember;
let operator: number;

beforeAll(async () => {
  t = await startPayoutTest();
  web = new pg.Client({ connectionString: t.app.databaseUrl });
  await web.connect();
  // As signed in with it: a function of the owner asks who signed in.
  await web.query("set session authorization fc_web");
  const { id } = await t.app.db
    .selectFrom("operators")
    .select("id")
    .where("role", "=", "finance")
    .executeTakeFirstOrThrow();
  operator = id;
});
afterAll(async () => {
  await web.end();
  await t.app.stop();
  await t.tested.stop();
});
beforeEach(async () => {
  asha = await t.addMember();
});

/** 7,800,000 FC in the contract's units. */
const units = "7800000000000000000000000";
const order = (
  withdrawal: number,
  change: { units?: string; mark?: string; parts?: [number[], string[]]; operator?: number | null } = {},
) =>
  web.query("select chain_hand_over($1, $2, $3, $4, $5, $6, $7, now()) as id", [
    withdrawal,
    t.tested.chain.chainId,
    change.units ?? units,
    change.mark ?? markOf(t.app.deps.secretKey, withdrawal),
    ...(change.parts ?? [[], []]),
    change.operator === undefined ? operator : change.operator,
  ]);

const refused = (promise: Promise<unknown>, because: string) => expect(promise).rejects.toThrow(because);

test("requests write no payouts and no rules in force themselves, and release no wallet", async () => {
  for (const statement of [
    "insert into chain_payouts (withdrawal_id, chain_id) values (1, 1)",
    "update chain_payouts set state = 'waiting'",
    "update chain_wallets set paused_at = null, paused_by = null, pause_reason = null",
    "update chain_wallets set next_nonce = 0",
    "insert into chain_nonces (chain_id, address, nonce, given_at) values (1, '', 1, now())",
    "insert into chain_attempts (payout_id, number, kind, hash, created_at) values (1, 1, 'payment', '', now())",
    "update chain_transfers set request_id = 1",
    "update chain_wallets set rules_word = gen_random_uuid(), rules_text = ''",
    "update chain_payouts set rules_word = gen_random_uuid()",
    "delete from payout_rules_stops",
    "update payout_approvals set text = ''",
    "select chain_return_to_queue(1)",
  ]) {
    await expect(web.query(statement)).rejects.toThrow("permission denied");
  }
});

test("what is handed over is a pending withdrawal for its own amount, by an operator who may", async () => {
  const id = await t.withdraw(asha);
  await refused(order(id, { units: "7800001000000000000000000" }), "are not what withdrawal");
  await refused(order(id, { units: "-7800000000000000000000000" }), "are not what withdrawal");
  await refused(order(id, { parts: [[1], ["-5"]] }), "deductions are not of the member");
  await refused(order(id, { parts: [[999_999], ["5"]] }), "deductions are not of the member");
  await refused(order(id, { operator: 999_999 }), "may not decide");
  // So does the worker, by rules.
  await refused(order(id, { operator: null }), "may not decide");
  await refused(order(999_999), "cannot be handed over");
  await t.app.db.updateTable("members").set({ status: "frozen" }).where("id", "=", asha.member.id).execute();
  await refused(order(id), "is not active");
  await t.app.db.updateTable("members").set({ status: "active" }).where("id", "=", asha.member.id).execute();
  await order(id);
  await refused(order(id), "cannot be handed over");
  const payout = await t.app.db
    .selectFrom("chain_payouts")
    .select(["id", "to_address", "amount_fc"])
    .where("withdrawal_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(payout).toMatchObject({ to_address: asha.address, amount_fc: 78_000_000_000n });
  await web.query("select chain_take_back($1, $2, now())", [payout.id, operator]);
  // Taken back once: what is not handed over is not returned again.
  const again = await web.query("select chain_take_back($1, $2, now()) as done", [payout.id, operator]);
  expect(again.rows).toEqual([{ done: false }]);
});

test.each([
  ["in ten times the units", { units: `${units}0` }, "not its amount in coins"],
  ["with another mark, which no restored backup would know", { mark: `0x${"ab".repeat(32)}` }, "Its mark"],
])("a payout that was ordered %s is not paid", async (_, change, because) => {
  const id = await t.withdraw(asha);
  const { rows } = await order(id, change);
  await t.payAndSettle();
  const payout = await t.app.db
    .selectFrom("chain_payouts")
    .select(["state", "wait_reason"])
    .where("id", "=", rows[0].id)
    .executeTakeFirstOrThrow();
  expect(payout).toEqual({ state: "waiting", wait_reason: expect.stringContaining(because) });
  expect(await t.arrivedAt(asha.address)).toBe(0);
});
