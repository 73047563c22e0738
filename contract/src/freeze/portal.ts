import * as z from "zod/mini";
import { route } from "../route.ts";
import { timestamp } from "../wire.ts";

/** What the link "This was not me" of a mail leads to. It is no login: it shows its own state and freezes, no more. */

/** Longer than anybody leaves a mail unread, and short enough for old mailboxes to be harmless. */
export const notMeLinkDays = 30;

const token = z.object({ token: z.string().check(z.maxLength(100, "This is no link of ours")) });

const state = z.object({
  data: z.object({
    refId: z.string(),
    /** When the mail with the link was written. */
    mailedAt: timestamp,
    /** Closed: an operator has looked at the account since the mail, so the link does nothing any more. */
    state: z.enum(["open", "frozen", "closed"]),
  }),
});
export type FreezeState = z.output<typeof state>["data"];

export const readFreezeLink = route({
  method: "GET",
  path: "/not-me/:token",
  access: "anyone",
  summary: "What a link of a mail would do. Reading it changes nothing, because mail scanners follow links.",
  params: token,
  response: state,
});

export const freezeAccount = route({
  method: "POST",
  path: "/not-me/:token",
  access: "anyone",
  summary: "Freezes the account of the mail until an operator has looked. A second time changes nothing.",
  params: token,
  response: state,
});
