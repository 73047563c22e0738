import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { creditedSql } from "./credited.ts";
import { queuePush } from "./push-queue.ts";

/**
 * Tells the browsers of those who asked for it that the day's rewards are in. It looks only at them, so a closing of a
 * million members takes as long as before.
 */
export async function pushClosing(tx: Tx, { day, now }: { day: string; now: Date }): Promise<void> {
  const credited = creditedSql({ memberId: "choice.member_id", day: "closing.day" });
  const told = sql`
    select choice.member_id, ${`d${day}`}::text as item
    from notification_choices choice join closings closing on closing.day = ${day}
    where choice.topic = 'closing' and choice.channel = 'push' and choice.is_on and ${credited} > 0`;
  await queuePush(tx, { kind: "day-closed", told, now });
}
