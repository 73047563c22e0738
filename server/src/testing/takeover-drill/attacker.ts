import { randomUUID } from "node:crypto";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { pauseHotWallet, takeBackPayout } from "@fc/contract/withdraw/console-payouts";
import { payoutBatch } from "@fc/contract/withdraw/console-approvals";
import { stopPayoutRules } from "@fc/contract/withdraw/console-payout-rules";
import type pg from "pg";
import { batchText, challengeOf, signedForMs, type PayoutBatch } from "../../core/approvals/batch.ts";
import { noteSigning } from "../../core/chain/look.ts";
import { requirePasskeyPlace } from "../../core/passkeys/place.ts";
import { requestFor } from "../../core/passkeys/webauthn.ts";
import { payOut } from "../../features/withdraw/payout-task.ts";
import { after } from "../../platform/clock.ts";
import { randomToken, sha256 } from "../../platform/secrets.ts";
import { approveAll, stayOperators, type TestApprover, type TestGuard } from "../approvals.ts";
import type { PayingMember, PayoutTest } from "../payouts.ts";
import { TestClient } from "../test-app.ts";

/** What an attacker has who has taken over a node that answers requests, and the people around. */
export interface Attack {
  t: PayoutTest;
  worker: TestGuard;
  finance: TestApprover;
  admin: TestApprover;
  /** Of the same person as `finance`. */
  secondKey: TestApprover;
  /** Signed in as requests, with the web's environment. */
  web: pg.Client;
  /** Where a table that requests cannot write would say something else. */
  owner: pg.Client;
  /** The attacker's own account. */
  mallory: PayingMember;
  /** Somebody else's. */
  bina: PayingMember;
}

/** An operator who is tricked on the attacker's page signs a payout, and the attacker keeps the signature. */
export async function trick(
  { t, web, finance }: Attack,
  withdrawalId: number,
  { change = {}, by = finance }: { change?: Partial<PayoutBatch>; by?: TestApprover } = {},
): Promise<void> {
  const payout = await payoutOf(web, withdrawalId);
  const { rows } = await web.query<{ address: string; approval_words: string[] }>(
    "select address, approval_words from chain_wallets",
  );
  const { chainId, contract } = t.tested.chain;
  const text = batchText({
    chainId,
    contract,
    wallet: rows[0]?.address ?? "",
    word: rows[0]?.approval_words.at(-1),
    expiresAt: after(t.app.time.now, signedForMs),
    entries: [{ payoutId: payout.key, withdrawalId, to: payout.to, units: payout.units }],
    ...change,
  });
  const place = requirePasskeyPlace(t.app.deps.publicUrl);
  const { response } = by.passkey.sign(requestFor(place, { challenge: challengeOf(text) }));
  await keepSignature(web, payout.key, { text, credentialId: by.passkey.id, response });
}

export interface Signature {
  text: string;
  credentialId: Buffer;
  response: { authenticatorData: string; clientDataJSON: string; signature: string };
}

export async function keepSignature(
  web: pg.Client,
  key: string,
  { text, credentialId, response }: Signature,
): Promise<void> {
  const bytes = (value: string) => Buffer.from(value, "base64url");
  const { authenticatorData, clientDataJSON, signature } = response;
  const { rows } = await web.query<{ id: number }>(
    `insert into payout_approvals (operator_id, text, credential_id, authenticator_data, client_data, signature, created_at)
     select id, $1, $2, $3, $4, $5, now() from operators limit 1 returning id`,
    [text, credentialId, bytes(authenticatorData), bytes(clientDataJSON), bytes(signature)],
  );
  await web.query("insert into payout_approval_entries (payout_key, approval_id) values ($1, $2)", [
    key,
    rows[0]?.id,
  ]);
}

export async function payoutOf(web: pg.Client, withdrawalId: number) {
  const { rows } = await web.query<{ key: string; to: string; units: string }>(
    `select payout_key as key, to_address as to, units::text from chain_payouts where withdrawal_id = $1
     order by id desc limit 1`,
    [withdrawalId],
  );
  if (!rows[0]) throw new Error("there is no payout to be signed");
  return { ...rows[0], units: BigInt(rows[0].units) };
}

/** A session of an operator that only rows say exists. */
export async function forgedSession(
  { t, web }: Attack,
  role: "finance" | "admin" = "finance",
): Promise<TestClient> {
  const [token, cookie] = [randomToken(), randomToken()];
  await web.query(
    `insert into operator_sessions (id, operator_id, token_hash, cookie_hash, ip, user_agent, created_at, last_seen_at,
       expires_at, passed_second_step)
     select $1, id, $2, $3, '127.0.0.1', '', $4, $4, $4::timestamptz + interval '1 day', true
     from operators where role = $5 limit 1`,
    [randomUUID(), sha256(token), sha256(cookie), t.app.time.now, role],
  );
  const forged = new TestClient(t.app);
  forged.token = token;
  forged.cookies.set("fc_operator", cookie);
  return forged;
}

/** The worker's turn, with what it then says of itself. */
export async function workersTurn({ t }: Pick<Attack, "t">): Promise<void> {
  await payOut(t.deps);
  await noteSigning(t.deps);
}

/** An operator notices something, and the worker sees the pause. */
export async function pause(attack: Attack): Promise<void> {
  await stayOperators(attack.t.app);
  const { status } = await attack.t.finance.call(pauseHotWallet, { body: { reason: "Something is wrong" } });
  if (status !== 200) throw new Error("not paused");
  await workersTurn(attack);
}

export function liftInTables({ owner }: Attack) {
  return owner.query(
    "update chain_wallets set paused_at = null, paused_by = null, pause_reason = null where paused_at is not null",
  );
}

/** Approvers sign that the wallet pays again, and it does. */
export async function release(attack: Pick<Attack, "t" | "finance" | "admin">): Promise<void> {
  const { t, finance, admin } = attack;
  await stayOperators(t.app);
  const { body } = await finance.client.call(payoutBatch, {});
  if (body.data?.purpose !== "release") throw new Error("there is no release to be signed");
  for (const approver of [finance, admin]) await approveAll(approver);
  await workersTurn({ t });
}

/** What the next try begins with: nothing waits, nothing is paused, and the worker's limits are wide. */
export async function calmDown(attack: Attack): Promise<void> {
  const { t, worker, owner, finance } = attack;
  const [all, coin] = [1_000_000_000n * fcUnitsPerCoin, fcUnitsPerCoin];
  const wide = { largestFc: all, dayFc: all * 100n, twoPeopleFromFc: 50_000_000n * coin };
  Object.assign(worker.limits, { ...wide, addressHours: 0, waitMinutes: 0 });
  await stayOperators(t.app);
  await noteSigning(t.deps);
  await liftInTables(attack);
  const { body } = await finance.client.call(payoutBatch, {});
  if (body.data?.purpose === "release") await release(attack);
  const { rows } = await owner.query<{ id: number }>("select id from chain_payouts where state = 'waiting'");
  for (const { id } of rows) await t.finance.call(takeBackPayout, { params: { id } });
  await endRules(attack);
}

/** What earlier tries have left is not paid by the rules of the next one. */
async function endRules({ t, owner }: Attack): Promise<void> {
  await stopRules(t);
  await noteSigning(t.deps);
  await owner.query(
    "update members set status = 'blocked' where id in (select member_id from withdrawals where status = 'P')",
  );
}

export async function stopRules({ finance }: PayoutTest): Promise<void> {
  const { status } = await finance.call(stopPayoutRules, {});
  if (status !== 200) throw new Error("the rules are not stopped");
}
