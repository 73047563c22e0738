import { AppError } from "@fc/contract/errors";
import type { KycCasePart, KycStateName } from "@fc/contract/kyc/states";
import type { LogAction } from "@fc/contract/operators/console-log";
import { contactOf } from "../../core/members/members.ts";
import { notify } from "../../core/notifications/notify.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import { oneLine } from "../../platform/mail/content.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface CaseDecision {
  operating: Operating;
  id: number;
  /** The submission that the page showed. */
  version: number;
  publicUrl: string;
}

interface CaseRefusal extends CaseDecision {
  reason: string;
}

export async function approveCase(tx: Tx, decision: CaseDecision): Promise<void> {
  const { memberId, part } = await decide(tx, {
    ...decision,
    from: "submitted",
    to: "approved",
    reason: null,
  });
  const { id, version, publicUrl, operating } = decision;
  const { now } = operating;
  await notify(tx, "kyc-approved", {
    memberId,
    about: `${id}:${version}`,
    data: { part },
    mail: { kind: "kyc-approved", to: await contactOf(tx, memberId), now, values: { part, publicUrl } },
    now,
  });
}

export const rejectCase = (tx: Tx, refusal: CaseRefusal) => refuse(tx, refusal, "rejected");

/** What was approved counts no longer: the member has to give it again. */
export const askToRenew = (tx: Tx, refusal: CaseRefusal) => refuse(tx, refusal, "renew");

const refusals = {
  rejected: { from: "submitted", news: "kyc-rejected" },
  renew: { from: "approved", news: "kyc-renew" },
} as const;

async function refuse(tx: Tx, refusal: CaseRefusal, to: keyof typeof refusals): Promise<void> {
  const reason = oneLine(refusal.reason);
  const { from, news } = refusals[to];
  const { memberId, part } = await decide(tx, { ...refusal, from, to, reason });
  const { id, version, publicUrl, operating } = refusal;
  const { now } = operating;
  await notify(tx, news, {
    memberId,
    about: `${id}:${version}`,
    data: { part, reason },
    mail: { kind: news, to: await contactOf(tx, memberId), now, values: { part, reason, publicUrl } },
    now,
  });
}

interface StateChange extends CaseDecision {
  from: KycStateName;
  to: Exclude<KycStateName, "submitted">;
  reason: string | null;
}

/** One guarded change of the state: no row back means that somebody was first, or that other data were entered. */
async function decide(tx: Tx, change: StateChange): Promise<{ memberId: number; part: KycCasePart }> {
  const { operating, id, version, from, to, reason } = change;
  const decided = await tx
    .updateTable("kyc_cases")
    .set({ state: to, reason, decided_at: operating.now, decided_by: operating.operatorId })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("state", "=", from)
    .returning(["member_id as memberId", "part"])
    .executeTakeFirst();
  if (!decided) throw await whyNot(tx, id, version);
  const { memberId, part } = decided;
  const details = { part, version, ...(reason !== null && { reason }) };
  await logAction(tx, { ...operating, action: logActions[to], memberId, details });
  return decided;
}

const logActions = {
  approved: "kyc/approve",
  rejected: "kyc/reject",
  renew: "kyc/ask-to-renew",
} as const satisfies Record<StateChange["to"], LogAction>;

async function whyNot(tx: Tx, id: number, version: number): Promise<AppError> {
  const known = await tx
    .selectFrom("kyc_cases as case")
    .leftJoin("operators as operator", "operator.id", "case.decided_by")
    .select(["case.version", "case.decided_at as at", "operator.name as by"])
    .where("case.id", "=", id)
    .executeTakeFirst();
  if (!known) return new AppError("NOT_FOUND");
  return known.version === version ? decidedAlready(known) : new AppError("KYC_CHANGED");
}
