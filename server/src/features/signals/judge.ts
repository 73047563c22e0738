import { AppError } from "@fc/contract/errors";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import { rescore } from "../../core/signals/scores.ts";
import { membersOf } from "../../core/signals/task.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface Judgement {
  operating: Operating;
  id: number;
  /** What the page showed. */
  evidence: number;
  reason: string;
}

/** "Looks fine", as of this much evidence. Of two who judge at once one wins, and the other is told who was first. */
export async function judgeSignal(tx: Tx, { operating, id, evidence, reason }: Judgement): Promise<void> {
  const judged = await tx
    .updateTable("signals")
    .set({ judged_evidence: evidence })
    .where("id", "=", id)
    .where("evidence", "=", evidence)
    .where((eb) => eb.or([eb("judged_evidence", "is", null), eb("judged_evidence", "<", evidence)]))
    .returning("rule")
    .executeTakeFirst();
  if (!judged) throw await whyNot(tx, { id, evidence });
  await tx
    .insertInto("signal_judgements")
    .values({ signal_id: id, operator_id: operating.operatorId, evidence, reason, at: operating.now })
    .execute();
  const details = { signal: id, rule: judged.rule, evidence, reason };
  await logAction(tx, { ...operating, action: "signal/judge", details });
  await rescore(tx, await membersOf(tx, [id]));
}

async function whyNot(tx: Tx, { id, evidence }: { id: number; evidence: number }): Promise<AppError> {
  const signal = await tx.selectFrom("signals").select("evidence").where("id", "=", id).executeTakeFirst();
  if (!signal) return new AppError("NOT_FOUND");
  if (signal.evidence !== evidence) return new AppError("SIGNAL_CHANGED");
  const last = await tx
    .selectFrom("signal_judgements as judgement")
    .innerJoin("operators as operator", "operator.id", "judgement.operator_id")
    .select(["operator.name as by", "judgement.at"])
    .where("judgement.signal_id", "=", id)
    .orderBy("judgement.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return decidedAlready(last ?? { by: null, at: null });
}
