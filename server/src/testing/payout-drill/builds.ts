import { sql } from "kysely";
import type { PayoutDeps } from "../../core/chain/payout-deps.ts";
import { openWallet } from "../../core/chain/wallets.ts";
import { payOut } from "../../features/withdraw/payout-task.ts";
import type { Address, Hash, Hex } from "../../platform/chain/types.ts";
import { atomically, type Tx } from "../../platform/db.ts";

/** What a worker keeps while it lives. */
export interface Memory {
  /** Which of the workers it is, from 0 on. */
  readonly worker: number;
  nextNonce?: bigint;
}

export type BuildName = keyof typeof builds;

/** Takes all payouts one step further. The drill has to find the faults of those that are broken. */
export const builds = {
  product: (deps: PayoutDeps) => payOut(deps),
  "records-after-sending": recordsAfterSending,
  "nonce-in-memory": nonceInMemory,
};

/** What the broken builds record. */
export const brokenTables = `
  create table drill_records (payout_id int primary key, hash text not null, bytes text not null);
  grant select, insert on drill_records to fc_app;`;

interface RecordedPayout {
  id: number;
  withdrawal_id: number;
  to_address: Address;
  units: string;
  mark: Hex;
  amount_fc: string;
  deduction_fc: string;
  handed_by: number | null;
  hash: Hash | null;
  bytes: Hex | null;
}

/** Broken: between sending and recording it can be killed, and then pays again with another nonce. */
async function recordsAfterSending(deps: PayoutDeps): Promise<void> {
  for (const payout of await unsettled(deps)) {
    if (payout.hash !== null) continue;
    const { highest } = await deps.chain.nonces(deps.chain.signer!.address);
    const { hash, bytes } = await signed(deps, payout, highest);
    await deps.chain.send(bytes);
    await sql`insert into drill_records values (${payout.id}, ${hash}, ${bytes}) on conflict do nothing`.execute(
      deps.db,
    );
  }
}

/** Broken: another worker has the same nonces in its own memory, and a killed one leaves gaps. */
async function nonceInMemory(deps: PayoutDeps, memory: Memory): Promise<void> {
  memory.nextNonce ??= (await deps.chain.nonces(deps.chain.signer!.address)).highest;
  for (const payout of await unsettled(deps)) {
    // Each worker takes its own, as where a queue hands them out.
    if (payout.id % 2 !== memory.worker) continue;
    if (payout.bytes !== null) {
      await deps.chain.send(payout.bytes);
      continue;
    }
    const { hash, bytes } = await signed(deps, payout, memory.nextNonce++);
    const { rows } = await sql`insert into drill_records values (${payout.id}, ${hash}, ${bytes})
      on conflict do nothing returning payout_id`.execute(deps.db);
    if (rows.length > 0) await deps.chain.send(bytes);
  }
}

async function signed({ chain }: PayoutDeps, { to_address, units, mark }: RecordedPayout, nonce: bigint) {
  const data = chain.transferData(to_address, BigInt(units), mark);
  return chain.signer!.sign({ nonce, to: chain.contract, data, gas: 100_000n, ...(await chain.fees()) });
}

/** A few at a time, as the product does; first those that are final are settled. */
async function unsettled(deps: PayoutDeps): Promise<RecordedPayout[]> {
  const { db, chain, clock } = deps;
  await openWallet(db, { chain, address: chain.signer!.address, now: clock() });
  const { rows } = await sql<RecordedPayout>`
    select payout.id, withdrawal_id, to_address, units, mark, amount_fc::text, deduction_fc::text, handed_by, hash, bytes
    from chain_payouts as payout left join drill_records on payout_id = payout.id
    where settled_at is null order by payout.id limit 30`.execute(db);
  const open: RecordedPayout[] = [];
  for (const payout of rows) {
    const state = payout.hash === null ? undefined : await chain.stateOf(payout.hash);
    if (state?.at === "final" && state.hasSucceeded) await atomically(db, settle, { deps, payout });
    else open.push(payout);
  }
  return open;
}

async function settle(tx: Tx, { deps, payout }: { deps: PayoutDeps; payout: RecordedPayout }): Promise<void> {
  const now = deps.clock();
  const { rows } = await sql`
    update chain_payouts set state = 'paid', outcome = 'paid', wallet = ${deps.chain.signer!.address},
      settled_at = ${now}, transaction_id = ${payout.hash}
    where id = ${payout.id} and state = 'waiting' returning id`.execute(tx);
  if (rows.length === 0) return;
  await deps.acceptPaid(tx, {
    withdrawalId: payout.withdrawal_id,
    handedBy: payout.handed_by,
    transactionId: payout.hash!,
    deductionFc: BigInt(payout.deduction_fc),
    amountFc: BigInt(payout.amount_fc),
    now,
  });
}
