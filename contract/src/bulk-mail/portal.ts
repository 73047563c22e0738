import * as z from "zod/mini";
import { route } from "../route.ts";

/** What the link at the foot of a news mail leads to. It is no login: it says and changes one choice, no more. */

const token = z.object({ token: z.string().check(z.maxLength(120, "This is no link of ours")) });

const state = z.object({
  data: z.object({
    refId: z.string(),
    isSubscribed: z.boolean(),
    /** Of a mail that an operator sent to try it: it belongs to nobody and changes nothing. */
    isTest: z.boolean(),
    /** Of the daily mail with the head of the seal chain, whose readers need not be members. */
    isAnchors: z.boolean(),
  }),
});
export type SubscriptionState = z.output<typeof state>["data"];

export const readSubscription = route({
  method: "GET",
  path: "/unsubscribe/:token",
  access: "anyone",
  summary:
    "Whether the member of the mail gets news. Reading it changes nothing, because mail scanners follow links.",
  params: token,
  response: state,
});

export const unsubscribe = route({
  method: "POST",
  path: "/unsubscribe/:token",
  access: "anyone",
  summary: "Sends no more news to the member of the mail. A second time changes nothing.",
  params: token,
  response: state,
});

export const subscribeAgain = route({
  method: "POST",
  path: "/unsubscribe/:token/undo",
  access: "anyone",
  summary: "Takes it back.",
  params: token,
  response: state,
});
