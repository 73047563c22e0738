import { fcText, usdText } from "@fc/contract/amount-text";
import { walletKinds, type Wallet } from "@fc/contract/wallet/kinds";
import { indiaTime } from "../../platform/format.ts";
import { shortName } from "../members/names.ts";
import { button, type MailTable } from "./mail.ts";

/** Another member, as a mail names them. */
interface Counterpart {
  refId: string;
  name: string;
}

interface Amount {
  amountFc: bigint;
}

interface ToppedUp extends Amount {
  principalUsdCents: bigint;
}

interface Withdrawal extends Amount {
  feeFc: bigint;
  deductionFc: bigint;
  netFc: bigint;
  /** Where the coins go: an address, or what else the type of withdrawal names. */
  destination: string;
}

export interface MoneyMailValues {
  "transfer-sent": Amount & { receiver: Counterpart };
  "transfer-received": Amount & { sender: Counterpart };
  "top-up-paid": ToppedUp & { staker: Counterpart };
  "top-up-started": ToppedUp & { payer: Counterpart };
  "withdrawal-requested": Withdrawal;
  "withdrawal-accepted": Withdrawal & { transactionId: string };
  "withdrawal-rejected": Amount & { reason: string };
  "internal-transfer": Amount;
  "staking-approved": { amountUsdCents: bigint; principalFc: bigint; price: string; publicUrl: string };
  "staking-rejected": { amountUsdCents: bigint; reason: string; publicUrl: string };
  "deduction-set": Amount & { reason: string };
  "deduction-cancelled": Amount & { reason: string };
  "wallet-adjusted": Amount & { wallet: Wallet; direction: "credit" | "debit"; reason: string };
}

const notYou = "If this was not you, change your password at once and write to support.";
export const disagree = "If you do not agree with this, please write to support.";

const named = ({ refId, name }: Counterpart) => `${refId}, ${shortName(name)}`;
const stakingReport = ({ publicUrl }: { publicUrl: string }) => [
  button("Open the Staking Report", `${publicUrl}/topupRequest`),
];
const ifAny = (amountFc: bigint) => (amountFc > 0n ? fcText(amountFc) : undefined);

export const moneyMails: MailTable<MoneyMailValues> = {
  "transfer-sent": {
    subject: "Your transfer was sent",
    heading: "Your transfer was sent",
    text: "your transfer was sent.",
    facts: ({ amountFc, receiver }, { now }) => ({
      Amount: fcText(amountFc),
      When: indiaTime(now),
      To: named(receiver),
    }),
    note: notYou,
  },
  "transfer-received": {
    subject: "You received a transfer",
    heading: "You received a transfer",
    text: "coins arrived in your transfer wallet.",
    facts: ({ amountFc, sender }, { now }) => ({
      Amount: fcText(amountFc),
      When: indiaTime(now),
      From: named(sender),
    }),
    note: null,
  },
  "top-up-paid": {
    subject: "A stake was paid from your transfer wallet",
    heading: "A stake was paid from your transfer wallet",
    text: "a stake was paid from your transfer wallet and has started.",
    facts: ({ principalUsdCents, amountFc, staker }, { now }) => ({
      Package: usdText(principalUsdCents),
      Coins: fcText(amountFc),
      When: indiaTime(now),
      "Stake of": staker.refId,
    }),
    note: notYou,
  },
  "top-up-started": {
    subject: "A stake was started for you",
    heading: "A stake was started for you",
    text: "a stake was paid for you and has started.",
    facts: ({ principalUsdCents, amountFc, payer }, { now }) => ({
      Package: usdText(principalUsdCents),
      Coins: fcText(amountFc),
      When: indiaTime(now),
      "Paid by": named(payer),
    }),
    note: null,
  },
  "withdrawal-requested": {
    subject: "Your withdrawal request",
    heading: "Your withdrawal request",
    text: "we received your withdrawal request. You will hear from us once it is decided.",
    facts: ({ amountFc, feeFc, deductionFc, netFc, destination }, { now }) => ({
      Amount: fcText(amountFc),
      Fee: fcText(feeFc),
      Deduction: ifAny(deductionFc),
      "You receive": fcText(netFc),
      To: destination,
      When: indiaTime(now),
    }),
    note: "If this was not you, change your password at once and write to support: it can be stopped while it is pending.",
  },
  "withdrawal-accepted": {
    subject: "Your withdrawal was accepted",
    heading: "Your withdrawal was accepted",
    text: "your withdrawal was accepted and paid.",
    facts: ({ amountFc, feeFc, deductionFc, netFc, destination, transactionId }) => ({
      Amount: fcText(amountFc),
      Fee: fcText(feeFc),
      Deduction: ifAny(deductionFc),
      Paid: fcText(netFc),
      To: destination,
      "Transaction ID": transactionId,
    }),
    note: null,
  },
  "withdrawal-rejected": {
    subject: "Your withdrawal was rejected",
    heading: "Your withdrawal was rejected",
    text: "your withdrawal was rejected. The coins are back in the wallets that they came from.",
    facts: ({ amountFc, reason }) => ({ Amount: fcText(amountFc), Reason: reason }),
    note: null,
  },
  "internal-transfer": {
    subject: "Coins moved to your transfer wallet",
    heading: "Coins moved to your transfer wallet",
    text: "you moved coins to your transfer wallet.",
    facts: ({ amountFc }, { now }) => ({ Amount: fcText(amountFc), When: indiaTime(now) }),
    note: notYou,
  },
  "staking-approved": {
    subject: "Your stake has started",
    heading: "Your stake has started",
    text: "we have received your payment and approved your staking request.",
    facts: ({ amountUsdCents, principalFc, price }, { now }) => ({
      Staked: `${usdText(amountUsdCents)} = ${fcText(principalFc)}`,
      Price: price,
      Approved: indiaTime(now),
    }),
    afterFacts: stakingReport,
    note: null,
  },
  "staking-rejected": {
    subject: "Your staking request was rejected",
    heading: "Your staking request was rejected",
    text: "we could not approve your staking request. Nothing was staked.",
    facts: ({ amountUsdCents, reason }, { now }) => ({
      Amount: usdText(amountUsdCents),
      Reason: reason,
      Rejected: indiaTime(now),
    }),
    afterFacts: stakingReport,
    note: null,
  },
  "deduction-set": {
    subject: "A deduction was set",
    heading: "A deduction was set",
    text: "this amount will be collected out of your next accepted withdrawal.",
    facts: ({ amountFc, reason }, { now }) => ({
      Amount: fcText(amountFc),
      Reason: reason,
      When: indiaTime(now),
    }),
    note: disagree,
  },
  "deduction-cancelled": {
    subject: "A deduction was cancelled",
    heading: "A deduction was cancelled",
    text: "you no longer owe this amount.",
    facts: ({ amountFc, reason }, { now }) => ({
      Amount: fcText(amountFc),
      Reason: reason,
      When: indiaTime(now),
    }),
    note: null,
  },
  "wallet-adjusted": {
    subject: "A wallet was adjusted",
    heading: "A wallet was adjusted",
    text: ({ direction, wallet }) =>
      `${direction === "credit" ? "an amount was added to" : "an amount was taken from"} your ${walletKinds[wallet].label}. You find it in your wallet report.`,
    facts: ({ direction, wallet, amountFc, reason }, { now }) => ({
      Wallet: walletKinds[wallet].label,
      Added: direction === "credit" ? fcText(amountFc) : undefined,
      Taken: direction === "debit" ? fcText(amountFc) : undefined,
      Reason: reason,
      When: indiaTime(now),
    }),
    note: disagree,
  },
};
