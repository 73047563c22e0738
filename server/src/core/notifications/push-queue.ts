import { notificationKinds, type NotificationKind } from "@fc/contract/notifications/kinds";
import { isOn, topics } from "@fc/contract/notifications/topics";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { wakeWorkersAfter } from "../../platform/jobs.ts";

export const pushTaskName = "notifications.push";

interface PushNews {
  kind: NotificationKind;
  /** A query of `member_id` and `item`, the id of the line in the feed. */
  told: RawBuilder<unknown>;
  now: Date;
}

/**
 * Queues a push message for each device of the members who are told, unless they chose otherwise. One statement for any
 * number of members, in the transaction of what happened.
 */
export async function queuePush(tx: Tx, { kind, told, now }: PushNews): Promise<void> {
  const { topic } = notificationKinds[kind];
  const { numAffectedRows } = await sql`
    insert into jobs (task, payload, lane, run_at, created_at)
    select ${pushTaskName}, jsonb_build_object('device', device.session_id, 'kind', ${kind}::text,
      'item', told.item, 'at', ${now.toISOString()}::text), 'push', now(), ${now}
    from (${told}) told join push_subscriptions device on device.member_id = told.member_id
      left join notification_choices choice
        on choice.member_id = told.member_id and choice.topic = ${topic} and choice.channel = 'push'
    where coalesce(choice.is_on, ${isOn(topics[topic].channels.push)})`.execute(tx);
  if (numAffectedRows) wakeWorkersAfter(tx);
}
