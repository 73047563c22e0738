import { type Fc, asFc, minus } from "@fc/contract/units";
import { fcText, usdText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { planRules } from "@fc/contract/plan/rules";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { StakeUndoing } from "@fc/contract/staking/portal";
import {
  moneyChange,
  oneByOne,
  type CheckedRequest,
  type MoneyResult,
  type RulesReader,
} from "../../core/guarded-changes/money-change.ts";
import { post } from "../../core/ledger/post.ts";
import { stakeReturned } from "../../core/ledger/posting.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { labelWords } from "../../core/mails/labels.ts";
import type { Fact } from "../../core/mails/mail.ts";
import { isHeldAfterUndoing } from "../../core/staking/held-refunds.ts";
import { returnsPaid } from "../../core/staking/life.ts";
import { endStake, runningStakes, undoUntilOf } from "../../core/staking/stakes.ts";
import type { Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";

type RunningStake = Awaited<ReturnType<typeof runningStakes>>[number];

interface UndoTerms {
  stake: RunningStake;
  /** Whether the member has no other running stake. */
  isLast: boolean;
  /** What closings paid on it, which goes back to the pool. */
  paidFc: Fc;
  /** What the member gets back. */
  refundFc: Fc;
  /** Where to: the wallet that paid, or the staking wallet where the payment came from outside. */
  wallet: "staking" | "transfer";
  /** Whether the coins cannot be withdrawn until a second operator has agreed. */
  isHeld: boolean;
}

/** Its member undoes a stake within its cooling-off time: the principal comes back, less what was paid on it. */
export function undoOwnStake(deps: Deps) {
  return moneyChange<"stake-undo", UndoTerms, MoneyResult>(deps, {
    purpose: "stake-undo",
    pausedBy: null,
    keyName: "undoStake",
    rules: oneByOne(undoTerms),
    // A closing in between changes what comes back: the code confirms the coins that its mail named.
    context: ({ refundFc }) => ({ refundFc: String(refundFc) }),
    codeMail: (_change, terms) => ({
      action: { en: "Confirm that you undo your stake", hi: "पुष्टि करें कि आप अपना स्टेक वापस लेते हैं" },
      facts: factsOf(terms),
    }),
    event: ({ stake, refundFc }) => ({
      kind: "stake-returned",
      detail: `${usdText(stake.principal_usd_cents)} → ${fcText(refundFc)}`,
    }),
    mail: async (tx, allowed) => {
      for (const { request, terms } of allowed) {
        const { actor, now } = request;
        await sendMail(tx, {
          kind: "stake-returned",
          to: actor,
          now,
          values: {
            amountUsdCents: terms.stake.principal_usd_cents,
            facts: factsOf(terms),
            isHeld: terms.isHeld,
          },
        });
      }
    },
    post: async (tx, allowed) => {
      const results: MoneyResult[] = [];
      for (const { request, terms } of allowed) {
        const { stake, isLast, paidFc, refundFc, wallet, isHeld } = terms;
        const { now } = request;
        const entryId = await post(
          tx,
          stakeReturned({
            key: `stake/undone/${stake.id}`,
            effectiveAt: now,
            memberId: stake.member_id,
            amountFc: refundFc,
            paidFc,
            wallet,
          }),
        );
        await endStake(tx, { stake, isLast, reversalEntryId: entryId, isUndone: true, now });
        if (isHeld) {
          await tx
            .updateTable("stakes")
            .set({ refund_held_fc: refundFc })
            .where("id", "=", stake.id)
            .execute();
        }
        results.push({ reference: referenceOf("stake-return", entryId) });
      }
      return results;
    },
    // A stake is undone once, so nothing else is the same.
    sameness: ({ stake }) => ({ stake: String(stake.id) }),
  });
}

function factsOf({ stake, paidFc, refundFc, wallet }: UndoTerms): Fact[] {
  return [
    { label: "Staked", value: `${usdText(stake.principal_usd_cents)} = ${fcText(stake.principal_fc)}` },
    { label: "Already paid on it", value: fcText(paidFc) },
    { label: "You receive", value: fcText(refundFc) },
    { label: "Wallet", value: labelWords(wallet === "transfer" ? "Transfer Wallet" : "Staking Wallet") },
  ];
}

async function undoTerms(
  reader: RulesReader,
  { actor, change, now }: CheckedRequest<"stake-undo">,
): Promise<UndoTerms> {
  const { db } = reader;
  await reader.lockMember(actor.memberId);
  const known = await db
    .selectFrom("stakes")
    .select("ended_at")
    .where("id", "=", change.stakeId)
    .where("member_id", "=", actor.memberId)
    .executeTakeFirst();
  if (!known) throw new AppError("NOT_FOUND");
  const running = await runningStakes(db, actor.memberId);
  const stake = running.find(({ id }) => id === change.stakeId);
  if (!stake) throw new AppError("STAKE_OVER");
  if (stake.held_until === null || stake.held_until <= now) throw new AppError("COOLING_OFF_OVER");
  // The member who paid would have to get the coins back, and the owner has got what was paid on them.
  if (stake.payer_id !== null) throw new AppError("STAKE_WAS_GIVEN");
  // What a closing pays on the stake at this moment would be missed here.
  if (!(await reader.holdClosings())) throw new AppError("DAY_BEING_CLOSED");
  return { isLast: running.length === 1, ...(await refundOf(db, stake)) };
}

async function refundOf(db: Db, stake: RunningStake): Promise<Omit<UndoTerms, "isLast">> {
  const { rules } = await db
    .selectFrom("plan_versions")
    .select("rules")
    .where("version", "=", stake.plan_version)
    .executeTakeFirstOrThrow();
  const returned = asFc(await returnsPaid(db, stake, planRules.parse(rules).ros));
  const paidFc = returned < stake.principal_fc ? returned : stake.principal_fc;
  const refundFc = minus(stake.principal_fc, paidFc);
  const { request_id: requestId } = stake;
  return {
    stake,
    paidFc: paidFc,
    refundFc,
    wallet: requestId === null ? "transfer" : "staking",
    isHeld: requestId !== null && refundFc > 0n && (await isHeldAfterUndoing(db, requestId)),
  };
}

/** What undoing a stake would give back now, for the page that asks. */
export async function ownUndoingOf(
  db: Db,
  { memberId, stakeId, now }: { memberId: number; stakeId: number; now: Date },
): Promise<StakeUndoing> {
  const stake = (await runningStakes(db, memberId)).find(({ id }) => id === stakeId);
  if (!stake) throw new AppError("NOT_FOUND");
  const { paidFc, refundFc, wallet, isHeld } = await refundOf(db, stake);
  return {
    until: undoUntilOf(stake, now)?.toISOString() ?? null,
    amount: fcToWire(stake.principal_fc),
    amountUsd: usdCentsToWire(stake.principal_usd_cents),
    paid: fcToWire(paidFc),
    refund: fcToWire(refundFc),
    wallet,
    ...(isHeld && { isHeld: true as const }),
  };
}
