import { AppError } from "@fc/contract/errors";
import { proposalKindNames, proposalKinds, type ProposalKind } from "@fc/contract/proposals/console-kinds";
import type { LogAction } from "@fc/contract/operators/console-log";
import { sql, type Selectable } from "kysely";
import { isDeepStrictEqual } from "node:util";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { after, day } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import type { Schema } from "../../platform/schema.ts";
import { decidedAlready } from "../operators/decided.ts";
import { logAction } from "../operators/log.ts";
import type { ProposalAct, Review, StoredAct } from "./act.ts";
import { tellAdmins } from "./mails.ts";
import { operatorWith, takesTwoPeople } from "./two-people.ts";

/** Long enough for a second person who is away for a few days; afterwards nobody remembers why. */
const openMs = 7 * day;

/** Proposals are made and decided one after the other. Take it before the locks of what they change. */
export async function lockProposals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.proposals})`.execute(tx);
}

interface NewProposal<Change> {
  change: Change;
  reason: string | undefined;
  operating: Operating;
  publicUrl: string;
}

/** What became of it: it waits for a second person, or the only admin has done it. */
export type Proposed<Result> = { isWaiting: true } | { isWaiting: false; done: Result };

/**
 * Stores what takes two people and tells all admins. While there has been only one admin, it is done at once, and
 * that admin is told. The caller has taken `lockProposals`.
 */
export async function propose<Change extends object, Result>(
  tx: Tx,
  act: ProposalAct<Change, Result>,
  { change, reason, operating, publicUrl }: NewProposal<Change>,
): Promise<Proposed<Result>> {
  const { operatorId, now } = operating;
  const { proposedBy, isAloneAtFirst } = proposalKinds[act.kind];
  const proposer = await operatorWith(tx, operatorId, proposedBy);
  if (!proposer) throw new AppError("NOT_ALLOWED");
  const review = await act.review(tx, change, now);
  if (reason === undefined) throw new AppError("REASON_NEEDED");
  await clearTheWay(tx, act, { subject: review.subject, operating });
  const isAlone = isAloneAtFirst && proposer.role === "admin" && !(await takesTwoPeople(tx));
  const expiresAt = after(now, openMs);
  const { id } = await tx
    .insertInto("proposals")
    .values({
      kind: act.kind,
      subject: review.subject,
      operator_id: review.operatorId ?? null,
      member_id: review.memberId ?? null,
      change: JSON.stringify(change),
      before: JSON.stringify(review.before),
      title: review.title,
      lines: JSON.stringify(review.lines),
      reason,
      proposed_by: operatorId,
      proposed_at: now,
      expires_at: review.until && review.until < expiresAt ? review.until : expiresAt,
      ...(isAlone && { status: "A", is_alone: true, decided_by: operatorId, decided_at: now }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const details = { proposal: id, ...detailsOf(act.kind, review), reason };
  const memberId = review.memberId;
  const action = isAlone ? "proposal/alone" : "proposal/propose";
  await logAction(tx, { ...operating, action, ...(memberId !== undefined && { memberId }), details });
  const values = { ...review, reason, proposer: proposer.name, publicUrl };
  await tellAdmins(tx, { kind: isAlone ? "done-alone" : "proposal-waiting", values, now });
  if (!isAlone) return { isWaiting: true };
  const doers = { operating, proposedBy: proposer, reason, publicUrl };
  return { isWaiting: false, done: await act.apply(tx, change, doers) };
}

function detailsOf(kind: ProposalKind, { title, lines }: Pick<Review, "title" | "lines">) {
  const changes = lines.map(({ label, from, to }) => `${label}: ${from} → ${to}`).join("; ");
  // The proposal itself holds all of it, also a text of many pages.
  return { kind, what: title, changes: changes.length > 2000 ? `${changes.slice(0, 2000)} …` : changes };
}

type ProposalRow = Selectable<Schema["proposals"]>;

/**
 * Why a proposal that waits cannot be confirmed any more; undefined if it can. What the operator who proposed it has
 * not seen is never replaced.
 */
export async function problemOf(
  db: Db,
  act: StoredAct,
  { proposal, now }: { proposal: ProposalRow; now: Date },
): Promise<AppError | undefined> {
  if (proposal.expires_at <= now) return new AppError("PROPOSAL_EXPIRED");
  const { proposedBy } = proposalKinds[act.kind];
  if (!(await operatorWith(db, proposal.proposed_by, proposedBy))) return new AppError("PROPOSER_GONE");
  try {
    const { before } = await act.reviewStored(db, proposal.change, now);
    const asStored: unknown = JSON.parse(JSON.stringify(before));
    return isDeepStrictEqual(asStored, proposal.before) ? undefined : new AppError("PROPOSAL_CHANGED");
  } catch (error) {
    // What was possible when it was proposed is not possible any more.
    if (error instanceof AppError) return new AppError("PROPOSAL_CHANGED");
    throw error;
  }
}

interface Subject {
  subject: string;
  operating: Operating;
}

/** Refuses a second open proposal about the same. One that cannot be confirmed any more is closed instead. */
async function clearTheWay(tx: Tx, act: StoredAct, about: Subject): Promise<void> {
  const open = await closeIfOver(tx, act, about);
  if (!open) return;
  const { name } = await tx
    .selectFrom("operators")
    .select("name")
    .where("id", "=", open.proposed_by)
    .executeTakeFirstOrThrow();
  throw new AppError("PROPOSED_ALREADY", { fields: { by: name, at: open.proposed_at.toISOString() } });
}

/**
 * Closes the open proposal about a subject if it cannot be confirmed any more, and returns it otherwise. Call it also
 * where one person has changed what a proposal would replace: the proposal ends with it.
 */
export async function closeIfOver(
  tx: Tx,
  act: StoredAct,
  { subject, operating: { now } }: Subject,
): Promise<ProposalRow | undefined> {
  const open = await tx
    .selectFrom("proposals")
    .selectAll()
    .where("kind", "=", act.kind)
    .where("subject", "=", subject)
    .where("status", "=", "P")
    .executeTakeFirst();
  if (!open) return undefined;
  const problem = await problemOf(tx, act, { proposal: open, now });
  if (!problem) return open;
  await tx
    .updateTable("proposals")
    .set({ status: "R", decided_at: now, refusal: problem.message })
    .where("id", "=", open.id)
    .execute();
  return undefined;
}

/**
 * What an operator who is shut out has proposed ends with it. Otherwise it would wait again as soon as the account is
 * enabled, and could be confirmed then. Take `lockProposals` before.
 */
export async function endProposalsOf(
  tx: Tx,
  { operatorId, by, now }: { operatorId: number; by: number; now: Date },
): Promise<void> {
  const refusal = new AppError("PROPOSER_GONE").message;
  await tx
    .updateTable("proposals")
    .set({ status: "R", decided_at: now, refusal })
    .where("proposed_by", "=", operatorId)
    .where("status", "=", "P")
    .execute();
  const refused = { status: "R", decided_by: by, decided_at: now } as const;
  await tx
    .updateTable("adjustments")
    .set({ ...refused, refusal })
    .where("proposed_by", "=", operatorId)
    .where("status", "=", "P")
    .execute();
  await tx
    .updateTable("corrections")
    .set({ ...refused, refusal })
    .where("proposed_by", "=", operatorId)
    .where("status", "=", "P")
    .execute();
  await tx
    .updateTable("pool_fundings")
    .set({ ...refused, reason: refusal })
    .where("proposed_by", "=", operatorId)
    .where("status", "=", "P")
    .execute();
}

/** The act of each kind, which the features define. */
export type ProposalActs = ReadonlyMap<ProposalKind, StoredAct>;

/** Refuses to start where a kind of proposal has no act, or two. */
export function proposalActs(acts: readonly StoredAct[]): ProposalActs {
  const byKind = new Map(acts.map((act) => [act.kind, act]));
  for (const kind of proposalKindNames) {
    const count = acts.filter((act) => act.kind === kind).length;
    if (count !== 1) throw new RangeError(`The kind of proposal "${kind}" has ${count} acts in the features`);
  }
  return byKind;
}

/** What a stored proposal of this kind does. */
export function actOf(acts: ProposalActs, kind: ProposalKind): StoredAct {
  const act = acts.get(kind);
  if (act === undefined) throw new RangeError(`No feature has an act of the kind "${kind}"`);
  return act;
}

interface Decision {
  id: number;
  acts: ProposalActs;
  operating: Operating;
}

/** Does what was proposed. Of several who decide at once, one does. */
export async function confirmProposal(
  tx: Tx,
  { id, acts, operating, publicUrl }: Decision & { publicUrl: string },
): Promise<void> {
  const { operatorId, now } = operating;
  const proposal = await lockOpen(tx, id);
  const act = actOf(acts, proposal.kind);
  if (!(await operatorWith(tx, operatorId, proposalKinds[act.kind].confirmedBy))) {
    throw new AppError("NOT_ALLOWED");
  }
  if (proposal.proposed_by === operatorId) throw new AppError("OTHER_OPERATOR_NEEDED");
  if (proposal.operator_id === operatorId) throw new AppError("CONCERNS_YOU");
  const problem = await problemOf(tx, act, { proposal, now });
  if (problem) throw problem;
  await tx
    .updateTable("proposals")
    .set({ status: "A", decided_by: operatorId, decided_at: now })
    .where("id", "=", id)
    .execute();
  await logDecision(tx, { action: "proposal/confirm", proposal, operating });
  const proposedBy = { id: proposal.proposed_by, name: proposal.proposer };
  await act.applyStored(tx, proposal.change, { operating, proposedBy, reason: proposal.reason, publicUrl });
}

/** Refused by another person, or taken back by the one who proposed it. */
export async function refuseProposal(
  tx: Tx,
  { id, operating, reason }: Omit<Decision, "acts"> & { reason: string },
): Promise<void> {
  const { operatorId, now } = operating;
  const proposal = await lockOpen(tx, id);
  const isOwn = proposal.proposed_by === operatorId;
  if (!isOwn && !(await operatorWith(tx, operatorId, proposalKinds[proposal.kind].confirmedBy))) {
    throw new AppError("NOT_ALLOWED");
  }
  await tx
    .updateTable("proposals")
    .set({ status: "R", decided_by: operatorId, decided_at: now, refusal: reason })
    .where("id", "=", id)
    .execute();
  await logDecision(tx, {
    action: isOwn ? "proposal/take-back" : "proposal/refuse",
    proposal,
    operating,
    reason,
  });
}

async function lockOpen(tx: Tx, id: number) {
  await lockProposals(tx);
  const proposal = await tx
    .selectFrom("proposals as proposal")
    .innerJoin("operators as proposer", "proposer.id", "proposal.proposed_by")
    .leftJoin("operators as decider", "decider.id", "proposal.decided_by")
    .selectAll("proposal")
    .select(["proposer.name as proposer", "decider.name as decider"])
    .where("proposal.id", "=", id)
    .executeTakeFirst();
  if (!proposal) throw new AppError("NOT_FOUND");
  if (proposal.status !== "P") throw decidedAlready({ by: proposal.decider, at: proposal.decided_at });
  return proposal;
}

interface LoggedDecision {
  action: LogAction;
  proposal: ProposalRow & { proposer: string };
  operating: Operating;
  reason?: string;
}

async function logDecision(tx: Tx, { action, proposal, operating, reason }: LoggedDecision): Promise<void> {
  await logAction(tx, {
    ...operating,
    action,
    ...(proposal.member_id !== null && { memberId: proposal.member_id }),
    details: {
      proposal: proposal.id,
      ...detailsOf(proposal.kind, proposal),
      proposedBy: proposal.proposer,
      ...(reason !== undefined && { reason }),
    },
  });
}
