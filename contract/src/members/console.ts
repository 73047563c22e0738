import { keysOf } from "../sure.ts";
import * as z from "zod/mini";
import { documentKind } from "../documents/kinds.ts";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { personalFields } from "../profile/portal.ts";
import { typedRefId } from "../ref-id.ts";
import { kycCasePartNames, kycStateNames } from "../kyc/states.ts";
import { memberFilterFields, memberStatuses } from "./console-filter.ts";
import { identityFactNames } from "./console-identity-facts.ts";
import { byWallet, walletKinds, wallets } from "../wallet/kinds.ts";
import { route } from "../route.ts";
import { memberEventKinds } from "../security/portal.ts";
import { stakeLife } from "../staking/life.ts";
import { stakeStates } from "../staking/portal.ts";
import { supportStatuses } from "../support/portal.ts";
import { requestStatuses } from "../request-states.ts";
import { csvOf, cursorFields, sortFields } from "../table.ts";
import { timestamp } from "../wire.ts";
import { heldAfterKinds } from "../withdraw/portal.ts";

/** Members as operators find and see them. What is done to a member is in console-member-actions.ts. */

/** What a member has, in a list only where it was asked for. */
const memberFigures = z.object({
  ...byWallet(() => z.number()),
  heldFc: z.number(),
  lockedFc: z.number(),
  /** Of all stakes that earn. */
  runningUsd: z.number(),
});
export type MemberFigures = z.output<typeof memberFigures>;

const foundMember = z.object({
  id: z.number(),
  refId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.enum(memberStatuses),
  joinedAt: timestamp,
  figures: z.optional(memberFigures),
});
export type FoundMember = z.output<typeof foundMember>;

export const memberSorts = ["joinedAt"] as const;

export const consoleMembers = route({
  method: "GET",
  path: "/console/members",
  access: operatorRights.read,
  summary: "Members by any part of user id, name, e-mail or number; the newest first unless sorted.",
  query: z.strictObject({
    ...memberFilterFields,
    figures: z.optional(z.literal("yes", "figures can be yes")),
    ...sortFields(memberSorts),
    ...cursorFields,
  }),
  response: z.object({ data: z.array(foundMember), next: z.nullable(z.string()) }),
});

/** A list of people with their addresses leaves the house: not for everybody who may look at it. */
export const consoleMembersCsv = {
  ...csvOf(consoleMembers, "members.csv"),
  access: operatorRights.exportMembers,
} as const;

export const memberColumns = {
  refId: "User ID",
  name: "Name",
  email: "E-mail",
  phone: "Mobile number",
  joinedAt: "Joined",
  status: "State",
} as const;

/** Of the figures, in the file as on the screen. */
export const memberFigureColumns = {
  ...byWallet((wallet) => `${walletKinds[wallet].label} (FC)`),
  heldFc: "Held for withdrawals (FC)",
  lockedFc: "Locked in stakes (FC)",
  runningUsd: "Running stakes ($)",
} as const satisfies Record<keyof MemberFigures, string>;

export const memberParams = z.object({ refId: typedRefId });

const person = z.object({ refId: z.string(), name: z.string() });
const leg = z.object({ users: z.number(), activeUsers: z.number(), businessUsd: z.number() });

const stake = z.object({
  id: z.number(),
  startedAt: timestamp,
  amountFc: z.number(),
  amountUsd: z.number(),
  state: z.enum([...stakeStates, "reversed"]),
  endedAt: z.nullable(timestamp),
  /** Null where it was undone. */
  life: z.nullable(stakeLife),
  /** Who paid, where that was another member. */
  paidBy: z.nullable(person),
});

const deduction = z.object({
  id: z.number(),
  amountFc: z.number(),
  collectedFc: z.number(),
  reason: z.string(),
  setAt: timestamp,
  setBy: z.nullable(z.string()),
  cancelled: z.nullable(z.object({ at: timestamp, by: z.nullable(z.string()), reason: z.string() })),
});
export type MemberDeduction = z.output<typeof deduction>;

/** What one operator proposes and another one decides. */
const proposal = z.object({
  id: z.number(),
  member: person,
  reason: z.string(),
  status: z.enum(requestStatuses),
  proposedBy: z.object({ id: z.number(), name: z.string() }),
  proposedAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  refusal: z.nullable(z.string()),
});
export type Proposal = z.output<typeof proposal>;

const adjustment = z.extend(proposal, {
  wallet: z.enum(wallets),
  direction: z.enum(["credit", "debit"]),
  amountFc: z.number(),
});
export type Adjustment = z.output<typeof adjustment>;

const nameAndNumber = z.object({ name: z.string(), mobileNumber: z.string() });

export const correction = z.extend(proposal, {
  change: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("email"),
      from: z.string(),
      to: z.string(),
      /** The facts that the proposer asked the member for. */
      asked: z.array(z.enum(identityFactNames)),
    }),
    z.object({ kind: z.literal("profile"), from: nameAndNumber, to: nameAndNumber }),
    /** What it says is KYC data: it is revealed with the PAN. */
    z.object({ kind: z.literal("pan") }),
  ]),
});
export type Correction = z.output<typeof correction>;

const change = z.object({
  id: z.string(),
  kind: z.enum(memberEventKinds),
  detail: z.string(),
  ip: z.string(),
  device: z.string(),
  happenedAt: timestamp,
});

const logLine = z.object({
  id: z.number(),
  at: timestamp,
  operator: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const message = z.object({
  reference: z.string(),
  message: z.string(),
  sentAt: timestamp,
  /** Sent signed in, and not by somebody who typed the user id. */
  isSignedIn: z.boolean(),
});

const memberPage = z.object({
  id: z.number(),
  refId: z.string(),
  name: z.string(),
  status: z.enum(memberStatuses),
  profile: z.object(personalFields),
  /** Since when each is there; null where it is not. What it says is revealed by a call of its own, which is logged. */
  /** Since when mails to the member do not arrive, and what the mail server said; null as far as they do. */
  bounce: z.nullable(
    z.object({ since: timestamp, kind: z.enum(["refused", "returned"]), status: z.string() }),
  ),
  kyc: z.object({
    bank: z.nullable(timestamp),
    pan: z.nullable(timestamp),
    coinAddress: z.nullable(timestamp),
    fmdc: z.nullable(timestamp),
  }),
  /** Why the coin address that is set now counts as the member's own; null where nobody has shown it. */
  addressProof: z.nullable(
    z.object({
      kind: z.enum(["signature", "operators"]),
      provedAt: timestamp,
      reason: z.nullable(z.string()),
    }),
  ),
  /** How far operators are with looking at what is there. */
  kycStates: z.partialRecord(z.enum(kycCasePartNames), z.enum(kycStateNames)),
  authenticatorSince: z.nullable(timestamp),
  /** When an operator reset the access last. */
  accessResetAt: z.nullable(timestamp),
  withdrawalsHeldUntil: z.nullable(timestamp),
  withdrawalsHeldAfter: z.nullable(z.enum(heldAfterKinds)),
  /** How long coin withdrawals wait after a new e-mail address; 0 if they do not. */
  holdHours: z.number(),
  /** Null for a member without a place: there is none but one being registered right now. */
  network: z.nullable(
    z.object({
      sponsor: z.nullable(person),
      parent: z.nullable(person),
      side: z.nullable(z.enum(["left", "right"])),
      left: leg,
      right: leg,
      directReferrals: z.number(),
    }),
  ),
  balances: z.object({
    ...byWallet(() => z.number()),
    staked: z.number(),
    withdrawPending: z.number(),
  }),
  /** What is still to be collected. */
  owedFc: z.number(),
  /** The newest of each. */
  deductions: z.array(deduction),
  adjustments: z.array(adjustment),
  corrections: z.array(correction),
  stakes: z.array(stake),
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      ip: z.string(),
      signedInAt: timestamp,
      lastSeenAt: timestamp,
    }),
  ),
  support: z.array(z.extend(message, { status: z.enum(supportStatuses) })),
  /** Whether the account is to be closed or is; null where neither. What is left of a closed one is erased by the times. */
  closure: z.nullable(
    z.object({
      state: z.enum(["asked", "closed"]),
      askedAt: timestamp,
      dueAt: timestamp,
      closedAt: z.nullable(timestamp),
      leftFc: z.number(),
      lockedFc: z.number(),
      kycUntil: z.nullable(timestamp),
      taxUntil: z.nullable(timestamp),
      /** Whether all but the kept records is erased, with the pictures. */
      isErased: z.boolean(),
    }),
  ),
  /** Which versions of the documents the member has accepted. */
  acceptances: z.array(
    z.object({
      kind: documentKind,
      version: z.number(),
      acceptedAt: timestamp,
      ip: z.string(),
      device: z.string(),
    }),
  ),
  /** The member's own sensitive changes, and what staff did that the member is shown. */
  changes: z.array(change),
  /** What operators did, with their names. */
  log: z.array(logLine),
});
export type MemberPage = z.output<typeof memberPage>;

/** How many rows of each kind a member's page has. */
export const memberPageRows = 25;

export const consoleMember = route({
  method: "GET",
  path: "/console/members/:refId",
  access: operatorRights.read,
  summary:
    "One member: profile, place, stakes, wallets, sessions, messages and what was changed. No KYC data.",
  params: memberParams,
  response: z.object({ data: memberPage }),
});

const statementLine = z.object({
  id: z.string(),
  at: timestamp,
  wallet: z.enum(wallets),
  type: z.enum(["C", "D"]),
  amountFc: z.number(),
  /** Of the requested wallets together. */
  balanceAfterFc: z.number(),
  kind: z.string(),
  message: z.string(),
  /** Of the money movement that it belongs to; null where there is no receipt. */
  reference: z.nullable(z.string()),
  /** A credit of a closing may be explained: its transID; null for everything else. */
  rewardID: z.nullable(z.string()),
});
export type MemberStatementLine = z.output<typeof statementLine>;

export const consoleMemberStatement = route({
  method: "GET",
  path: "/console/members/:refId/statement",
  access: operatorRights.read,
  summary: "The member's wallets line by line, as the member sees them, newest first.",
  params: memberParams,
  query: z.strictObject({
    wallet: z.optional(z.enum(wallets, "Please choose a wallet")),
    ...periodFields,
    ...cursorFields,
  }),
  response: z.object({
    data: z.array(statementLine),
    next: z.nullable(z.string()),
    /** Of all lines of the wallets and days, not only of this page. */
    totals: z.object({ creditedFc: z.number(), debitedFc: z.number() }),
  }),
});

export const consoleMemberStatementCsv = csvOf(consoleMemberStatement, "wallets.csv");

export const memberStatementColumns = {
  at: "When",
  wallet: "Wallet",
  message: "Message",
  amountFc: "Coin (FC)",
  balanceAfterFc: "Balance after (FC)",
  entry: "Entry",
  reference: "Receipt",
} as const;

/** What can be revealed, each by itself. */
export const kycParts = ["bank", "pan", "coinAddress", "fmdc"] as const;
export type KycPart = (typeof kycParts)[number];

/** Other members who gave the same number, at most ten. */
const alsoUsedBy = z.array(z.object({ refId: z.string(), name: z.string() }));

export const kycData = z.object({
  bank: z.optional(
    z.object({
      alsoUsedBy,
      accountNumber: z.string(),
      ifscCode: z.string(),
      branch: z.string(),
      bankName: z.string(),
      /** Of passbook or cheque, for a few minutes; null where the member gave no picture. */
      proofUrl: z.nullable(z.string()),
    }),
  ),
  pan: z.optional(
    z.object({
      alsoUsedBy,
      nameInPan: z.string(),
      panNumber: z.string(),
      /** For a few minutes. */
      proofUrl: z.string(),
      /** The records that were corrected, the newest first. */
      earlier: z.array(z.object({ nameInPan: z.string(), panNumber: z.string(), until: timestamp })),
      /** The correction that waits for a second operator. */
      proposed: z.nullable(z.object({ nameInPan: z.string(), panNumber: z.string() })),
    }),
  ),
  coinAddress: z.optional(z.string()),
  fmdc: z.optional(z.string()),
});
export type RevealedKyc = z.output<typeof kycData>;

export const revealKyc = route({
  method: "POST",
  path: "/console/members/:refId/kyc",
  access: operatorRights.revealKyc,
  summary: "Shows a part of the member's KYC data. It is logged, and the member can see it.",
  params: memberParams,
  body: z.strictObject({ part: z.enum(kycParts, "Please choose what to reveal") }),
  response: z.object({ data: kycData }),
});

export const openAdjustments = route({
  method: "GET",
  path: "/console/adjustments",
  access: operatorRights.correctBalances,
  summary: "Adjustments that wait for a second operator, the oldest first.",
  response: z.object({ data: z.array(adjustment) }),
});

/** Everything that happened to a member, in one list. */

export const timelineKinds = {
  money: "Money",
  changes: "Changes",
  messages: "Messages",
  decisions: "Decisions",
} as const;
export const timelineKindNames = keysOf(timelineKinds);
export type TimelineKind = (typeof timelineKindNames)[number];

const timelineLine = z.discriminatedUnion("source", [
  z.object({ source: z.literal("ledger"), line: statementLine }),
  z.object({
    source: z.literal("staking-request"),
    line: z.object({
      reference: z.string(),
      at: timestamp,
      amountUsd: z.number(),
      status: z.enum(requestStatuses),
      isCancelled: z.boolean(),
    }),
  }),
  z.object({ source: z.literal("change"), line: change }),
  z.object({ source: z.literal("message"), line: message }),
  /** What was added to a message: by an operator, or by the member where it names none. */
  z.object({
    source: z.literal("answer"),
    line: z.object({
      reference: z.string(),
      at: timestamp,
      text: z.string(),
      operator: z.nullable(z.string()),
    }),
  }),
  z.object({
    source: z.literal("mail"),
    line: z.object({ at: timestamp, subject: z.string(), sentAt: z.nullable(timestamp) }),
  }),
  z.object({ source: z.literal("log"), line: logLine }),
]);

const timelineEntry = z.object({ id: z.string(), at: timestamp, entry: timelineLine });
export type TimelineEntry = z.output<typeof timelineEntry>;
export type TimelineSource = TimelineEntry["entry"]["source"];

export const consoleMemberTimeline = route({
  method: "GET",
  path: "/console/members/:refId/timeline",
  access: operatorRights.read,
  summary: "What moved, was changed, written and decided, in one list, the newest first.",
  params: memberParams,
  query: z.strictObject({
    kind: z.optional(z.enum(timelineKindNames, "money, changes, messages or decisions")),
    ...cursorFields,
    /** It says for each source how far it was read. */
    cursor: z.optional(z.string().check(z.maxLength(250, "This is no cursor"))),
  }),
  response: z.object({ data: z.array(timelineEntry), next: z.nullable(z.string()) }),
});
