import { type Fc, asFc } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import { recordOfReference, referenceOf } from "@fc/contract/receipts/reference";
import type { QueryOf } from "@fc/contract/route";
import type { consolePayouts, PayoutDetails, PayoutRow } from "@fc/contract/withdraw/console-payouts";
import { sql } from "kysely";
import { coinText, gweiText } from "../../core/chain/coin-text.ts";
import { doneByNobody, payoutRules } from "../../core/operators/log.ts";
import { searchMembers, type MemberSearch } from "../../core/members/found.ts";
import { shortAddress } from "../../core/wallet/coin-address.ts";
import type { Db } from "../../platform/db.ts";
import { followRows, inRowOrder, readLongPage } from "../../platform/paging.ts";

type PayoutFilter = QueryOf<typeof consolePayouts>;

const sortColumns = {
  handedAt: "payout.handed_at",
  amount: "payout.amount_fc",
  settledAt: "payout.settled_at",
} as const;

function orderOf({ sort = "handedAt", order = "desc" }: PayoutFilter) {
  return { column: sortColumns[sort], order, hasEmpty: sort === "settledAt" } as const;
}

export async function payoutsPage(db: Db, query: PayoutFilter) {
  const members = await searchMembers(db, query.search);
  const found = matching(db, query, members);
  const { sums, ...page } = await readLongPage(db, query, {
    rows: inRowOrder(withDetails(found), orderOf(query)),
    matching: found,
    mostCounted: members?.mostCounted,
    show: toRow,
    sums: { amountFc: sql<Fc>`payout.amount_fc` },
  });
  return { ...page, ...(sums && { totals: { amountFc: fcToWire(asFc(sums.amountFc)) } }) };
}

/** All of them for the file, as the screen shows them. */
export async function allPayouts(db: Db, query: PayoutFilter) {
  const members = await searchMembers(db, query.search);
  return followRows({ rows: withDetails(matching(db, query, members)), by: orderOf(query), show: toRow });
}

function matching(
  db: Db,
  query: Pick<PayoutFilter, "state" | "search" | "from" | "to">,
  members?: MemberSearch,
) {
  const { from, to } = momentsOf(query);
  let found = db
    .selectFrom("chain_payouts as payout")
    .innerJoin("withdrawals as withdrawal", "withdrawal.id", "payout.withdrawal_id");
  if (query.state) found = found.where("payout.state", "=", query.state);
  if (from) found = found.where("payout.handed_at", ">=", from);
  if (to) found = found.where("payout.handed_at", "<", to);
  const record = query.search ? recordOfReference(query.search) : undefined;
  if (record?.kind === "withdrawal") found = found.where(sql<boolean>`payout.withdrawal_id = ${record.id}`);
  else if (members) found = found.where(members.matches("withdrawal.member_id"));
  return found;
}

/** A wallet that is stopped looks at no payout, so what was found out about one before is not why it waits now. */
const stopReasons = {
  paused: "The hot wallet is paused",
  halted: "The hot wallet has stopped itself",
} as const;

function withDetails(payouts: ReturnType<typeof matching>) {
  return payouts
    .innerJoin("members as member", "member.id", "withdrawal.member_id")
    .leftJoin("operators as hander", "hander.id", "payout.handed_by")
    .leftJoin("operators as giver", "giver.id", "payout.given_up_by")
    .leftJoin("chain_nonces as given", "given.payout_id", "payout.id")
    .select(["payout.id", "payout.withdrawal_id", "payout.to_address", "payout.amount_fc", "payout.state"])
    .select(["payout.outcome", "payout.wait_reason", "payout.handed_at", "payout.sent_at"])
    .select(["payout.block_at", "payout.block_number", "payout.settled_at", "payout.given_up_at"])
    .select(["payout.fee_wei", "payout.transaction_id", "payout.wallet"])
    .select(["member.id as member_id", "member.ref_id", "member.name"])
    .select(["hander.name as hander", "payout.rules_word", "giver.name as giver", "given.nonce"])
    .select((eb) => [
      eb
        .selectFrom("chain_wallets as stopped")
        .select(
          sql<string | null>`case when paused_at is not null then ${stopReasons.paused}
          when halted_at is not null then ${stopReasons.halted} end`.as("reason"),
        )
        .whereRef("stopped.chain_id", "=", "payout.chain_id")
        .orderBy("stopped.created_at", "desc")
        .limit(1)
        .as("stop_reason"),
      eb
        .selectFrom("chain_attempts")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("chain_attempts.payout_id", "=", "payout.id")
        .as("attempts"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>["execute"]>>[number];

/** One that is in a block, or over, waits for nobody, whatever it waited for before. */
function waitReasonOf({ state, stop_reason: stop, wait_reason: reason }: Row): string | null {
  if (state === "waiting") return stop ?? reason;
  return state === "reserved" || state === "sent" ? reason : null;
}

function toRow(row: Row): PayoutRow {
  return {
    id: row.id,
    withdrawalId: row.withdrawal_id,
    reference: referenceOf("withdrawal", row.withdrawal_id),
    member: { id: row.member_id, refId: row.ref_id, name: row.name },
    address: shortAddress(row.to_address),
    amount: fcToWire(row.amount_fc),
    state: row.state,
    outcome: row.outcome,
    waitReason: waitReasonOf(row),
    nonce: row.nonce === null ? null : Number(row.nonce),
    attempts: row.attempts ?? 0,
    handedBy: row.rules_word === null ? row.hander : (doneByNobody[payoutRules] ?? null),
    handedAt: row.handed_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    blockAt: row.block_at?.toISOString() ?? null,
    settledAt: row.settled_at?.toISOString() ?? null,
    givenUpAt: row.given_up_at?.toISOString() ?? null,
    feeCoin: row.fee_wei === null ? null : coinText(row.fee_wei),
    transactionId: row.transaction_id,
  };
}

export async function payoutOf(db: Db, id: number): Promise<PayoutDetails> {
  const row = await withDetails(matching(db, {})).where("payout.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  const attempts = await db
    .selectFrom("chain_attempts")
    .selectAll()
    .where("payout_id", "=", id)
    .orderBy("number")
    .execute();
  return {
    ...toRow(row),
    wallet: row.wallet,
    blockNumber: row.block_number === null ? null : Number(row.block_number),
    givenUpBy: row.giver,
    attemptList: attempts.map((attempt) => ({
      number: attempt.number,
      kind: attempt.kind,
      hash: attempt.hash,
      maxFeeGwei: attempt.max_fee_per_gas === null ? null : gweiText(attempt.max_fee_per_gas),
      createdAt: attempt.created_at.toISOString(),
      lastSentAt: attempt.last_sent_at?.toISOString() ?? null,
      timesSent: attempt.times_sent,
      refusal: attempt.refusal,
    })),
  };
}
