import { keysOf } from "../sure.ts";
import * as z from "zod/mini";
import { kycCasePartNames } from "../kyc/states.ts";
import type { ReceiptKindName } from "../receipts/kinds.ts";
import { memberEventKinds, type MemberEventKind } from "../security/portal.ts";
import type { TopicName } from "./topics.ts";

interface Kind {
  readonly topic: TopicName;
  /** What its words are filled with. Amounts are as everywhere on the wire. */
  readonly data: z.ZodMiniType;
  /** The page it leads to. */
  readonly page: `/${string}`;
  /** It leads to the receipt of this kind instead. */
  readonly receipt?: ReceiptKindName;
}

const amount = z.number();
const from = { fromRefId: z.string(), fromName: z.string() };
const part = z.enum(kycCasePartNames);
const rejected = z.object({ amount, reason: z.string() });

/**
 * Everything that a member is told. The server writes a kind with its data; the words are the portal's
 * (`notification-text.ts`) and, for push, the server's (`push-words.ts`), in the language of who reads.
 */
export const notificationKinds = {
  /** FC. */
  "transfer-received": {
    topic: "credited",
    data: z.object({ amount, ...from }),
    page: "/transferWallet-report",
    receipt: "transfer",
  },
  /** Dollars. */
  "stake-given": {
    topic: "credited",
    data: z.object({ amount, ...from }),
    page: "/stacking-investment",
    receipt: "top-up",
  },
  /** Dollars, and the FC that they bought. */
  "staking-approved": {
    topic: "approved",
    data: z.object({ amount, coins: z.number() }),
    page: "/topupRequest",
    receipt: "staking-request",
  },
  /** Dollars. */
  "staking-rejected": {
    topic: "rejected",
    data: rejected,
    page: "/topupRequest",
    receipt: "staking-request",
  },
  /** FC of an undone stake, which could not be withdrawn until now. */
  "coins-released": { topic: "approved", data: z.object({ amount }), page: "/withdraw" },
  /** FC. */
  "withdrawal-rejected": {
    topic: "rejected",
    data: rejected,
    page: "/Withdraw-report",
    receipt: "withdrawal",
  },
  /** FC that were sent: none where all of it was taken for what was owed. */
  "withdrawal-paid": {
    topic: "paid",
    data: z.object({ amount }),
    page: "/Withdraw-report",
    receipt: "withdrawal",
  },
  /** Each leads to the page of its part. */
  "kyc-approved": { topic: "approved", data: z.object({ part }), page: "/bank-details" },
  "kyc-rejected": {
    topic: "rejected",
    data: z.object({ part, reason: z.string() }),
    page: "/bank-details",
  },
  "kyc-renew": { topic: "rejected", data: z.object({ part, reason: z.string() }), page: "/bank-details" },
  "member-joined": {
    topic: "team",
    data: z.object({ refId: z.string(), name: z.string() }),
    page: "/direct-referrals",
  },
  "support-answered": { topic: "support", data: z.object({ reference: z.string() }), page: "/support" },
  /** FC of all rewards of an Indian day. */
  "day-closed": { topic: "closing", data: z.object({ day: z.string(), amount }), page: "/wallet-report" },
  /** Dollars of a stake that ends in a week, and its last day; and of one that has ended. */
  "stake-ending": {
    topic: "stakes",
    data: z.object({ amount, last: z.string() }),
    page: "/stacking-investment",
  },
  "stake-ended": { topic: "stakes", data: z.object({ amount }), page: "/stacking-investment" },
  /** Of a version of the plan: it is announced, or taken back before it began. */
  "plan-scheduled": {
    topic: "plan",
    data: z.object({ version: z.number(), from: z.string() }),
    page: "/plan",
  },
  "plan-withdrawn": {
    topic: "plan",
    data: z.object({ version: z.number(), from: z.string() }),
    page: "/plan",
  },
  notice: { topic: "notices", data: z.object({ message: z.string() }), page: "/notice-board" },
  security: {
    topic: "security",
    data: z.object({ event: z.enum(memberEventKinds), detail: z.string() }),
    page: "/security",
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof notificationKinds;
export type NotificationData<Name extends NotificationKind> = z.output<
  (typeof notificationKinds)[Name]["data"]
>;

export const notificationKindNames = keysOf(notificationKinds);

/** Read from the closings, stakes, the plan's versions, the notice board and the member's events; the other kinds are written one by one. */
export type DerivedKind =
  | "day-closed"
  | "stake-ending"
  | "stake-ended"
  | "plan-scheduled"
  | "plan-withdrawn"
  | "notice"
  | "security";
export type WrittenKind = Exclude<NotificationKind, DerivedKind>;

/** What members did with their money themselves: they have just seen it, and a mail that nobody can turn off says it. */
export const feedLeavesOut = [
  "withdrawal-requested",
  "withdrawal-cancelled",
  "internal-transfer",
  "transfer",
  "staking-topup",
  "staking-cancelled",
  "stake-returned",
] as const satisfies readonly MemberEventKind[];

/** The receipt that a line leads to, where there is one. */
export function receiptOf(kind: NotificationKind): ReceiptKindName | undefined {
  const { receipt }: Kind = notificationKinds[kind];
  return receipt;
}
