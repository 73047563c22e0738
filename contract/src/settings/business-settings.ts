import { bankMessages, isIfsc } from "../bank/portal.ts";
import { closureSettings, companySettings } from "./console-document-settings.ts";
import { addressProofSettings, pauseSettings, priceSettings } from "./console-guard-settings.ts";
import {
  amountForTwo,
  byTwo,
  coins,
  group,
  number,
  quality,
  sharers,
  text,
  userIdOrNone,
  userIds,
  yesNo,
  type SettingInfo,
  type ValuesOf,
} from "./console-kinds.ts";

/**
 * What the business can change while it runs: each with its rule, what it is until somebody sets it, and the texts by
 * which the console shows it. The server holds the rules; the console's forms check by the same ones.
 */
export const settingGroups = {
  withdrawal: group(
    "Withdrawals",
    {
      minimumFc: coins(5_000_000, {
        label: "Smallest withdrawal",
        help: "Less than this is refused.",
      }),
      standardFromFc: coins(10_000_000, {
        label: "Usual range, from",
        help: "Shown to members on the Withdraw screen; not enforced.",
      }),
      standardToFc: coins(100_000_000, {
        label: "Usual range, to",
        help: "Shown to members on the Withdraw screen; not enforced.",
      }),
      feeFc: coins(200_000, {
        label: "Fee",
        help: "Taken out of the requested amount, as a line of its own.",
      }),
      hours: number("hours", { min: 1, max: 720 }, 24, {
        label: "Promised within",
        help: "Shown to members; the queue marks what is older as late.",
      }),
      holdHours: byTwo(
        "to lower it",
        number("hours", { min: 0, max: 720 }, 48, {
          label: "Hold after a change",
          help: "How long coin withdrawals wait after a new address, password or e-mail.",
        }),
      ),
      needsStake: yesNo(true, {
        label: "Only for those who have staked",
        help: "Others read 'Please stake and try again'.",
      }),
      twoOperatorsFromFc: amountForTwo(
        "From this amount on, one operator confirms and another one accepts; what one accepts alone within 24 hours counts together.",
      ),
    },
    ({ minimumFc, standardFromFc, standardToFc, feeFc }) =>
      standardFromFc > standardToFc
        ? ["standardToFc", "The range ends before it begins"]
        : minimumFc > standardFromFc
          ? ["standardFromFc", "The usual range cannot begin below the smallest withdrawal"]
          : feeFc >= minimumFc
            ? ["feeFc", "The fee must leave something of the smallest withdrawal"]
            : undefined,
  ),
  payout: group(
    "Payouts over the chain",
    {
      largestFc: byTwo(
        "to raise it",
        coins(100_000_000, {
          label: "Largest payout",
          help: "The hot wallet pays nothing larger; a person pays it by hand.",
        }),
      ),
      dayFc: byTwo(
        "to raise it",
        coins(1_000_000_000, {
          label: "Most of one day",
          help: "What the hot wallet sends within a day of India. What is handed over beyond it waits for the next day.",
        }),
      ),
      twoOperatorsFromFc: amountForTwo(
        "From this amount on, one operator confirms a withdrawal and another one hands it over; rules leave it to them. The limit of withdrawals holds as well, with what one pays alone within 24 hours.",
      ),
      lastsDays: byTwo(
        "to lower it",
        number("days", { min: 1, max: 90 }, 3, {
          label: "Wallet low below",
          help: "How many days the hot wallet has to last, at what it sent in the last seven.",
        }),
      ),
      highestFeeGwei: byTwo(
        "to raise it",
        number("gwei", { min: 1, max: 10_000 }, 20, {
          label: "Highest price of gas",
          help: "No payment offers more. To give up a payment, a quarter more is offered.",
        }),
      ),
      explorerUrl: byTwo(
        "unless emptied",
        text("", {
          label: "Explorer",
          help: "Where members look a transaction up, with {hash} in place of its ID. Empty: no link is shown.",
        }),
      ),
    },
    ({ largestFc, dayFc, explorerUrl }) =>
      largestFc > dayFc
        ? ["largestFc", "One payout cannot be larger than what a day allows"]
        : explorerUrl !== "" && !/^https:\/\/[^\s{}]+\{hash\}[^\s{}]*$/.test(explorerUrl)
          ? ["explorerUrl", "An address that begins with https:// and has {hash} once"]
          : undefined,
  ),
  transfer: group("Transfers", {
    minimumFc: coins(1, { label: "Smallest transfer", help: "Less than this is refused." }),
    notedMinimumFc: coins(5_000_000, {
      label: "Minimum shown to members",
      help: "Shown on the Transfer Wallet screen; not enforced.",
    }),
    internalMinimumFc: coins(500, {
      label: "Smallest internal transfer",
      help: "From the three wallets to the member's own transfer wallet.",
    }),
    defaultReceiverRefId: byTwo(
      "unless emptied",
      userIdOrNone({
        label: "Receiver",
        help: "User ID of the account that transfers go to. Empty: transfers are closed, unless open between members.",
      }),
    ),
    betweenMembers: byTwo(
      "to allow it",
      yesNo(false, {
        label: "Open between members",
        help: "Members may then enter any other member as the receiver.",
      }),
    ),
    hiddenReceiverRefIds: byTwo(
      "to add to it",
      userIds({
        label: "Internal accounts",
        help: "User IDs that the transfer report leaves out, one on each line.",
      }),
    ),
  }),
  payment: group(
    "Payment for staking",
    {
      bankName: byTwo(
        "always",
        text("", { label: "Bank", help: "Shown on the payment page of the Staking screen." }),
      ),
      accountName: byTwo("always", text("", { label: "Account holder", help: "As the bank knows it." })),
      accountNumber: byTwo(
        "unless emptied",
        text("", { label: "Account number", help: "Where members send rupees." }),
      ),
      ifscCode: byTwo("unless emptied", text("", { label: "IFSC code", help: "Of the bank's branch." })),
      upiId: byTwo(
        "unless emptied",
        text("", { label: "UPI ID", help: "The QR code pays to it, with the amount filled in." }),
      ),
      coinToken: byTwo(
        "always",
        text("FC", {
          label: "Coin",
          help: "Which coin members send. Its amount is shown for FC only, whose price is known.",
        }),
      ),
      coinNetwork: byTwo(
        "always",
        text("BEP20", { label: "Coin network", help: "Named beside the coin address." }),
      ),
      coinAddress: byTwo(
        "unless emptied",
        text("", { label: "Coin address", help: "Where members send coins; shown as a QR code too." }),
      ),
    },
    ({ ifscCode, upiId, coinAddress, coinToken, coinNetwork }) =>
      coinAddress !== "" && coinToken === ""
        ? ["coinToken", "Please name the coin: another one that is sent is lost"]
        : coinAddress !== "" && coinNetwork === ""
          ? ["coinNetwork", "Please name the network: coins sent on another one are lost"]
          : ifscCode !== "" && !isIfsc(ifscCode)
            ? ["ifscCode", bankMessages.ifscWrong]
            : upiId !== "" && !/^[\w.-]{2,100}@[a-z]{2,}$/i.test(upiId)
              ? ["upiId", "A UPI ID is a name, an @ and a bank's handle"]
              : undefined,
  ),
  staking: group("Staking requests", {
    hours: number("hours", { min: 1, max: 720 }, 24, {
      label: "Decided within",
      help: "The queue marks requests that are older as late.",
    }),
    twoOperatorsFromFc: amountForTwo(
      "From this amount on, one operator confirms a request and another one approves it; what one approves alone within 24 hours counts together.",
    ),
  }),
  plan: group("Plan and stakes", {
    noticeDays: byTwo(
      "to lower it",
      number("days", { min: 0, max: 365 }, 7, {
        label: "Notice of a new plan",
        help: "A version of the plan begins at the earliest this many days after it is scheduled, and never today. Members are told when it is scheduled.",
      }),
    ),
    coolingOffHours: byTwo(
      "to lower it",
      number("hours", { min: 0, max: 720 }, 0, {
        label: "Cooling-off time of a stake",
        help: "How long a member may undo a new stake. Bonuses that follow from it wait until then. 0: stakes cannot be undone.",
      }),
    ),
  }),
  deposit: group("Deposits over the chain", {
    ownCoinsApprove: byTwo(
      "to allow it",
      yesNo(false, {
        label: "Approve by own coins",
        help: "A staking request approves itself if enough coins came from the member's own coin address, which nobody else has and which was registered before they were sent. An exchange's address is no member's own.",
      }),
    ),
  }),
  kyc: group("KYC", {
    hours: number("hours", { min: 1, max: 720 }, 48, {
      label: "Looked at within",
      help: "The queue marks PAN and bank details that are older as late.",
    }),
    isNeeded: byTwo(
      "to drop it",
      yesNo(false, {
        label: "Needed for large withdrawals",
        help: "Above the amount below, coins are only sent to members whose PAN and bank details are approved.",
      }),
    ),
    neededAboveFc: byTwo(
      "to raise it",
      coins(100_000_000, {
        label: "Needed above",
        help: "Up to this amount within the days below, withdrawals need no approved KYC. It counts if KYC is needed at all.",
      }),
    ),
    periodDays: byTwo(
      "to lower it",
      number("days", { min: 1, max: 366 }, 30, {
        label: "Counted over",
        help: "What a member withdraws within this many days counts together.",
      }),
    ),
  }),
  addressProof: addressProofSettings,
  signals: group("Fraud signals", {
    sameAccountMembers: sharers(2, "Same bank account, from"),
    samePanMembers: sharers(2, "Same PAN, from"),
    sameCoinAddressMembers: sharers(2, "Same coin address, from"),
    sameDeviceMembers: sharers(3, "Same device, from"),
    sameBrowserMembers: sharers(5, "Same kind of browser at one place, from"),
    sameBlockMembers: sharers(20, "Same address block, from"),
    samePhoneMembers: sharers(2, "Same mobile number, from"),
    sponsorSharesKinds: number("kinds", { min: 1, max: 5 }, 1, {
      label: "Sponsor and sponsored share, from",
      help: "Of account, PAN, coin address, device and mobile number.",
    }),
    firstWithdrawalHours: number("hours", { min: 1, max: 720 }, 72, {
      label: "First withdrawal, within",
      help: "Of a new address, device or password. Withdrawals wait some of this time anyway.",
    }),
    burstRegistrations: number("an hour", { min: 5, max: 200 }, 10, {
      label: "Burst of registrations, from",
      help: "Members who were placed one below the other on one leg within an hour.",
    }),
    reversedStakes: number("stakes", { min: 1, max: 100 }, 1, {
      label: "Stakes reversed, from",
      help: "Stakes of one member that were undone by the member's fault.",
    }),
  }),
  proofs: group("Proof images", {
    imageQuality: quality({
      label: "Quality",
      help: "How much of a picture is kept when the browser compresses it before sending.",
    }),
  }),
  registration: group("Registration", {
    membersPerEmail: number("members", { min: 1, max: 100 }, 1, {
      label: "Members with one e-mail",
      help: "How many members may share one e-mail address.",
    }),
    perAddressHour: number("an hour", { min: 1, max: 10_000 }, 30, {
      label: "Registrations from one address",
      help: "From one internet address; a whole office may share one.",
    }),
  }),
  mails: group("Mails", {
    keepDays: number("days", { min: 7, max: 3650 }, 90, {
      label: "Forgotten after",
      help: "How long it is kept to whom a mail went and its subject. Its text is removed when it is sent.",
    }),
  }),
  bulkMail: group("Bulk mail", {
    perMinute: number("a minute", { min: 1, max: 6000 }, 120, {
      label: "Mails a minute",
      help: "How many mails to many members leave in a minute, all of them together. Your mail server's limit counts.",
    }),
    twoPeopleFrom: byTwo(
      "to raise it",
      number("members", { min: 1, max: 1_000_000 }, 100, {
        label: "Two people from",
        help: "From this many members on, an admin other than the writer confirms a bulk mail before it leaves.",
      }),
    ),
  }),
  notifications: group("Notifications", {
    keepDays: number("days", { min: 7, max: 365 }, 90, {
      label: "Forgotten after",
      help: "How far back a member's notifications go.",
    }),
  }),
  support: group("Support", {
    answerHours: number("hours", { min: 1, max: 720 }, 24, {
      label: "Answered within",
      help: "The inbox marks open messages that are older as overdue.",
    }),
  }),
  pool: group("Rewards pool", {
    twoOperatorsFromFc: amountForTwo(
      "From this amount on, one operator proposes to fund the pool and another one confirms it; what one puts in alone within 24 hours counts together.",
    ),
  }),
  alerts: group("Alerts", {
    closingLateMinutes: byTwo(
      "to raise it",
      number("minutes", { min: 10, max: 1440 }, 60, {
        label: "Closing late after",
        help: "How long after India's midnight a day may stay open.",
      }),
    ),
    poolDays: byTwo(
      "to lower it",
      number("days", { min: 1, max: 365 }, 7, {
        label: "Pool low below",
        help: "How many days the pool has to last, at what was due on the last seven closed days.",
      }),
    ),
    failingMinutes: byTwo(
      "to raise it",
      number("minutes", { min: 1, max: 1440 }, 10, {
        label: "Mails or jobs failing for",
        help: "How long they may fail before somebody is told.",
      }),
    ),
    codesWaitingMinutes: byTwo(
      "to raise it",
      number("minutes", { min: 1, max: 60 }, 1, {
        label: "Codes waiting for",
        help: "How long a one-time code may wait in the mail queue.",
      }),
    ),
    sealingBehindMinutes: byTwo(
      "to raise it",
      number("minutes", { min: 1, max: 1440 }, 5, {
        label: "Ledger not sealed for",
        help: "How old the oldest entry may be that is not sealed yet.",
      }),
    ),
    backupHours: byTwo(
      "to raise it",
      number("hours", { min: 1, max: 720 }, 24, {
        label: "Backup older than",
        help: "How old the last backup may be. An hour more is allowed for making the next one.",
      }),
    ),
    diskPercent: byTwo(
      "to lower it",
      number("%", { min: 1, max: 50 }, 10, {
        label: "Disk free, below",
        help: "How much of each node's disk has to be free.",
      }),
    ),
  }),
  company: companySettings,
  closure: closureSettings,
  pauses: pauseSettings,
  prices: priceSettings,
} as const;

export type SettingGroup = keyof typeof settingGroups;
/** Of any group, by its name. */
export function settingsOf(name: SettingGroup): Readonly<Record<string, SettingInfo>> {
  return settingGroups[name].settings;
}
export type SettingValues<Name extends SettingGroup> = ValuesOf<(typeof settingGroups)[Name]["settings"]>;
