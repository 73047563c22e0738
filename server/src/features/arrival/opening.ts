import { AppError } from "@fc/contract/errors";
import * as z from "zod/mini";
import { draftMovedMail } from "../../core/moving/moved-mail.ts";
import { openingLines, openingTitle } from "../../core/moving/propose-opening.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";

/** Once it is confirmed, members come in, days are closed and mails leave. The import proposes it; there is no way back. */
export const openingAct = proposalAct({
  kind: "arrival",
  change: z.object({}),
  async review(db) {
    const waiting = await db
      .selectFrom("arrivals")
      .select(["folder", "cut_day", "imported_at"])
      .where("opened_at", "is", null)
      .executeTakeFirst();
    if (!waiting) throw new AppError("NOT_FOUND");
    return {
      subject: "arrival",
      title: openingTitle,
      lines: openingLines({ folder: waiting.folder, cutDay: waiting.cut_day }),
      before: { importedAt: waiting.imported_at.toISOString() },
    };
  },
  async apply(tx, _change, { operating, proposedBy }) {
    const { operatorId, now } = operating;
    const opened = await tx
      .updateTable("arrivals")
      .set({ opened_by: operatorId, opened_at: now })
      .where("opened_at", "is", null)
      .returning("cut_day")
      .executeTakeFirst();
    if (!opened) throw new AppError("CONFLICT");
    await draftMovedMail(tx, { operatorId, now });
    const details = { day: opened.cut_day, proposedBy: proposedBy.name };
    await logAction(tx, { ...operating, action: "company/open", details });
  },
});
