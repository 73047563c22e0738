import { AppError } from "@fc/contract/errors";
import type { Tx } from "../../platform/db.ts";
import { timeOfItem } from "./feed.ts";

interface Reading {
  memberId: number;
  now: Date;
}

/** Only lines of the member's own feed; a second time changes nothing. */
export async function markRead(tx: Tx, { memberId, item, now }: Reading & { item: string }): Promise<void> {
  const at = await timeOfItem(tx, { memberId, item, now });
  if (!at) throw new AppError("NOT_FOUND");
  await tx
    .insertInto("notification_reads")
    .values({ member_id: memberId, item, happened_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Up to the newest line that the page has shown. A page that was left open long ago makes nothing unread again. */
export async function markAllRead(tx: Tx, { memberId, upTo, now }: Reading & { upTo: Date }): Promise<void> {
  const until = upTo < now ? upTo : now;
  await tx
    .insertInto("notification_marks")
    .values({ member_id: memberId, read_until: until })
    .onConflict((conflict) =>
      conflict.column("member_id").doUpdateSet((eb) => ({
        read_until: eb.fn("greatest", ["notification_marks.read_until", "excluded.read_until"]),
      })),
    )
    .execute();
  await tx
    .deleteFrom("notification_reads")
    .where("member_id", "=", memberId)
    .where("happened_at", "<=", until)
    .execute();
}
