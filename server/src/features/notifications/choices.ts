import { AppError } from "@fc/contract/errors";
import { notificationRefusals, type TopicChoice } from "@fc/contract/notifications/portal";
import { isChoice, isOn, topicNames, topics, type Channel } from "@fc/contract/notifications/topics";
import { setChoice, type NewChoice } from "../../core/notifications/choices.ts";
import type { Db, Tx } from "../../platform/db.ts";

export async function choicesOf(db: Db, memberId: number): Promise<TopicChoice[]> {
  const rows = await db
    .selectFrom("notification_choices")
    .select(["topic", "channel", "is_on"])
    .where("member_id", "=", memberId)
    .execute();
  const chose = new Map(rows.map(({ topic, channel, is_on }) => [`${topic}/${channel}`, is_on]));
  return topicNames.map((topic) => {
    const is = (channel: Channel) => isOn(topics[topic].channels[channel], chose.get(`${topic}/${channel}`));
    return { topic, app: is("app"), mail: is("mail"), push: is("push") };
  });
}

export async function choose(tx: Tx, choice: NewChoice): Promise<void> {
  if (!isChoice(topics[choice.topic].channels[choice.channel])) {
    throw new AppError("BAD_REQUEST", { fields: { channel: notificationRefusals.noChoice } });
  }
  await setChoice(tx, choice);
}
