import { sure } from "@fc/contract/sure";
import { notificationKinds, type NotificationData, type WrittenKind } from "@fc/contract/notifications/kinds";
import { isChoice, isOn, topics } from "@fc/contract/notifications/topics";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { unnested } from "../../platform/unnested.ts";
import { sendMail, type MemberMail } from "../mails/mails.ts";
import { queuePush } from "./push-queue.ts";

interface News<Kind extends WrittenKind> {
  memberId: number;
  /** Which thing it tells of: the record's id, or the key of the entry. The same thing is told once. */
  about: string;
  data: NotificationData<Kind>;
  /** The mail that says the same, for those who want it by mail. */
  mail?: MemberMail;
  now: Date;
}

/**
 * Tells members of something, in the transaction that does it: in the feed, by mail and by push, as each has chosen.
 * What happened to many at once, such as the rewards of a day, is not written for each: the feed reads it from where
 * it is.
 */
export async function notify<Kind extends WrittenKind>(
  tx: Tx,
  kind: Kind,
  ...news: readonly News<Kind>[]
): Promise<void> {
  const mails = await notifyWithoutMail(tx, kind, ...news);
  if (mails.length > 0) await sendMail(tx, ...mails);
}

/** The same, but returns the mails, for a caller who sends them together with others. */
export async function notifyWithoutMail<Kind extends WrittenKind>(
  tx: Tx,
  kind: Kind,
  ...news: readonly News<Kind>[]
): Promise<MemberMail[]> {
  if (news.length === 0) return [];
  const written = await write(tx, kind, news);
  const mails = written.flatMap(({ at, wantsMail }) => (wantsMail ? (news[at - 1]?.mail ?? []) : []));
  const told = written.filter(({ hasDevice }) => hasDevice);
  if (told.length === 0) return mails;
  const items = told.map(({ id, memberId }) => ({ member_id: memberId, item: `n${id}` }));
  await queuePush(tx, {
    kind,
    told: sql`select * from ${unnested(items, { member_id: "int", item: "text" })}`,
    now: sure(news[0]).now,
  });
  return mails;
}

interface WrittenNews {
  id: bigint;
  memberId: number;
  /** Which one of the news, from 1 on. */
  at: number;
  wantsMail: boolean;
  hasDevice: boolean;
}

/** Only those that were not told before. One statement, also for the transfers of a batch. */
async function write<Kind extends WrittenKind>(
  tx: Tx,
  kind: Kind,
  news: readonly News<Kind>[],
): Promise<WrittenNews[]> {
  const { topic } = notificationKinds[kind];
  const rule = topics[topic].channels.mail;
  const given = news.map(({ memberId, about, data, now }, at) => ({
    at: at + 1,
    member_id: memberId,
    about,
    data: JSON.stringify(data),
    happened_at: now,
  }));
  const types = { at: "int", member_id: "int", about: "text", data: "jsonb", happened_at: "timestamptz" };
  const { rows } = await sql<WrittenNews>`
    with news as materialized (select * from ${unnested(given, types)}),
    written as (
      insert into notifications (member_id, kind, about, data, happened_at)
      select member_id, ${kind}, about, data, happened_at from news order by at
      on conflict do nothing
      returning id, member_id, about
    )
    select written.id, written.member_id as "memberId", news.at,
      ${isChoice(rule) ? sql`coalesce(choice.is_on, ${isOn(rule)})` : isOn(rule)} as "wantsMail",
      exists (select from push_subscriptions device where device.member_id = written.member_id) as "hasDevice"
    from written join news on news.member_id = written.member_id and news.about = written.about
      left join notification_choices choice on choice.member_id = written.member_id
        and choice.topic = ${topic} and choice.channel = 'mail'
    order by news.at`.execute(tx);
  return rows;
}
