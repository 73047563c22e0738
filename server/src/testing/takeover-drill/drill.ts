import { randomUUID } from "node:crypto";
import { approvePayouts, payoutBatch } from "@fc/contract/withdraw/console-approvals";
import { pauseHotWallet } from "@fc/contract/withdraw/console-payouts";
import { fcUnitsPerCoin } from "@fc/contract/money";
import type pg from "pg";
import { batchIn, batchText, challengeOf } from "../../core/approvals/batch.ts";
import { lookAtWallet, noteSigning } from "../../core/chain/look.ts";
import { passkeyPlaceOf } from "../../core/passkeys/place.ts";
import { requestFor } from "../../core/passkeys/webauthn.ts";
import { minute } from "../../platform/clock.ts";
import { databaseErrorCode } from "../../platform/db.ts";
import { loginUrlOf, webUrlOf } from "../../platform/login.ts";
import { withConnection } from "../../platform/one-connection.ts";
import { randomToken, sha256 } from "../../platform/secrets.ts";
import { payOut } from "../../features/withdraw/payout-task.ts";
import { addApprover, approveAll, startGuard, stayOperators, type TestApprover } from "../approvals.ts";
import { startPayoutTest, type PayingMember, type PayoutTest } from "../payouts.ts";
import { SoftwarePasskey } from "../software-passkey.ts";
import { TestClient } from "../test-app.ts";
import { setSetting } from "../money.ts";

interface Takeover {
  t: PayoutTest;
  /** The attacker's own account. */
  mallory: PayingMember;
  /** A member whose payout was rightly signed. */
  asha: PayingMember;
  /** One whose payout was paid before the attack. */
  before: PayingMember;
  finance: TestApprover;
  admin: TestApprover;
  /** Signed in as requests, as the worker and as the owner; throws what the database refuses. */
  web: pg.Client;
  app: pg.Client;
  owner: pg.Client;
}

export interface TakeoverResult {
  tries: number;
  /** How many tries brought the attacker coins. */
  paid: number;
  /** How many rightly signed payouts did not arrive exactly once. */
  lost: number;
}

interface StoredSignature {
  text: string;
  credentialId: Buffer;
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
}

/** Tells the worker that these signatures are of a payout, as a table would. */
async function insertApproval(app: pg.Client, key: string, signed: StoredSignature): Promise<void> {
  const bytes = (value: string) => Buffer.from(value, "base64url");
  const { rows } = await app.query<{ id: number }>(
    `insert into payout_approvals (operator_id, text, credential_id, authenticator_data, client_data, signature, created_at)
     select id, $1, $2, $3, $4, $5, now() from operators limit 1 returning id`,
    [
      signed.text,
      signed.credentialId,
      bytes(signed.authenticatorData),
      bytes(signed.clientDataJSON),
      bytes(signed.signature),
    ],
  );
  await app.query(`insert into payout_approval_entries (payout_key, approval_id) values ($1, $2)`, [
    key,
    rows[0]?.id,
  ]);
}

/** A payout of the attacker's that nobody has signed, with everything else right. */
async function unsigned({ t, mallory }: Takeover): Promise<string> {
  const { payoutId } = await t.handedOver(mallory);
  const { payout_key } = await t.app.db
    .selectFrom("chain_payouts")
    .select("payout_key")
    .where("id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return payout_key;
}

/** What an approver has signed for somebody else, with its text changed before it is kept. */
async function reused(
  takeover: Takeover,
  change: (text: string, key: string) => string | Promise<string>,
): Promise<void> {
  const key = await unsigned(takeover);
  const { rows } = await takeover.app.query<{
    text: string;
    credential_id: Buffer;
    authenticator_data: Buffer;
    client_data: Buffer;
    signature: Buffer;
  }>(`select * from payout_approvals order by id desc limit 1`);
  const [stored] = rows;
  if (!stored) throw new Error("nobody has signed anything yet");
  await insertApproval(takeover.app, key, {
    text: await change(stored.text, key),
    credentialId: stored.credential_id,
    authenticatorData: stored.authenticator_data.toString("base64url"),
    clientDataJSON: stored.client_data.toString("base64url"),
    signature: stored.signature.toString("base64url"),
  });
}

/** Signs one payout and leaves the others, as an operator does who does not know them. */
async function approveOnly({ client, passkey }: TestApprover, withdrawalId: number): Promise<void> {
  const { body } = await client.call(payoutBatch, {});
  const batch = batchIn(body.data.text);
  if (!batch) throw new Error("no batch");
  const entries = batch.entries.filter((entry) => entry.withdrawalId === withdrawalId);
  const text = batchText({ ...batch, entries });
  const challenge = challengeOf(text).toString("base64url");
  const answer = passkey.sign({ ...body.data.request, challenge });
  const { status } = await client.call(approvePayouts, { body: { text, answer } });
  if (status !== 200) throw new Error("not signed");
}

/** The batch that an honest page would offer for this payout. */
async function textFor({ finance }: Takeover): Promise<string> {
  const { body } = await finance.client.call(payoutBatch, {});
  return body.data.text;
}

/** What the attacker tries. Each either throws, because the database refuses it, or must bring no coins. */
const tries: Record<string, (takeover: Takeover) => Promise<void>> = {
  async "raise the limits"(takeover) {
    await setSetting(takeover.t.app.databaseUrl, "payout", {
      largestFc: 1_000_000_000,
      dayFc: 1_000_000_000,
      twoOperatorsFromFc: 1_000_000_000,
    });
    await unsigned(takeover);
  },
  async "insert a payout as the web"({ web, mallory }) {
    await web.query(
      `insert into chain_payouts (withdrawal_id, chain_id, to_address, amount_fc, deduction_fc, units, mark, handed_at)
       select withdrawal_id, chain_id, $1, amount_fc, 0, units, mark, now() from chain_payouts limit 1`,
      [mallory.address],
    );
  },
  async "insert a payout as the worker, for a withdrawal of the attacker's"({ t, app, mallory }) {
    const id = await t.withdraw(mallory);
    await app.query(
      `insert into chain_payouts (withdrawal_id, chain_id, to_address, amount_fc, deduction_fc, units, mark, handed_at)
       select $1, chain_id, $2, amount_fc, 0, units, mark, now() from chain_payouts limit 1`,
      [id, mallory.address],
    );
  },
  async "change the address under a signed batch"({ t, owner, asha, finance, mallory }) {
    const { id, payoutId } = await t.handedOver(asha);
    await approveOnly(finance, id);
    // Not even the owner of the database.
    await owner.query(`update chain_payouts set to_address = $1 where id = $2`, [mallory.address, payoutId]);
    await owner.query(
      `update withdrawals set address = $1, member_id = $2 where id = (select withdrawal_id from chain_payouts where id = $3)`,
      [mallory.address, mallory.member.id, payoutId],
    );
  },
  async "use a signature for another payout"(takeover) {
    await reused(takeover, (text) => text);
  },
  async "use a signature with a text that names the attacker"(takeover) {
    // Everything in the text is right, except that nobody has signed it.
    const { t } = takeover;
    await reused(takeover, async (text, key) => {
      const batch = batchIn(text);
      if (!batch) throw new Error("no batch");
      const row = await t.app.db
        .selectFrom("chain_payouts")
        .select(["withdrawal_id", "to_address", "units"])
        .where("payout_key", "=", key)
        .executeTakeFirstOrThrow();
      const { withdrawal_id: withdrawalId, to_address: to, units } = row;
      return batchText({ ...batch, entries: [{ payoutId: key, withdrawalId, to, units: BigInt(units) }] });
    });
  },
  async "use a signature for another chain"(takeover) {
    await reused(takeover, (text) => text.replace(/chain \d+/, "chain 56"));
  },
  async "use a signature with a later expiry"(takeover) {
    await reused(takeover, (text) => text.replace(/expires \S+/, "expires 2030-01-01T00:00:00.000Z"));
  },
  async "sign with an operator's key that is only in the tables"(takeover) {
    const { t, app } = takeover;
    const passkey = new SoftwarePasskey(t.app);
    const { credentialId, publicKey } = passkey.kept();
    await app.query(
      `insert into approval_keys (operator_id, credential_id, public_key, transports, added_at)
       select id, $1, $2, '', now() from operators limit 1`,
      [credentialId, publicKey],
    );
    const key = await unsigned(takeover);
    const text = await textFor(takeover);
    const place = passkeyPlaceOf(t.app.deps.publicUrl);
    if (!place) throw new Error("no place for passkeys");
    const { response } = passkey.sign(requestFor(place, { challenge: challengeOf(text) }));
    await insertApproval(app, key, { text, credentialId, ...response });
  },
  async "let one person sign twice for a payout that needs two"(takeover) {
    const { t, finance, app, mallory } = takeover;
    // The operator was tricked into signing it once; the attacker repeats the signature.
    const { id, payoutId } = await t.handedOver(mallory, 60_000_000);
    await approveOnly(finance, id);
    const { rows } = await app.query<{ payout_key: string }>(
      `select payout_key from chain_payouts where id = $1`,
      [payoutId],
    );
    await app.query(
      `insert into payout_approvals (operator_id, text, credential_id, authenticator_data, client_data, signature, created_at)
       select (select max(id) from operators), text, credential_id, authenticator_data, client_data, signature, now()
       from payout_approvals order by id desc limit 1`,
    );
    await app.query(`insert into payout_approval_entries select $1, max(id) from payout_approvals`, [
      rows[0]?.payout_key,
    ]);
  },
  async "forge a session of an operator, hand over and sign in it"({ t, web, mallory }) {
    const [token, cookie] = [randomToken(), randomToken()];
    await web.query(
      `insert into operator_sessions (id, operator_id, token_hash, cookie_hash, ip, user_agent, created_at, last_seen_at,
         expires_at, passed_second_step)
       select $1, id, $2, $3, '127.0.0.1', '', $4, $4, $4::timestamptz + interval '1 day', true
       from operators where role = 'finance' limit 1`,
      [randomUUID(), sha256(token), sha256(cookie), t.app.time.now],
    );
    const forged = new TestClient(t.app);
    forged.token = token;
    forged.cookies.set("fc_operator", cookie);
    const { status } = await t.handOver(await t.withdraw(mallory), forged);
    if (status !== 200)
      throw new Error(`the forged session is answered ${status}, so this try shows nothing`);
    const signed = await approveAll(await addApprover(t.app, forged));
    if (signed.status !== 200) throw new Error(`the attacker's signature is answered ${signed.status}`);
  },
  async "pay a payout again that was paid"({ t, owner, before }) {
    // As if it had never been paid, with the signatures that it was paid by. The receiver counts what arrives.
    const { id } = await t.app.db
      .selectFrom("chain_payouts")
      .select("id")
      .where("to_address", "=", before.address)
      .executeTakeFirstOrThrow();
    await owner.query("begin; set local session_replication_role = replica");
    await owner.query("delete from chain_attempts where payout_id = $1", [id]);
    await owner.query("update chain_nonces set payout_id = null where payout_id = $1", [id]);
    await owner.query(
      `update chain_payouts set state = 'waiting', wallet = null, gas = null, reserved_at = null, sent_at = null,
         block_at = null, block_number = null, settled_at = null, outcome = null, transaction_id = null, fee_wei = null
       where id = $1`,
      [id],
    );
    await owner.query(
      `update withdrawals set status = 'P', transaction_id = null, decided_at = null
       where id = (select withdrawal_id from chain_payouts where id = $1)`,
      [id],
    );
    await owner.query("commit");
  },
  async "lift a pause, as the web and as the worker"({ t, web, app, finance, mallory }) {
    // An operator was tricked into signing, noticed it, and paused the wallet in time.
    const { id } = await t.handedOver(mallory);
    await approveOnly(finance, id);
    await t.finance.call(pauseHotWallet, { body: { reason: "I was tricked" } });
    await payOut(t.deps);
    const lift = "update chain_wallets set paused_at = null, paused_by = null, pause_reason = null";
    const asWeb = await web.query(lift).catch((error: Error) => error.message);
    if (typeof asWeb !== "string") throw new Error("the web's login lifts a pause");
    await app.query(lift);
    // What is signed from now on counts again.
    t.app.time.advance(minute);
  },
  // The last one: it halts the wallet, and afterwards nothing is paid to anybody before a person has looked.
  async "move the next nonce back"({ app }) {
    await app.query(`update chain_wallets set next_nonce = greatest(next_nonce - 1, 0)`);
  },
};

/** A missing right, and what a guard of a table raises. */
const refusals: ReadonlySet<string> = new Set(["42501", "P0001"]);

export interface TakeoverOptions {
  database?: { url: string; drop(): Promise<void> };
  say?: (line: string) => void;
}

/** The whole takeover: every try, and afterwards what was rightly signed has to arrive once. */
export async function takeOver({
  database,
  say = () => undefined,
}: TakeoverOptions): Promise<TakeoverResult> {
  const t = await startPayoutTest(database ? { database } : {});
  const { databaseUrl } = t.app;
  const purpose = "takeover";
  try {
    return await withConnection({ url: webUrlOf(databaseUrl), purpose }, (web) =>
      withConnection({ url: loginUrlOf(databaseUrl), purpose }, (app) =>
        withConnection({ url: databaseUrl, purpose }, (owner) => attackAll(t, { web, app, owner }, say)),
      ),
    );
  } finally {
    await t.app.stop();
    await t.tested.stop();
  }
}

async function attackAll(
  t: PayoutTest,
  clients: Pick<Takeover, "web" | "app" | "owner">,
  say: (line: string) => void,
): Promise<TakeoverResult> {
  const finance = await addApprover(t.app, t.finance);
  const admin = await addApprover(t.app, t.admin);
  const worker = await startGuard(t.app);
  await worker.name(finance, admin);
  worker.limits.twoPeopleFromFc = 50_000_000n * fcUnitsPerCoin;
  t.deps.guard = worker.guard;
  await lookAtWallet(t.deps);
  await noteSigning(t.deps);
  const [asha, mallory, before] = [await t.addMember(), await t.addMember(), await t.addMember()];
  const takeover: Takeover = { t, finance, admin, asha, mallory, before, ...clients };
  let [paid, lost] = [0, 0];
  // A payment before the attack, whose signature can be looked at.
  await t.handedOver(before);
  await payOut(t.deps);
  await approveAll(finance);
  await t.payAndSettle();
  for (const [name, attack] of Object.entries(tries)) {
    const had = await t.arrivedAt(mallory.address);
    const refusal = await attack(takeover).then(
      () => "the worker did not pay",
      (error: Error) => {
        // Any other error is a mistake of the drill, and shows nothing about the product.
        if (!refusals.has(databaseErrorCode(error) ?? "")) throw error;
        return `the database refused: ${error.message}`;
      },
    );
    await t.payAndSettle().catch((error: Error) => say(`  the worker: ${error.message}`));
    const isPaid = (await t.arrivedAt(mallory.address)) > had;
    if (isPaid) paid++;
    say(`${name}: ${isPaid ? "PAID" : refusal}`);
    // A wallet that had stopped would pay the attacker nothing, whatever the next try is worth.
    const stuck = attack === tries["move the next nonce back"] ? undefined : await stuckPayout(takeover);
    if (stuck !== undefined) {
      lost++;
      say(`  after "${name}" a payout that was rightly signed did not arrive (${stuck}): LOST`);
    }
  }
  const arrived = await t.arrivedAt(before.address);
  if (arrived !== rightlyPaid) {
    lost++;
    say(`  a payout before the attack brought ${arrived} FC instead of ${rightlyPaid}: LOST`);
  }
  return { tries: Object.keys(tries).length, paid, lost };
}

/** What arrives of a withdrawal of 8,000,000 FC. */
const rightlyPaid = 7_800_000;

/** The state of a payout that was rightly signed; undefined if it arrives, once. */
async function stuckPayout({ t, asha, finance, admin }: Takeover): Promise<string | undefined> {
  const had = await t.arrivedAt(asha.address);
  await stayOperators(t.app);
  await noteSigning(t.deps);
  const { body } = await finance.client.call(payoutBatch, {});
  if (body.data?.purpose === "release") {
    // After a pause that was lifted in the tables, it is lifted rightly.
    for (const approver of [finance, admin]) await approveAll(approver);
    await payOut(t.deps);
    await noteSigning(t.deps);
  }
  const { id, payoutId } = await t.handedOver(asha);
  await approveOnly(finance, id);
  // The worker pays in steps. On a busy machine the first ones may end before the chain has answered.
  for (let round = 1; round <= 3; round++) {
    await t.payAndSettle();
    if ((await t.arrivedAt(asha.address)) - had === rightlyPaid) return undefined;
  }
  const { state, wait_reason: reason } = await t.app.db
    .selectFrom("chain_payouts")
    .select(["state", "wait_reason"])
    .where("id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return `${state}, ${reason ?? "no reason"}`;
}
