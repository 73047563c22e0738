import { asFc } from "@fc/contract/units";
import { fcText, usdText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { planRules } from "@fc/contract/plan/rules";
import { stakeFaultNames, stakeFaults, type StakeFault } from "@fc/contract/staking/console-undoing";
import * as z from "zod/mini";
import { sendMail } from "../../core/mails/mails.ts";
import { contactOf } from "../../core/members/members.ts";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import { proposalAct, type Doers, type Review } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { returnsPaid } from "../../core/staking/life.ts";
import { reverseStake } from "../../core/staking/stakes.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** A request that was approved by mistake: two operators undo its stake, and the member is told why. */
export const undoAct = proposalAct({
  kind: "stake-undoing",
  // One that was proposed by the release before does not say whose fault it was.
  change: z.object({ requestId: z.number(), fault: z.optional(z.enum(stakeFaultNames)) }),
  async review(db, { requestId, fault }) {
    const stake = await runningStakeOf(db, requestId);
    if (!stake) throw new AppError("STAKE_OVER");
    return {
      subject: String(requestId),
      title: `Undo the stake of ${usdText(stake.principal_usd_cents)} of ${stake.name} (${stake.ref_id})`,
      lines: [
        ...(await linesOf(db, stake)),
        ...(fault ? [{ label: "Whose fault it was", from: "", to: stakeFaults[fault] }] : []),
      ],
      before: { stakeId: stake.id },
      memberId: stake.member_id,
    };
  },
  apply: (tx, change, doers) => undo(tx, { ...change, ...doers }),
});

export async function proposeUndoing(
  tx: Tx,
  input: { id: number; fault: StakeFault; reason: string; operating: Operating; publicUrl: string },
): Promise<void> {
  const { id, fault, ...proposal } = input;
  await lockProposals(tx);
  await propose(tx, undoAct, { change: { requestId: id, fault }, ...proposal });
}

/** What undoing the stake of a request would take back and what not; null where there is nothing to undo. */
export async function undoingOf(db: Db, requestId: number): Promise<Review["lines"] | null> {
  const stake = await runningStakeOf(db, requestId);
  return stake ? linesOf(db, stake) : null;
}

type RunningStake = NonNullable<Awaited<ReturnType<typeof runningStakeOf>>>;

function runningStakeOf(db: Db, requestId: number) {
  return db
    .selectFrom("stakes as stake")
    .innerJoin("members as member", "member.id", "stake.member_id")
    .innerJoin("plan_versions as plan", "plan.version", "stake.plan_version")
    .leftJoin("direct_bonuses_due as bonus", "bonus.stake_id", "stake.id")
    .select(["stake.id", "stake.member_id", "member.ref_id", "member.name"])
    .select(["stake.principal_fc", "stake.principal_usd_cents", "stake.started_on", "plan.rules"])
    .select(["bonus.sponsor_id", "bonus.decided_on", "bonus.lapsed_because"])
    .where("stake.request_id", "=", requestId)
    .where("stake.ended_at", "is", null)
    .executeTakeFirst();
}

async function linesOf(db: Db, stake: RunningStake): Promise<Review["lines"]> {
  const others = await db
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", stake.member_id)
    .where("ended_at", "is", null)
    .where("id", "!=", stake.id)
    .limit(1)
    .execute();
  return [
    {
      label: "Locked principal",
      from: `${usdText(stake.principal_usd_cents)} = ${fcText(stake.principal_fc)}`,
      to: "taken back; no wallet is touched",
    },
    {
      label: "Business of all legs above",
      from: `includes ${usdText(stake.principal_usd_cents)}`,
      to: "subtracted; a leg below zero needs new business first",
    },
    {
      label: "Returns",
      from: `${fcText(asFc(await returnsPaid(db, stake, planRules.parse(stake.rules).ros)))} paid so far`,
      to: "stay with the member; nothing more is paid",
    },
    { label: "Direct bonus of the sponsor", ...bonusOf(stake) },
    { label: "Pair matching and offers above", from: "as paid", to: "stay" },
    ...(others.length > 0 ? [] : [{ label: "The member", from: "active", to: "not active" }]),
  ];
}

function bonusOf({ sponsor_id, decided_on, lapsed_because }: RunningStake): { from: string; to: string } {
  if (sponsor_id === null) return { from: "none, there is no sponsor", to: "none" };
  if (decided_on === null) return { from: "due with the next closing", to: "lapses" };
  return lapsed_because === null ? { from: "paid", to: "stays" } : { from: "lapsed", to: "none" };
}

type Undoing = Doers & { requestId: number; fault?: StakeFault | undefined };

async function undo(tx: Tx, { requestId, fault, ...doers }: Undoing): Promise<void> {
  const { operating, proposedBy, reason, publicUrl } = doers;
  const { now } = operating;
  const stake = await runningStakeOf(tx, requestId);
  if (!stake) throw new AppError("STAKE_OVER");
  const { id: stakeId, member_id: memberId, principal_usd_cents: amountUsdCents } = stake;
  const values = { amountUsdCents, principalFc: stake.principal_fc, reason, publicUrl };
  await sendMail(tx, { kind: "stake-undone", to: await contactOf(tx, memberId), now, values });
  await noteMemberAct(tx, {
    operating,
    memberId,
    action: "staking-request/undo",
    details: {
      request: requestId,
      stake: stakeId,
      reason,
      fault: fault ?? null,
      proposedBy: proposedBy.name,
    },
    kind: "stake-undone",
    detail: `${usdText(amountUsdCents)}: ${reason}`,
  });
  // Last, because it takes the locks of the ledger and of the network.
  await reverseStake(tx, { stakeId, reason, fault, now });
}
