import type { Fc, UsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import { fcForUsdInPayersFavour } from "@fc/contract/money";
import { depositStates, type DepositStateName } from "@fc/contract/deposits/states";
import { sql } from "kysely";
import { after, hour, second } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { ChainProblem, type Chain, hexFrom } from "../../platform/chain/types.ts";
import { currentPrice } from "../prices/prices.ts";
import { approveByOwnCoins } from "../staking/own-coins.ts";
import { depositOutcome, type DepositOutcome } from "./deposit-outcome.ts";
import { depositAddress, recordTransfers, type Coin } from "./transfers.ts";

/** A claim is a transaction that a member has named as the payment of a staking request. */

/** Refuses a transaction that another request names, or that an operator has matched with one. */
export async function refuseTaken(
  db: Db,
  { chainId, hash }: { chainId: number; hash: string },
): Promise<void> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select exists (
      select from staking_requests where chain_id = ${chainId} and tx_hash = ${hash} and status <> 'R'
    ) or exists (
      select from chain_transfers as transfer join staking_requests as request on request.id = transfer.request_id
      where transfer.chain_id = ${chainId} and transfer.tx_hash = ${hash} and request.status <> 'R'
    ) as is_taken`.execute(db);
  if (sure(rows[0]).is_taken) throw new AppError("DEPOSIT_TAKEN");
}

type ClaimDeps = Pick<Deps, "db" | "clock" | "publicUrl"> & { chain: Chain };

/** So many transactions are looked up in one run; the others wait for the next. */
const mostAtOnce = 50;

/** Looks up every claim that is due. One that cannot be looked up does not keep the others from it. */
export async function lookUpClaims(deps: ClaimDeps): Promise<void> {
  const { db, clock, chain } = deps;
  const receiver = await depositAddress(db);
  if (receiver === undefined) return;
  const problems: ChainProblem[] = [];
  for (const claim of await dueClaims(db, { chain, now: clock() })) {
    try {
      const found = await chain.stateOf(hexFrom(claim.hash));
      const outcome = depositOutcome(found, receiver);
      await atomically(db, recordOutcome, { ...deps, claim, outcome, receiver, now: clock() });
    } catch (error) {
      if (!(error instanceof ChainProblem)) throw error;
      problems.push(error);
      await atomically(db, lookAgain, { claim, now: clock() });
    }
  }
  // The job then counts as failing and is seen by the operators.
  if (problems[0]) throw problems[0];
}

/** Whether there is a claim to look up now. */
export async function hasDueClaims(db: Db, { coin, now }: { coin: Coin; now: Date }): Promise<boolean> {
  return (await dueClaims(db, { chain: coin, now })).length > 0;
}

interface DueClaim {
  requestId: number;
  memberId: number;
  hash: string;
  requestedAt: Date;
  amountUsdCents: UsdCents;
}

function dueClaims(db: Db, { chain, now }: { chain: Coin; now: Date }): Promise<DueClaim[]> {
  return db
    .selectFrom("staking_requests")
    .select(["id as requestId", "member_id as memberId", "requested_at as requestedAt"])
    .select(["amount_usd_cents as amountUsdCents"])
    .select((eb) => eb.ref("tx_hash").$notNull().as("hash"))
    .where("chain_id", "=", chain.chainId)
    .where("deposit_next_at", "<=", now)
    .orderBy("deposit_next_at")
    .limit(mostAtOnce)
    .execute();
}

interface Finding extends ClaimDeps {
  claim: DueClaim;
  outcome: DepositOutcome;
  /** Our address. */
  receiver: string;
  now: Date;
}

/** Writes what was found. The request's row is locked first, as everywhere: a decision and a finding wait for each other. */
async function recordOutcome(tx: Tx, finding: Finding): Promise<void> {
  const { chain, claim, outcome, publicUrl, now } = finding;
  const { requestId } = claim;
  const request = await tx
    .selectFrom("staking_requests")
    .select("status")
    .where("id", "=", requestId)
    // Where there is none, another worker or an operator was faster.
    .where("deposit_next_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!request) return;
  await recordTransfers(tx, { chain, transfers: outcome.transfers, now });
  // A rejected request has no claim on coins; what arrived is then listed as a deposit without a request.
  const takes = request.status !== "R" && outcome.transfers.length > 0;
  const state = takes ? await takeTransfers(tx, finding) : outcome.state;
  await tx
    .updateTable("staking_requests")
    .set({
      deposit_state: state,
      deposit_checked_at: now,
      // A decided request is not looked up for ever.
      deposit_next_at: isOpen(state) && request.status === "P" ? nextLook(claim, now) : null,
    })
    .where("id", "=", requestId)
    .execute();
  // Last, because it takes the locks of the ledger and of the network.
  if (state === "arrived" && request.status === "P")
    await approveByOwnCoins(tx, { requestId, publicUrl, now });
}

const isOpen = (state: DepositStateName) => depositStates[state].tone === "open";

/** Takes the transfers of its transaction that no other request has, and says what they are to it. */
async function takeTransfers(tx: Tx, { chain, claim, receiver, now }: Finding): Promise<DepositStateName> {
  const { requestId } = claim;
  await sql`
    update chain_transfers as transfer set request_id = ${requestId}, matched_at = ${now}, matched_by = null
    where chain_id = ${chain.chainId} and tx_hash = ${claim.hash} and to_address = ${receiver}
      and set_aside_at is null
      and (request_id is null or exists (
        select from staking_requests as other where other.id = transfer.request_id and other.status = 'R'))`.execute(
    tx,
  );
  return stateOfArrived(tx, claim);
}

/** What the coins that a request has are to it: enough, too little, or another's. */
async function stateOfArrived(
  db: Db,
  { requestId, ...claim }: Pick<DueClaim, "requestId" | "requestedAt" | "amountUsdCents">,
): Promise<DepositStateName> {
  const { arrivedFc } = await db
    .selectFrom("chain_transfers")
    .select(sql<Fc>`coalesce(sum(amount_fc), 0)::bigint`.as("arrivedFc"))
    .where("request_id", "=", requestId)
    .executeTakeFirstOrThrow();
  if (arrivedFc === 0n) return "taken";
  // Without a price nobody could have been told how much to pay, so no amount is enough.
  const price = await currentPrice(db, claim.requestedAt);
  const isEnough = price && arrivedFc >= fcForUsdInPayersFavour(claim.amountUsdCents, price.fcFor15Usd);
  return isEnough ? "arrived" : "too-little";
}

/** After an operator has matched a deposit: what a request that names a transaction says of its coins follows. */
export async function updateClaim(tx: Tx, requestId: number): Promise<void> {
  const claim = await tx
    .selectFrom("staking_requests")
    .select(["id as requestId", "requested_at as requestedAt", "amount_usd_cents as amountUsdCents"])
    .where("id", "=", requestId)
    .where("tx_hash", "is not", null)
    .executeTakeFirst();
  if (!claim) return;
  await tx
    .updateTable("staking_requests")
    .set({ deposit_state: await stateOfArrived(tx, claim), deposit_next_at: null })
    .where("id", "=", requestId)
    .execute();
}

/** What nobody has seen for long is looked up seldom: a mistyped hash is never seen. */
function nextLook({ requestedAt }: DueClaim, now: Date): Date {
  const ageMs = now.getTime() - requestedAt.getTime();
  return after(now, Math.min(hour, Math.max(10 * second, ageMs / 10)));
}

async function lookAgain(tx: Tx, { claim, now }: { claim: DueClaim; now: Date }): Promise<void> {
  await tx
    .updateTable("staking_requests")
    .set({ deposit_next_at: nextLook(claim, now) })
    .where("id", "=", claim.requestId)
    .where("deposit_next_at", "is not", null)
    .execute();
}
