import * as z from "zod/mini";
import { indiaDay } from "../../period.ts";
import { route } from "../../route.ts";
import { pageOf, pageQuery } from "../../table.ts";
import { ownUserId, timestamp } from "../../wire.ts";
import { listFormat, listStates } from "./branches.ts";
import { countedAccounts, proofFormat } from "./check.ts";

/** What is shown to everybody of a day's liabilities. Amounts are whole 1/10,000 FC, as text. */
const published = z.object({
  day: z.string(),
  /** The moment of the balances: after the closing of the day. */
  takenAt: timestamp,
  root: z.string(),
  leaves: z.number(),
  /** In members' wallets and held for withdrawals; and, apart from it, locked principal of stakes. */
  owed: z.string(),
  locked: z.string(),
});

const publishedDay = z.extend(published, {
  /** Whether its leaves are still kept, so that proofs can be made. */
  hasList: z.boolean(),
  /** Whether everybody may read the list of branches, or why not. */
  list: z.enum(listStates),
  /** How many days before it have no sum, since the last one that has: on those no server ran after the closing. */
  missedBefore: z.number(),
});
export type PublishedDay = z.output<typeof publishedDay>;

export const liabilities = route({
  method: "GET",
  path: "/liabilities",
  access: "anyone",
  summary: "What is owed to all members, day by day: root, totals and number of leaves.",
  query: pageQuery(["day"]),
  response: pageOf("data", publishedDay),
});

const branchList = z.object({
  format: z.literal(listFormat),
  published,
  branchLeaves: z.number(),
  branches: z.array(z.string()),
});

export const liabilityList = route({
  method: "GET",
  path: "/liabilities/:day/list",
  access: "anyone",
  summary: "The branches of a day's tree, as hex: the hash, what is owed and what is locked.",
  params: z.object({ day: indiaDay }),
  // Null for a day whose list is not shown; `list` says why.
  response: z.object({ data: z.nullable(branchList), list: z.enum(listStates) }),
});

const ownProof = z.object({
  format: z.literal(proofFormat),
  refId: z.string(),
  nonce: z.string(),
  accounts: z.record(z.enum(countedAccounts), z.string()),
  leaves: z.array(z.object({ position: z.number(), owed: z.string(), locked: z.string(), path: z.string() })),
  published,
});

export const liabilityProof = route({
  method: "GET",
  path: "/user/getLiabilityProof/:userId/:day",
  access: "member",
  summary: "Where the member's own balances are in the liabilities of a day.",
  params: z.extend(ownUserId, { day: indiaDay }),
  // Null for a day whose list is not kept any more, and for a member who joined after it.
  response: z.object({ data: z.nullable(ownProof) }),
});
