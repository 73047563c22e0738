import type { RequestStatus } from "../request-states.ts";
import type { Receipt } from "./portal.ts";
import { receiptKinds, type ReceiptKindName } from "./kinds.ts";

/** What happens to a money movement, as its timeline shows it. */
export const stepTitles = {
  submitted: "Submitted",
  review: "In review",
  paying: "Payment under way",
  reviewed: "Reviewed",
  checked: "Checked automatically",
  handed: "Sent over the chain",
  block: "In a block",
  paid: "Paid",
  automatic: "Paid automatically",
  collected: "Taken for what you owed",
  moved: "Moved to your transfer wallet",
  sent: "Sent",
  received: "Received",
  started: "Stake started",
  ended: "Stake ended",
  reversed: "Stake undone",
  rejected: "Rejected",
  cancelled: "Cancelled by you",
} as const;
export type StepName = keyof typeof stepTitles;

export interface ReceiptStep {
  name: StepName;
  state: "done" | "waiting" | "refused";
  /** Null for what is still to come. */
  at: string | null;
}

/** What the steps are made of; the rows of the reports have it too. */
export type SteppedRequest = Pick<
  Receipt,
  | "kind"
  | "side"
  | "status"
  | "isCancelled"
  | "isBeingPaid"
  | "payout"
  | "requestedAt"
  | "respondedAt"
  | "netFc"
  | "stakeEndedAt"
  | "isStakeReversed"
>;

export function receiptSteps(request: SteppedRequest): ReceiptStep[] {
  const { status, requestedAt, respondedAt } = request;
  const { isDecided } = receiptKinds[request.kind];
  const done = (name: StepName, at: string | null): ReceiptStep => ({ name, state: "done", at });
  const doneAt = respondedAt ?? requestedAt;
  const last = done(lastStep(request), doneAt);
  if (!isDecided) return [last, ...endOf(request)];
  const submitted = done("submitted", requestedAt);
  if (status === "P" && request.payout) {
    return [submitted, ...payoutSteps(request.payout), { name: "paying", state: "waiting", at: null }];
  }
  if (status === "P") {
    return [submitted, { name: request.isBeingPaid ? "paying" : "review", state: "waiting", at: null }];
  }
  if (request.isCancelled) return [submitted, { name: "cancelled", state: "refused", at: respondedAt }];
  const reviewed = done("reviewed", respondedAt);
  if (status === "R") return [submitted, reviewed, { name: "rejected", state: "refused", at: respondedAt }];
  const before = request.payout ? payoutSteps(request.payout) : [reviewed];
  return [submitted, ...before, last, ...endOf(request)];
}

function lastStep(request: SteppedRequest): StepName {
  const { kind, side, payout } = request;
  if (side === "received" && kind === "transfer") return "received";
  if (isNothingSent(request)) return "collected";
  return payout?.isAutomatic ? "automatic" : receiptKinds[kind].doneStep;
}

/** What the hot wallet has done so far; each step is missing until it has happened. */
function payoutSteps(payout: NonNullable<SteppedRequest["payout"]>): ReceiptStep[] {
  const { handedAt, sentAt, blockAt, isAutomatic } = payout;
  const steps = [
    [isAutomatic ? "checked" : "reviewed", handedAt],
    ["handed", sentAt],
    ["block", blockAt],
  ] as const;
  return steps.flatMap(([name, at]) => (at === null ? [] : [{ name, state: "done" as const, at }]));
}

function endOf({ stakeEndedAt, isStakeReversed }: SteppedRequest): ReceiptStep[] {
  if (stakeEndedAt === null) return [];
  return isStakeReversed
    ? [{ name: "reversed", state: "refused", at: stakeEndedAt }]
    : [{ name: "ended", state: "done", at: stakeEndedAt }];
}

/** An accepted withdrawal of which a deduction took everything. */
function isNothingSent({ status, netFc }: Pick<Receipt, "status" | "netFc">): boolean {
  return status === "A" && netFc === 0;
}

const addressLabels = {
  P: "To be sent to",
  A: "Sent to",
  R: "Not sent to",
} as const satisfies Record<RequestStatus, string>;
export type AddressLabel = (typeof addressLabels)[RequestStatus];

/** Before the address, so that nobody passes off as paid what was not. */
export function addressLabel(receipt: Pick<Receipt, "status" | "netFc">): AddressLabel {
  return addressLabels[isNothingSent(receipt) ? "R" : receipt.status];
}

/** What comes next, or that nothing does. {time} is when it is promised, {first} and {last} are days. */
export const nextTexts = {
  payment: "We check it and send the coins by {time}. You will get an e-mail.",
  approval: "We check the payment by {time} and tell you by e-mail.",
  late: "It was promised by {time} and takes longer. Please write to support and name the reference.",
  paying: "The coins are being sent just now. You will get an e-mail.",
  sent: "The coins were sent to your address.",
  collected: "All of it was taken for what you owed, so no coins were sent.",
  inTransferWallet: "The coins are in your transfer wallet.",
  withReceiver: "The receiver has the coins. Nothing more is to be done.",
  earns: "The stake earns from {first} to {last}.",
  ended: "The stake has paid everything that it was to pay.",
  reversed: "The stake was undone and earns nothing more.",
  returned: "The coins are back in the wallets that they came from.",
  notStaked: "Nothing was staked.",
  stakeReturned: "The coins are in your wallet, less what the stake had already paid.",
} as const;
export type NextName = keyof typeof nextTexts;

export function receiptNext(receipt: SteppedRequest & Pick<Receipt, "dueAt">, now: Date): NextName {
  const { kind, side, status } = receipt;
  if (status === "P") {
    if (receipt.isBeingPaid) return "paying";
    if (receipt.dueAt !== null && new Date(receipt.dueAt) < now) return "late";
    return kind === "staking-request" ? "approval" : "payment";
  }
  if (status === "R") return kind === "staking-request" ? "notStaked" : "returned";
  if (receipt.stakeEndedAt !== null) return receipt.isStakeReversed ? "reversed" : "ended";
  if (isNothingSent(receipt)) return "collected";
  const whenDone = {
    "staking-request": "earns",
    "top-up": "earns",
    "stake-return": "stakeReturned",
    withdrawal: "sent",
    "internal-transfer": "inTransferWallet",
    transfer: side === "own" ? "withReceiver" : "inTransferWallet",
  } as const satisfies Record<ReceiptKindName, NextName>;
  return whenDone[kind];
}
