import type pg from "pg";
import { lookAtWallet, noteSigning } from "../../core/chain/look.ts";
import { payByRules } from "../../features/withdraw/rules-task.ts";
import { databaseErrorCode } from "../../platform/db.ts";
import { webUrlOf } from "../../platform/login.ts";
import { withConnection } from "../../platform/one-connection.ts";
import { addApprover, approveAll, startGuard } from "../approvals.ts";
import { startPayoutTest, type PayoutTest } from "../payouts.ts";
import { calmDown, type Attack } from "./attacker.ts";
import { tries } from "./tries.ts";

export interface TakeoverResult {
  tries: number;
  /** Of these, how many show by the owner of the database what requests are refused. */
  byOwner: number;
  /** How many tries brought the attacker coins. */
  paid: number;
  /** How many rightly signed payouts did not arrive exactly once. */
  lost: number;
}

export interface TakeoverOptions {
  database?: { url: string; drop(): Promise<void> };
  /** Of the tries; all of them where there is none. */
  only?: string | undefined;
  say?: (line: string) => void;
}

/** Somebody with the login and the environment of a node that answers requests; the worker is another machine. */
export async function takeOver({
  database,
  only,
  say = () => undefined,
}: TakeoverOptions): Promise<TakeoverResult> {
  const t = await startPayoutTest(database ? { database } : {});
  const { databaseUrl } = t.app;
  const purpose = "takeover";
  try {
    return await withConnection({ url: webUrlOf(databaseUrl), purpose }, (web) =>
      withConnection({ url: databaseUrl, purpose }, (owner) => attackAll(t, { web, owner }, { only, say })),
    );
  } finally {
    await t.app.stop();
    await t.tested.stop();
  }
}

async function attackAll(
  t: PayoutTest,
  clients: { web: pg.Client; owner: pg.Client },
  { only, say }: { only: string | undefined; say: (line: string) => void },
): Promise<TakeoverResult> {
  const [finance, admin] = [await addApprover(t.app, t.finance), await addApprover(t.app, t.admin)];
  const secondKey = await addApprover(t.app, t.finance);
  const worker = await startGuard(t.app);
  await worker.name(finance, secondKey, admin);
  t.deps.guard = worker.guard;
  await lookAtWallet(t.deps);
  await noteSigning(t.deps);
  const result: TakeoverResult = { tries: 0, byOwner: 0, paid: 0, lost: 0 };
  for (const { name, isByOwner, play } of tries) {
    if (only !== undefined && name !== only) continue;
    const [mallory, bina] = [await t.addMember(), await t.addMember()];
    const attack: Attack = { t, worker, finance, admin, secondKey, ...clients, mallory, bina };
    await calmDown(attack);
    const { isPaid, said } = await tryOnce(attack, play);
    result.tries += 1;
    if (isByOwner) result.byOwner += 1;
    if (isPaid) result.paid += 1;
    say(`${name}: ${isPaid ? "PAID" : said}`);
    await calmDown(attack);
    // A wallet that had stopped would pay the attacker nothing, whatever the next try is worth.
    const stuck = only === undefined ? await stuckPayout(attack) : undefined;
    if (stuck !== undefined) {
      result.lost += 1;
      say(`  after "${name}" a payout that was rightly signed did not arrive (${stuck}): LOST`);
    }
  }
  return result;
}

async function tryOnce(attack: Attack, play: (attack: Attack) => Promise<void>) {
  const { t, mallory } = attack;
  // What was paid before rightly, by which a try begins, is not counted.
  const refusal = await play(attack).then(
    () => undefined,
    (error: Error) => {
      // Any other error is a mistake of the drill, and shows nothing about the product.
      if (databaseErrorCode(error) !== "42501") throw error;
      return `the database refused: ${error.message}`;
    },
  );
  const had = await t.arrivedAt(mallory.address);
  for (let round = 1; round <= rounds; round++) {
    await payByRules(t.deps);
    // On a broken build the ledger may refuse to record what the chain has paid.
    await t.payAndSettle().catch(() => undefined);
  }
  await noteSigning(t.deps);
  const isPaid = (await t.arrivedAt(mallory.address)) > had;
  const { rows } = await attack.owner.query<{ reason: string | null }>(
    `select coalesce(payout.wait_reason, withdrawal.rules_stop, wallet.rules_problem) as reason
     from chain_wallets as wallet, withdrawals as withdrawal
       left join chain_payouts as payout on payout.withdrawal_id = withdrawal.id
     where withdrawal.member_id = $1 order by withdrawal.id desc, payout.id desc limit 1`,
    [mallory.member.id],
  );
  return { isPaid, said: refusal ?? rows[0]?.reason ?? "the worker did not pay" };
}

/** The worker pays in steps. On a busy machine the first ones may end before the chain has answered. */
const rounds = 2;

/** What arrives of a withdrawal of 8,000,000 FC. */
const rightlyPaid = 7_800_000;

/** The state of a payout that was rightly signed; undefined if it arrives, once. */
async function stuckPayout({ t, finance }: Attack): Promise<string | undefined> {
  const asha = await t.addMember();
  const { payoutId } = await t.handedOver(asha);
  const { status } = await approveAll(finance);
  if (status !== 200) throw new Error("not signed");
  for (let round = 0; round <= rounds; round++) {
    await t.payAndSettle();
    if ((await t.arrivedAt(asha.address)) === rightlyPaid) return undefined;
  }
  const { state, wait_reason: reason } = await t.app.db
    .selectFrom("chain_payouts")
    .select(["state", "wait_reason"])
    .where("id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return `${state}, ${reason ?? "no reason"}`;
}
