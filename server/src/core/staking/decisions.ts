import { type Fc, type UsdCents, asFc } from "@fc/contract/units";
import { fcText, usdText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { sendMail } from "../mails/mails.ts";
import { recordMemberEvent, type Client } from "../members/changes.ts";
import { contactOf } from "../members/members.ts";
import { notify } from "../notifications/notify.ts";
import { priceAt } from "../prices/prices.ts";
import { cancelledByMember, decidedAlready } from "../operators/decided.ts";
import { startStake } from "./stakes.ts";
import type { Tx } from "../../platform/db.ts";
import { oneLine } from "../../platform/mail/content.ts";
import type { MemberSession } from "../../platform/sessions.ts";

/** An operator's decision about a staking request. Of two decisions at once, one wins and the other gets an error. */
interface Decision {
  requestId: number;
  /** The operator; absent when no operator decides (demo, own coins). */
  decidedBy?: number | undefined;
  /** Where members reach the portal. */
  publicUrl: string;
  now: Date;
}

const longestReason = 300;

interface Approval extends Decision {
  /** The price that the operator saw; absent when no operator decides (demo, own coins). */
  seenFcFor15Usd?: bigint;
  /** The coins came from the member's own address. */
  approvedItself?: true;
  /** What it cost, where less arrived and two operators approve it all the same. */
  owedFc?: Fc | undefined;
}

/** The payment arrived: the stake begins, at the price of this moment. */
export async function approveStakingRequest(
  tx: Tx,
  { requestId, decidedBy, seenFcFor15Usd, approvedItself, owedFc, publicUrl, now }: Approval,
): Promise<{ stakeId: number; principalFc: Fc; memberId: number }> {
  const decision = { requestId, decidedBy, approvedItself, owedFc, status: "A", reason: null, now } as const;
  const { memberId, amountUsdCents } = await decide(tx, decision);
  const price = await priceAt(tx, now);
  // The price was set after the page was read: nobody should begin a stake of other coins than the page showed.
  if (seenFcFor15Usd !== undefined && seenFcFor15Usd !== price.fcFor15Usd) {
    throw new AppError("PRICE_CHANGED", { fields: { now: priceText(price.fcFor15Usd) } });
  }
  const started = await startStake(tx, {
    memberId,
    principalUsdCents: amountUsdCents,
    price,
    source: { requestId },
    now,
  });
  const values = {
    amountUsdCents,
    principalFc: started.principalFc,
    fcFor15Usd: price.fcFor15Usd,
    publicUrl,
  };
  await notify(tx, "staking-approved", {
    memberId,
    about: String(requestId),
    data: { amount: usdCentsToWire(amountUsdCents), coins: fcToWire(started.principalFc) },
    mail: { kind: "staking-approved", to: await contactOf(tx, memberId), now, values },
    now,
  });
  return { ...started, memberId };
}

const priceText = (fcFor15Usd: bigint) => `${fcText(asFc(fcFor15Usd))} for $15`;

/** The reason is for the member to read. */
export async function rejectStakingRequest(
  tx: Tx,
  { requestId, decidedBy, publicUrl, now, ...given }: Decision & { reason: string },
): Promise<{ memberId: number }> {
  const reason = oneLine(given.reason);
  if (reason === "" || reason.length > longestReason) {
    throw new AppError("BAD_REQUEST", {
      fields: { reason: `Please give a reason of at most ${longestReason} characters` },
    });
  }
  const { memberId, amountUsdCents } = await decide(tx, { requestId, decidedBy, status: "R", reason, now });
  const values = { amountUsdCents, reason, publicUrl };
  await notify(tx, "staking-rejected", {
    memberId,
    about: String(requestId),
    data: { amount: usdCentsToWire(amountUsdCents), reason },
    mail: { kind: "staking-rejected", to: await contactOf(tx, memberId), now, values },
    now,
  });
  return { memberId };
}

interface RequestToCancel {
  id: number;
  actor: MemberSession;
  client: Client;
  publicUrl: string;
  now: Date;
}

/** Its own member takes it back. A second time changes nothing; after a decision it is refused, and says which one. */
export async function cancelStakingRequest(tx: Tx, request: RequestToCancel): Promise<void> {
  const { id, actor, client, publicUrl, now } = request;
  const { memberId } = actor;
  const cancelled = await tx
    .updateTable("staking_requests")
    .set({ status: "R", reason: cancelledByMember, is_cancelled: true, decided_at: now })
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("status", "=", "P")
    .returning("amount_usd_cents as amountUsdCents")
    .executeTakeFirst();
  if (!cancelled) return refuseToCancel(tx, { id, memberId });
  const { amountUsdCents } = cancelled;
  const detail = usdText(amountUsdCents);
  await recordMemberEvent(tx, { memberId, kind: "staking-cancelled", detail, client, now });
  await sendMail(tx, { kind: "staking-cancelled", to: actor, now, values: { amountUsdCents, publicUrl } });
}

async function refuseToCancel(tx: Tx, { id, memberId }: { id: number; memberId: number }): Promise<void> {
  const known = await tx
    .selectFrom("staking_requests")
    .select(["status", "is_cancelled"])
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (!known) throw new AppError("NOT_FOUND");
  if (known.is_cancelled) return;
  throw new AppError(known.status === "A" ? "APPROVED_MEANWHILE" : "REJECTED_MEANWHILE");
}

/** One guarded change of the state: no row back means that somebody was first, or that there is no such request. */
async function decide(
  tx: Tx,
  decision: Omit<Decision, "publicUrl"> & {
    approvedItself?: true | undefined;
    owedFc?: Fc | undefined;
    status: "A" | "R";
    reason: string | null;
  },
): Promise<{ memberId: number; amountUsdCents: UsdCents }> {
  const {
    requestId,
    decidedBy = null,
    approvedItself = false,
    owedFc = null,
    status,
    reason,
    now,
  } = decision;
  const decided = await tx
    .updateTable("staking_requests")
    .set({ status, reason, decided_at: now, decided_by: decidedBy, approved_itself: approvedItself })
    .set({ owed_fc: owedFc })
    .where("id", "=", requestId)
    .where("status", "=", "P")
    .returning(["member_id as memberId", "amount_usd_cents as amountUsdCents"])
    .executeTakeFirst();
  if (decided) return decided;
  const known = await tx
    .selectFrom("staking_requests as request")
    .leftJoin("operators as operator", "operator.id", "request.decided_by")
    .select(["request.decided_at as at", "operator.name as by", "request.is_cancelled as isCancelled"])
    .where("request.id", "=", requestId)
    .executeTakeFirst();
  throw known ? decidedAlready(known) : new AppError("NOT_FOUND");
}
