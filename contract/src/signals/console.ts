import { keysOf } from "../sure.ts";
import * as z from "zod/mini";
import { memberParams } from "../members/console.ts";
import { memberStatuses } from "../members/console-filter.ts";
import { operatorRights } from "../operator-access.ts";
import { route, type ResponseOf } from "../route.ts";
import { csvOf, cursorFields, sortFields } from "../table.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";
import { signalRuleNames } from "./console-rules.ts";

/** Fraud signals, for operators with the right to investigate. Members see nothing of them. */

const signal = z.object({
  id: z.number(),
  rule: z.enum(signalRuleNames),
  /** What the threshold counts: members, hours, registrations. */
  strength: z.number(),
  evidence: z.number(),
  facts: z.object({
    device: z.optional(z.string()),
    block: z.optional(z.string()),
    browser: z.optional(z.string()),
    side: z.optional(z.enum(["left", "right"])),
    rules: z.optional(z.array(z.enum(signalRuleNames))),
    withdrawalId: z.optional(z.number()),
    after: z.optional(z.array(z.enum(["address", "device", "password"]))),
  }),
  foundAt: timestamp,
  newestAt: timestamp,
  /** Whether there is more than somebody has judged to look fine. */
  isOpen: z.boolean(),
  /** The first of them, and how many there are. */
  members: z.array(z.object({ refId: z.string(), name: z.string() })),
  memberCount: z.number(),
});
export type Signal = z.output<typeof signal>;
export type SignalFacts = Signal["facts"];

export const signalStates = ["open", "fine"] as const;
export const signalSorts = ["newestAt"] as const;

export const consoleSignals = route({
  method: "GET",
  path: "/console/signals",
  access: operatorRights.investigate,
  summary: "Signals above their thresholds, those with the newest evidence first.",
  query: z.strictObject({
    rule: z.optional(z.enum(signalRuleNames, "Please choose a rule")),
    state: z.optional(z.enum(signalStates, "open or fine")),
    ...sortFields(signalSorts),
    ...cursorFields,
  }),
  response: z.object({ data: z.array(signal), next: z.nullable(z.string()) }),
});

export const consoleSignalsCsv = csvOf(consoleSignals, "signals.csv");

export const signalColumns = {
  rule: "Signal",
  found: "Found",
  members: "Members",
  memberCount: "Members in all",
  points: "Points",
  foundAt: "First found",
  newestAt: "Newest evidence",
} as const;

const scored = z.object({
  id: z.number(),
  refId: z.string(),
  name: z.string(),
  status: z.enum(memberStatuses),
  joinedAt: timestamp,
  score: z.number(),
});

export const highestScores = route({
  method: "GET",
  path: "/console/signals/highest",
  access: operatorRights.investigate,
  summary: "The members with the highest scores.",
  response: z.object({ data: z.array(scored) }),
});

export const consoleSignal = route({
  method: "GET",
  path: "/console/signals/:id",
  access: operatorRights.investigate,
  summary: "One signal with its evidence: every member concerned, and who judged it when and why.",
  params: rowId,
  response: z.object({
    data: z.extend(signal, {
      people: z.array(
        z.extend(scored, {
          since: timestamp,
          sponsor: z.nullable(z.object({ refId: z.string(), name: z.string() })),
        }),
      ),
      judgements: z.array(
        z.object({ id: z.number(), by: z.string(), at: timestamp, reason: z.string(), evidence: z.number() }),
      ),
    }),
  }),
});
export type SignalEvidence = ResponseOf<typeof consoleSignal>["data"];

export const judgeSignal = route({
  method: "POST",
  path: "/console/signals/:id/judge",
  access: operatorRights.investigate,
  summary: "It looks fine, and why. It comes back when there is more evidence than the page showed.",
  params: rowId,
  body: z.strictObject({
    /** What the page showed. */
    evidence: z.number("How much evidence?").check(z.int("How much evidence?")),
    reason: enteredText("Please say why", { least: 3, most: 200 }),
  }),
  response: z.object({}),
});

export const memberSignals = route({
  method: "GET",
  path: "/console/members/:refId/signals",
  access: operatorRights.investigate,
  summary: "A member's score and every signal that concerns the member, the open ones first.",
  params: memberParams,
  response: z.object({ data: z.object({ score: z.number(), signals: z.array(signal) }) }),
});

export const memberScores = route({
  method: "POST",
  path: "/console/signals/scores",
  access: operatorRights.investigate,
  summary: "The scores of the members of a page. Who is left out has none.",
  body: z.strictObject({
    memberIds: z.array(z.number().check(z.int())).check(z.maxLength(100, "At most 100 at once")),
  }),
  response: z.object({ data: z.array(z.object({ memberId: z.number(), score: z.number() })) }),
});

/** By what members are found who cannot be found by name. */
export const traces = {
  pan: { label: "PAN", help: "The whole number." },
  account: { label: "Bank account", help: "The whole account number." },
  coinAddress: { label: "Coin address", help: "The whole address." },
  device: { label: "Device", help: "The name that a signal shows, such as 3F9A0C1B22." },
  ip: { label: "Internet address", help: "The whole address or its beginning, such as 192.0.2." },
} as const satisfies Record<string, { label: string; help: string }>;
export type Trace = keyof typeof traces;
export const traceNames = keysOf(traces);

export const findByTrace = route({
  method: "POST",
  path: "/console/members/find",
  access: operatorRights.investigate,
  summary: "Members by PAN, account, coin address, device or internet address. Every search is logged.",
  body: z.strictObject({
    by: z.enum(traceNames, "Please choose by what"),
    value: z
      .string("Please enter what to look for")
      .check(z.trim(), z.minLength(4, "Please enter at least 4 characters"), z.maxLength(80, "Too long")),
  }),
  response: z.object({
    data: z.array(z.extend(scored, { /** Since when, or when last. */ at: timestamp })),
  }),
});
