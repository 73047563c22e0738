import type { ProposalKind } from "@fc/contract/proposals/console-kinds";
import * as z from "zod/mini";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** What a change would do, as of now. */
export interface Review {
  /** What it is about; each subject has at most one open proposal. */
  subject: string;
  title: string;
  /** Each value from before beside the new one. */
  lines: { label: string; from: string; to: string }[];
  /** What it would replace. If this differs when it is confirmed, it has to be proposed again. */
  before: object;
  /** The operator whom it concerns, who therefore does not confirm it. */
  operatorId?: number;
  /** The member whom it concerns. */
  memberId?: number;
  /** The moment from which on it can no longer be done, where that comes before it expires. */
  until?: Date | undefined;
}

/** Who does it: the operator who confirms, and the one who proposed; the same one where the only admin acts alone. */
export interface Doers {
  operating: Operating;
  proposedBy: { id: number; name: string };
  reason: string;
  publicUrl: string;
}

interface ActDefinition<Change, Result> {
  kind: ProposalKind;
  /** The change as it is stored. */
  change: z.ZodMiniType<Change>;
  /** Throws if the change is not possible now. */
  review: (db: Db, change: Change, now: Date) => Promise<Review>;
  /** Does it, under the locks of what it changes, and writes its line in the log. */
  apply: (tx: Tx, change: Change, doers: Doers) => Promise<Result>;
}

/** What a stored proposal of a kind does; its change is what the database holds. */
export interface StoredAct {
  kind: ProposalKind;
  reviewStored: (db: Db, change: unknown, now: Date) => Promise<Review>;
  applyStored: (tx: Tx, change: unknown, doers: Doers) => Promise<unknown>;
}

/** What one kind of proposal would do, and how it is done. */
export interface ProposalAct<Change, Result> extends StoredAct {
  review: (db: Db, change: Change, now: Date) => Promise<Review>;
  apply: (tx: Tx, change: Change, doers: Doers) => Promise<Result>;
}

export function proposalAct<Change, Result>(
  definition: ActDefinition<Change, Result>,
): ProposalAct<Change, Result> {
  const { kind, change: schema, review, apply } = definition;
  return {
    kind,
    review,
    apply,
    reviewStored: (db, change, now) => review(db, z.parse(schema, change), now),
    applyStored: (tx, change, doers) => apply(tx, z.parse(schema, change), doers),
  };
}
