import { asFc } from "@fc/contract/units";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { operatorSession } from "@fc/contract/operators/console";
import { takeBackPayout } from "@fc/contract/withdraw/console-payouts";
import { memberAccount } from "../../core/ledger/accounts.ts";
import { markOf } from "../../core/chain/marks.ts";
import { after, hour, minute } from "../../platform/clock.ts";
import { addApprover, approveAll, stayOperators } from "../approvals.ts";
import { setSetting } from "../money.ts";
import {
  forgedSession,
  liftInTables,
  payoutOf,
  pause,
  release,
  trick,
  workersTurn,
  type Attack,
} from "./attacker.ts";
import { ruleTriesByOwner, ruleTriesByWeb } from "./rules-tries.ts";

const other = `0x${"e".repeat(40)}`;

/** Signed for something else, and the attacker presents it for this payout. */
const elsewhere =
  (change: Parameters<typeof trick>[2]) =>
  async (attack: Attack): Promise<void> => {
    const { id } = await attack.t.handedOver(attack.mallory);
    await trick(attack, id, change);
  };

/** Where the login of requests is refused outright, a stronger one shows that the worker does not rely on that. */
const byOwner = {
  async "change the address under a signed batch"(attack: Attack) {
    const { t, owner, mallory, bina } = attack;
    const [signed, own] = [await t.handedOver(bina), await t.withdraw(mallory)];
    await trick(attack, signed.id);
    // Both members' sums stay what the ledger says.
    await owner.query("update withdrawals set member_id = $1, address = $2 where id = $3", [
      mallory.member.id,
      mallory.address,
      signed.id,
    ]);
    await owner.query("update withdrawals set member_id = $1 where id = $2", [bina.member.id, own]);
    await owner.query("update chain_payouts set to_address = $1 where id = $2", [
      mallory.address,
      signed.payoutId,
    ]);
  },
  async "send bytes that were signed before a pause"(attack: Attack) {
    const { t, mallory } = attack;
    const { id } = await t.handedOver(mallory);
    await trick(attack, id);
    const { send } = t.deps.chain;
    // The endpoints are away, so the bytes wait in the tables.
    t.deps.chain.send = async () => ({ taken: 0, refusals: [] });
    await workersTurn(attack);
    t.deps.chain.send = send;
    await pause(attack);
    await liftInTables(attack);
    t.app.time.advance(minute);
  },
  async "pay a payout again that was paid"({ t, owner, finance, mallory }: Attack) {
    const { id, payoutId } = await t.handedOver(mallory);
    await approveAll(finance);
    for (let round = 1; round <= 3 && (await t.stateOf(payoutId)) !== "paid"; round++) await t.payAndSettle();
    // As if it had never been paid, with the signatures that it was paid by.
    await owner.query("begin; set local session_replication_role = replica");
    await owner.query("delete from chain_attempts where payout_id = $1", [payoutId]);
    await owner.query("update chain_nonces set payout_id = null where payout_id = $1", [payoutId]);
    await owner.query(
      `update chain_payouts set state = 'waiting', wallet = null, gas = null, reserved_at = null, sent_at = null,
         block_at = null, block_number = null, settled_at = null, outcome = null, transaction_id = null, fee_wei = null
       where id = $1`,
      [payoutId],
    );
    await owner.query(
      "update withdrawals set status = 'P', transaction_id = null, decided_at = null where id = $1",
      [id],
    );
    await owner.query("update ledger_accounts set balance = balance + $1 where id = $2", [
      8_000_000n * fcUnitsPerCoin,
      memberAccount(mallory.member.id, "withdraw_pending"),
    ]);
    await owner.query("commit");
  },
};

const byWeb = {
  async "raise the limits"(attack: Attack) {
    const { t, worker, mallory } = attack;
    worker.limits.largestFc = asFc(1_000_000n * fcUnitsPerCoin);
    const most = { largestFc: 1_000_000_000, dayFc: 1_000_000_000, twoOperatorsFromFc: 1_000_000_000 };
    await setSetting(t.app.databaseUrl, "payout", most);
    await trick(attack, (await t.handedOver(mallory)).id);
  },
  async "pay more than a day's limit"(attack: Attack) {
    attack.worker.limits.dayFc = asFc(1_000_000n * fcUnitsPerCoin);
    await trick(attack, (await attack.t.handedOver(attack.mallory)).id);
  },
  async "forge a session, and hand over what nobody signs"(attack: Attack) {
    const { t, mallory } = attack;
    const { status } = await t.handOver(await t.withdraw(mallory), await forgedSession(attack));
    if (status !== 200) throw new Error(`the forged session is answered ${status}`);
  },
  async "forge a session, and sign with a key that is only in the tables"(attack: Attack) {
    const { t, mallory } = attack;
    const forged = await forgedSession(attack);
    await t.handOver(await t.withdraw(mallory), forged);
    const { status } = await approveAll(await addApprover(t.app, forged));
    if (status !== 200) throw new Error(`the attacker's signature is answered ${status}`);
  },
  async "put an approver's name to another signature"(attack: Attack) {
    const { t, web, finance, mallory } = attack;
    const { id } = await t.handedOver(mallory);
    const forged = await addApprover(t.app, await forgedSession(attack));
    await trick(attack, id, { by: { ...forged, passkey: forged.passkey } });
    await web.query(
      `insert into payout_approvals (operator_id, text, credential_id, authenticator_data, client_data, signature, created_at)
       select operator_id, text, $1, authenticator_data, client_data, signature, now()
       from payout_approvals order by id desc limit 1`,
      [finance.passkey.id],
    );
    await web.query("insert into payout_approval_entries select $1, max(id) from payout_approvals", [
      (await payoutOf(web, id)).key,
    ]);
  },
  async "use a signature for a later payout of its withdrawal"(attack: Attack) {
    const { t, web, mallory } = attack;
    const { id, payoutId } = await t.handedOver(mallory);
    await trick(attack, id);
    // The operator notices it in time and takes the payout back. The attacker hands it over again.
    await t.finance.call(takeBackPayout, { params: { id: payoutId } });
    const { status } = await t.handOver(id, await forgedSession(attack));
    if (status !== 200) throw new Error("not handed over again");
    await web.query("insert into payout_approval_entries select $1, max(id) from payout_approvals", [
      (await payoutOf(web, id)).key,
    ]);
  },
  "use a signature for another chain": elsewhere({ change: { chainId: 97 } }),
  "use a signature for another contract": elsewhere({ change: { contract: other } }),
  "use a signature for another wallet": elsewhere({ change: { wallet: other } }),
  "sign in the format of the release before": elsewhere({ change: { word: undefined } }),
  async "use a signature after its expiry"(attack: Attack) {
    const { t, mallory } = attack;
    const { id } = await t.handedOver(mallory);
    await trick(attack, id, { change: { expiresAt: after(t.app.time.now, hour) } });
    t.app.time.advance(2 * hour);
  },
  async "date a signature ahead"(attack: Attack) {
    const { t, mallory } = attack;
    const { id } = await t.handedOver(mallory);
    // The worker is away meanwhile, or the attacker keeps the signature back.
    t.app.time.advance(24 * hour);
    await trick(attack, id, { change: { expiresAt: new Date("2099-01-01T00:00:00Z") } });
    t.app.time.advance(73 * hour);
    await stayOperators(t.app);
  },
  async "let one person sign twice"(attack: Attack) {
    const { t, worker, mallory, secondKey } = attack;
    worker.limits.twoPeopleFromFc = asFc(1_000_000n * fcUnitsPerCoin);
    const { id } = await t.handedOver(mallory);
    await trick(attack, id);
    await trick(attack, id, { by: secondKey });
  },
  async "use a signature from before a pause"(attack: Attack) {
    await trick(attack, (await attack.t.handedOver(attack.mallory)).id);
    await pause(attack);
    await liftInTables(attack);
    const { rows } = await attack.web.query("select from chain_wallets where approval_purpose = 'release'");
    if (rows.length > 0) await release(attack);
  },
  async "say by a row that two operators ended a pause"(attack: Attack) {
    const { t, web, mallory } = attack;
    const { id } = await t.handedOver(mallory);
    await pause(attack);
    const [one, two] = [await t.finance.call(operatorSession, {}), await t.admin.call(operatorSession, {})];
    await web.query(
      `insert into proposals (kind, subject, change, before, title, lines, reason, proposed_by, proposed_at, expires_at,
         status, decided_by, decided_at)
       select 'hot-wallet-release', address, jsonb_build_object('chainId', chain_id, 'address', address),
         jsonb_build_object('pausedAt', date_trunc('milliseconds', paused_at)), '', '[]', 'I say so', $1, now(), now(),
         'A', $2, now() from chain_wallets`,
      [one.body.data.id, two.body.data.id],
    );
    await workersTurn(attack);
    // With whatever word the worker has given out by now.
    await trick(attack, id);
  },
  async "age an address in the tables"(attack: Attack) {
    attack.worker.limits.addressHours = 24;
    await trick(attack, (await attack.t.handedOver(attack.mallory)).id);
  },
  async "pay before the approvers can stop it"(attack: Attack) {
    attack.worker.limits.waitMinutes = 30;
    await trick(attack, (await attack.t.handedOver(attack.mallory)).id);
  },
  async "let the waiting time pass during a pause"(attack: Attack) {
    const { t, worker, mallory } = attack;
    worker.limits.waitMinutes = 30;
    const { id } = await t.handedOver(mallory);
    await trick(attack, id);
    await workersTurn(attack);
    await pause(attack);
    t.app.time.advance(31 * minute);
    await liftInTables(attack);
    await release(attack);
    await trick(attack, id);
  },
  async "hand over ten times the units"(attack: Attack) {
    const { t, web, mallory } = attack;
    const id = await t.withdraw(mallory);
    const units = t.tested.chain.unitsOf(asFc(7_800_000n * fcUnitsPerCoin)) * 10n;
    const mark = markOf(t.app.deps.secretKey, id);
    const { body } = await t.finance.call(operatorSession, {});
    await web.query("select chain_hand_over($1, $2, $3, $4, '{}', '{}', $5, $6)", [
      id,
      t.tested.chain.chainId,
      String(units),
      mark,
      body.data.id,
      t.app.time.now,
    ]);
    attack.worker.limits.twoPeopleFromFc = asFc(attack.worker.limits.twoPeopleFromFc * 100n);
    await trick(attack, id);
  },
  async "write a withdrawal past the ledger"(attack: Attack) {
    const { t, web, mallory } = attack;
    const taken = new Set(["id", "confirmed_at", "confirmed_by", "decided_by", "is_cancelled"]);
    for (const name of ["is_handed_over", "paying_by", "paying_since"]) taken.add(name);
    const { rows } = await web.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = 'withdrawals'::regclass and attnum > 0 and not attisdropped",
    );
    const columns = rows.map(({ name }) => name).filter((name) => !taken.has(name));
    const copied = await web.query<{ id: number }>(
      `insert into withdrawals (${columns.join(", ")}) select ${columns.join(", ")} from withdrawals where id = $1
       returning id`,
      [await t.withdraw(mallory)],
    );
    const id = copied.rows[0]?.id ?? 0;
    const { status } = await t.handOver(id, await forgedSession(attack));
    if (status !== 200) throw new Error("not handed over");
    await trick(attack, id);
  },
};

const allByWeb = { ...byWeb, ...ruleTriesByWeb };
const allByOwner = { ...byOwner, ...ruleTriesByOwner };
export type TryName = keyof typeof allByWeb | keyof typeof allByOwner;

export const tries: { name: TryName; isByOwner: boolean; play: (attack: Attack) => Promise<void> }[] = [
  ...Object.entries(allByWeb).map(([name, play]) => ({ name: name as TryName, isByOwner: false, play })),
  ...Object.entries(allByOwner).map(([name, play]) => ({ name: name as TryName, isByOwner: true, play })),
];
