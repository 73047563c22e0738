import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { enteredText, timestamp } from "../wire.ts";
import { pauseNames, pauseReasons, paused, type PauseName, type PauseReason } from "./kinds.ts";

/** Stops what members do, at once and for a time. */

interface PauseWords {
  readonly label: string;
  readonly stops: string;
}

export const pauseWords: Readonly<Record<PauseName, PauseWords>> = {
  registration: { label: "Registration", stops: "Nobody new registers. What was registered is completed." },
  staking: {
    label: "Staking",
    stops: "No staking requests and no stakes from the transfer wallet. Undoing a stake goes on.",
  },
  withdrawals: {
    label: "Withdrawals",
    stops:
      "No new withdrawals of coins, and rules hand none over. People decide, pay and take back those that wait as before.",
  },
  transfers: {
    label: "Transfers",
    stops: "No transfers to other members and no internal transfers.",
  },
  "sign-in": {
    label: "Members' sign-in",
    stops: "No member signs in. Who is signed in stays so; the console is never paused.",
  },
};

export const pauseReasonWords: Readonly<Record<PauseReason, string>> = {
  maintenance: "Planned work",
  fault: "A technical fault",
  safety: "A check for members' safety",
  outside: "A bank or the chain does not work",
};

const minute = 1;
const hour = 60 * minute;
const day = 24 * hour;
/** How long, in minutes: a pause without an end would be forgotten. */
export const pauseMinutes = { least: 5 * minute, most: 30 * day } as const;
export const offeredMinutes = [30 * minute, hour, 4 * hour, 12 * hour, day, 3 * day, 7 * day] as const;

const reason = enteredText("Please give a reason", { least: 3, most: 200 });

const activePause = z.extend(paused, {
  because: z.enum(pauseReasons),
  until: timestamp,
  /** For the other operators. */
  reason: z.string(),
  pausedAt: timestamp,
  pausedBy: z.string(),
});
export type ActivePause = z.output<typeof activePause>;

export const consolePauses = route({
  method: "GET",
  path: "/console/pauses",
  access: operatorRights.read,
  summary: "What is paused now, by whom, why and until when.",
  response: z.object({
    data: z.object({ paused: z.array(activePause), takesTwoToOpen: z.boolean() }),
  }),
});

const params = z.object({ what: z.enum(pauseNames, "This cannot be paused") });

export const pauseForMembers = route({
  method: "POST",
  path: "/console/pauses/:what",
  access: operatorRights.pauseForMembers,
  summary: "Pauses it at once, by one operator. Where it is paused already, for longer.",
  params,
  body: z.strictObject({
    because: z.enum(pauseReasons, "Please choose what members read"),
    minutes: z
      .number("Please say for how long")
      .check(
        z.int("Whole minutes"),
        z.minimum(pauseMinutes.least, "At least five minutes"),
        z.maximum(pauseMinutes.most, "At most 30 days"),
      ),
    reason,
  }),
  response: z.object({}),
});

export const openForMembers = route({
  method: "POST",
  path: "/console/pauses/:what/open",
  access: operatorRights.pauseForMembers,
  summary: "Opens it before its end: at once, or once another operator confirms it, as the settings say.",
  params,
  body: z.strictObject({ reason }),
  response: z.object({ data: z.object({ isWaiting: z.boolean() }) }),
});
