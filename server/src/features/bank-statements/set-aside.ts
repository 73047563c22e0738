import { AppError } from "@fc/contract/errors";
import { isBroughtBack, isOfRejected } from "../../core/bank-statements/taking.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { rupees } from "./continuity.ts";
import { isAside, lineOf } from "./match.ts";

interface SettingAside {
  lineId: number;
  reason: string;
  operating: Operating;
}

/** The credit pays for no request, such as a sale or interest. One that pays for a request is not set aside. */
export async function setLineAside(tx: Tx, { lineId, reason, operating }: SettingAside): Promise<void> {
  const line = await lineOf(tx, lineId);
  const aside = {
    request_id: null,
    set_aside_reason: reason,
    matched_by: operating.operatorId,
    matched_at: operating.now,
  };
  const set = await tx
    .insertInto("bank_payments")
    .values({ line_id: lineId, ...aside })
    .onConflict((conflict) =>
      conflict
        .column("line_id")
        .doUpdateSet(aside)
        .where((eb) => eb.or([isOfRejected, isBroughtBack])),
    )
    .returning("line_id")
    .executeTakeFirst();
  if (!set) throw new AppError((await isAside(tx, lineId)) ? "BANK_LINE_ASIDE" : "BANK_LINE_PAYS");
  const details = { day: line.day, amount: rupees(line.amount_paise), reason };
  await logAction(tx, { ...operating, action: "bank-line/set-aside", details });
}

interface BringingBack {
  lineId: number;
  operating: Operating;
}

/** It waits for its request again. */
export async function bringLineBack(tx: Tx, { lineId, operating }: BringingBack): Promise<void> {
  const line = await lineOf(tx, lineId);
  const back = await tx
    .updateTable("bank_payments")
    .set({ set_aside_reason: null, matched_by: operating.operatorId, matched_at: operating.now })
    .where("line_id", "=", lineId)
    .where("set_aside_reason", "is not", null)
    .returning("line_id")
    .executeTakeFirst();
  if (!back) throw new AppError("BANK_LINE_NOT_ASIDE");
  const details = { day: line.day, amount: rupees(line.amount_paise) };
  await logAction(tx, { ...operating, action: "bank-line/bring-back", details });
}
