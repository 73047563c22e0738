import type { LogAction } from "@fc/contract/operators/console-log";
import type { RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface OperatorAction extends Operating {
  /** What was done, as `subject/verb`. The contract has its words. */
  action: LogAction;
  /** The member whom it concerns. */
  memberId?: number;
  details?: Record<string, string | number | boolean | null>;
}

/**
 * Stands where the address of the caller does when nobody was signed in and a command on the machine did it. Its line
 * holds the operator concerned, who did not do it: the log names the command line instead.
 */
export const commandLine = "command line";
/** The same for what the worker does by rules that approvers have signed. */
export const payoutRules = "rules for payouts";

/** What the log names instead of an operator. */
export const doneByNobody: Readonly<Record<string, string>> = {
  [commandLine]: "Command line",
  [payoutRules]: "Rules for payouts",
};

/** Written in the transaction of the action, so there is no action without its line and no line without its action. */
export async function logAction(tx: Tx, action: OperatorAction): Promise<void> {
  await tx
    .insertInto("operator_log")
    .values({
      operator_id: action.operatorId,
      action: action.action,
      member_id: action.memberId ?? null,
      details: JSON.stringify(action.details ?? {}),
      ip: action.ip,
      at: action.now,
    })
    .execute();
}

/** Who did it last, and when; undefined where nobody has. The condition names the log as `line`. */
export async function lastDone(
  db: Db,
  fits: RawBuilder<boolean>,
): Promise<{ by: string; at: Date } | undefined> {
  return db
    .selectFrom("operator_log as line")
    .innerJoin("operators as operator", "operator.id", "line.operator_id")
    .select(["operator.name as by", "line.at"])
    .where(fits)
    .orderBy("line.id", "desc")
    .limit(1)
    .executeTakeFirst();
}
