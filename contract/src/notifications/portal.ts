import * as z from "zod/mini";
import { kycCaseParts } from "../kyc/states.ts";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";
import { notificationKindNames, notificationKinds, type NotificationKind } from "./kinds.ts";
import { channels, topicNames } from "./topics.ts";

function lineOf<Kind extends NotificationKind>(kind: Kind) {
  // Named, because TypeScript would otherwise forget which kind the data is of.
  const data: (typeof notificationKinds)[Kind]["data"] = notificationKinds[kind].data;
  return z.object({
    id: z.string(),
    at: timestamp,
    isRead: z.boolean(),
    kind: z.literal(kind),
    data,
    /** Of the receipt that it leads to. */
    reference: z.nullable(z.string()),
  });
}

/** One line for each kind; the type says, as `lineOf` does, which data belongs to which kind. */
type Line = { [Kind in NotificationKind]: ReturnType<typeof lineOf<Kind>> }[NotificationKind];
// oxlint-disable-next-line typescript/consistent-type-assertions -- `lineOf` gives each kind its type; a list forgets it
const lines = notificationKindNames.map((kind) => lineOf(kind)) as [Line, ...Line[]];
const line = z.discriminatedUnion("kind", lines);
export type Notification = z.output<typeof line>;

/** Where a line leads. */
export function notificationPath({ kind, data, reference }: Notification): string {
  if (kind === "support-answered") return `/support/${data.reference}`;
  if ("part" in data) return kycCaseParts[data.part].page;
  return reference === null ? notificationKinds[kind].page : `/receipt/${reference}`;
}

/** A page of the feed. */
export const notificationsPerPage = 20;

/** A moment as we write it. One that does not exist, such as a 31 February, is refused. */
function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}

export const notifications = route({
  method: "GET",
  path: "/user/getNotifications/:userId",
  access: "member",
  summary: "What the member was told, newest first, twenty at a time.",
  params: ownUserId,
  query: z.object({
    /** `next` of the page before: only what is older. */
    before: z.optional(
      z.string().check(
        z.regex(/^[1-9][^~]{23}~[a-z][\d-]{1,19}$/, "Not a page"),
        z.refine((page) => isMoment(page.slice(0, page.indexOf("~"))), "Not a page"),
      ),
    ),
  }),
  response: z.object({ data: z.array(line), next: z.nullable(z.string()) }),
});

/** The bell counts no further. */
export const mostUnread = 100;

export const unreadNotifications = route({
  method: "GET",
  path: "/user/getUnreadNotifications/:userId",
  access: "member",
  summary: `How many lines of the feed are unread; more than ${mostUnread - 1} are not counted.`,
  params: ownUserId,
  response: z.object({ data: z.object({ unread: z.number() }) }),
});

const userId = z.number("Not a user id");

export const readNotification = route({
  method: "POST",
  path: "/user/notifications/read",
  access: "member",
  summary: "Marks one line as read, on all devices.",
  body: z.strictObject({
    userId,
    id: z.string("Not a notification").check(z.regex(/^[a-z][\d-]{1,19}$/, "Not a notification")),
  }),
  response: z.object({}),
});

export const readAllNotifications = route({
  method: "POST",
  path: "/user/notifications/readAll",
  access: "member",
  summary: "Marks everything up to a moment as read, on all devices.",
  body: z.strictObject({
    userId,
    /** The time of the newest line that the page shows: what came since then stays unread. */
    upTo: z
      .string("Not a moment")
      .check(z.regex(/^[1-9]/, "Not a moment"), z.refine(isMoment, "Not a moment")),
  }),
  response: z.object({}),
});

/** Why the server refuses what passes the schemas. */
export const notificationRefusals = {
  noChoice: "This cannot be chosen",
  unknownService: "This browser's push service is not known here",
  badKeys: "These are no keys of a browser",
} as const;

const topic = z.enum(topicNames, "No such topic");
const chosen = z.object({ topic, app: z.boolean(), mail: z.boolean(), push: z.boolean() });
export type TopicChoice = z.output<typeof chosen>;

export const notificationChoices = route({
  method: "GET",
  path: "/user/getNotificationChoices/:userId",
  access: "member",
  summary: "By which channels the member is told of each topic, and whether this device gets push messages.",
  params: ownUserId,
  response: z.object({
    data: z.object({
      choices: z.array(chosen),
      /** The server's public key, for subscribing; and whether this session's browser is subscribed. */
      push: z.object({ key: z.string(), isOn: z.boolean() }),
    }),
  }),
});

export const chooseNotifications = route({
  method: "POST",
  path: "/user/notifications/choose",
  access: "member",
  summary: "Turns a channel of a topic on or off.",
  body: z.strictObject({
    userId,
    topic,
    channel: z.enum(channels, "No such channel"),
    isOn: z.boolean("On or off?"),
  }),
  response: z.object({}),
});

const base64url = (bytes: number, problem: string) =>
  z.string(problem).check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=?=?$`), problem));

export const subscribePush = route({
  method: "POST",
  path: "/user/notifications/subscribe",
  access: "member",
  summary: "Sends push messages to this session's browser until it signs out.",
  body: z.strictObject({
    userId,
    /** As the browser's `PushSubscription` has them. */
    endpoint: z.string("Not an address").check(z.maxLength(1000, "This address is too long")),
    p256dh: base64url(65, "Not a public key"),
    auth: base64url(16, "Not a secret"),
  }),
  response: z.object({}),
});

export const unsubscribePush = route({
  method: "POST",
  path: "/user/notifications/unsubscribe",
  access: "member",
  summary: "Sends no more push messages to this session's browser.",
  body: z.strictObject({ userId }),
  response: z.object({}),
});
