import { AppError } from "@fc/contract/errors";
import { pauseReasonWords, pauseWords, type ActivePause } from "@fc/contract/pauses/console";
import { pauseNames, type PauseName, type PauseReason } from "@fc/contract/pauses/kinds";
import * as z from "zod/mini";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { logAction } from "../../core/operators/log.ts";
import { stopForPause } from "../../core/pauses/pauses.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { after, minute } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

export async function activePauses(
  db: Db,
  now: Date,
): Promise<{ paused: ActivePause[]; takesTwoToOpen: boolean }> {
  const { twoToOpen } = await businessSetting(db, "pauses");
  const rows = await db
    .selectFrom("pauses")
    .innerJoin("operators", "operators.id", "pauses.paused_by")
    .select(["what", "because", "reason", "paused_at", "until", "operators.name"])
    .where("until", ">", now)
    .execute();
  const active = rows.map(({ paused_at, until, name, ...row }) => ({
    ...row,
    pausedAt: paused_at.toISOString(),
    pausedBy: name,
    until: until.toISOString(),
  }));
  return { paused: active, takesTwoToOpen: twoToOpen };
}

interface PauseOrder {
  what: PauseName;
  because: PauseReason;
  minutes: number;
  reason: string;
  operating: Operating;
}

/** At once, by one operator. An earlier end is refused: that would be the way around opening with a second one. */
export async function pause(
  tx: Tx,
  { what, because, minutes, reason, operating }: PauseOrder,
): Promise<void> {
  const { operatorId, now } = operating;
  await stopForPause(tx, what);
  const until = after(now, minutes * minute);
  const values = { because, reason, paused_by: operatorId, paused_at: now, until };
  const written = await tx
    .insertInto("pauses")
    .values({ what, ...values })
    .onConflict((conflict) => conflict.column("what").doUpdateSet(values).where("pauses.until", "<=", until))
    .returning("what")
    .executeTakeFirst();
  if (!written) throw new AppError("PAUSED_LONGER");
  const details = {
    what: pauseWords[what].label,
    because: pauseReasonWords[because],
    until: indiaTime(until),
    reason,
  };
  await logAction(tx, { ...operating, action: "pause/begin", details });
}

/** Opening before the end. The one who paused it may have been right, so the settings ask for a second one at first. */
export const openingAct = proposalAct({
  kind: "pause-opening",
  change: z.object({ what: z.enum(pauseNames) }),
  async review(db, { what }, now) {
    const paused = await pauseOf(db, { what, now });
    if (!paused) throw new AppError("NOT_PAUSED");
    return {
      subject: what,
      title: `Open for members again: ${pauseWords[what].label}`,
      lines: [
        { label: "Paused until", from: indiaTime(paused.until), to: "open" },
        { label: "Because", from: paused.reason, to: "–" },
      ],
      before: { pausedAt: paused.paused_at.toISOString() },
      until: paused.until,
    };
  },
  async apply(tx, { what }, { operating, proposedBy, reason }) {
    const isByOne = proposedBy.id === operating.operatorId;
    await open(tx, { what, reason, operating, ...(!isByOne && { proposedBy: proposedBy.name }) });
  },
});

function pauseOf(db: Db, { what, now }: { what: PauseName; now: Date }) {
  return db
    .selectFrom("pauses")
    .select(["reason", "paused_at", "until"])
    .where("what", "=", what)
    .where("until", ">", now)
    .executeTakeFirst();
}

interface Opening {
  what: PauseName;
  reason: string;
  operating: Operating;
}

async function open(tx: Tx, { what, reason, operating, proposedBy }: Opening & { proposedBy?: string }) {
  const opened = await tx
    .deleteFrom("pauses")
    .where("what", "=", what)
    .where("until", ">", operating.now)
    .executeTakeFirstOrThrow();
  if (opened.numDeletedRows === 0n) throw new AppError("NOT_PAUSED");
  const details = { what: pauseWords[what].label, reason, ...(proposedBy !== undefined && { proposedBy }) };
  await logAction(tx, { ...operating, action: "pause/open", details });
}

export async function openAgain(
  tx: Tx,
  { publicUrl, ...opening }: Opening & { publicUrl: string },
): Promise<{ isWaiting: boolean }> {
  const { what, reason, operating } = opening;
  await lockProposals(tx);
  const { twoToOpen } = await businessSetting(tx, "pauses");
  if (twoToOpen) {
    const { isWaiting } = await propose(tx, openingAct, { change: { what }, reason, operating, publicUrl });
    return { isWaiting };
  }
  await open(tx, opening);
  return { isWaiting: false };
}
