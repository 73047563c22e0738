import type { Channel, TopicName } from "@fc/contract/notifications/topics";
import type { Tx } from "../../platform/db.ts";

export interface NewChoice {
  memberId: number;
  topic: TopicName;
  channel: Channel;
  isOn: boolean;
}

/** Keeps whether a member wants to be told of a topic by a channel. */
export async function setChoice(tx: Tx, { memberId, topic, channel, isOn: is_on }: NewChoice): Promise<void> {
  await tx
    .insertInto("notification_choices")
    .values({ member_id: memberId, topic, channel, is_on })
    .onConflict((conflict) => conflict.columns(["member_id", "topic", "channel"]).doUpdateSet({ is_on }))
    .execute();
}
