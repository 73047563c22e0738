import { fields, type Field } from "./fields.ts";

export interface Column<Value = unknown> {
  readonly name: string;
  readonly field: Field<Value>;
  readonly isNeeded: boolean;
}

function needed<Value>(name: string, field: Field<Value>): Column<Value> {
  return { name, field, isNeeded: true };
}

/** A column that may be missing, and a cell that may be empty. */
function optional<Value>(name: string, field: Field<Value>): Column<Value> {
  return { name, field, isNeeded: false };
}

const userId = needed("user_id", fields.userId);

/** The columns of each file. docs/moving.md says what they mean, and a test compares its tables with these. */
export const columnsOf = {
  members: {
    userId: needed("user_id", fields.userId),
    name: needed("name", fields.name),
    gender: needed("gender", fields.gender),
    email: optional("email", fields.email),
    mobile: optional("mobile", fields.mobile),
    joinedAt: needed("joined_at", fields.moment),
    dob: optional("dob", fields.day),
    nominee: optional("nominee", fields.name),
    relation: optional("relation", fields.name),
    address: optional("address", fields.place200),
    city: optional("city", fields.place80),
    pin: optional("pin", fields.pin),
    country: optional("country", fields.country),
    sponsorId: optional("sponsor_id", fields.userId),
    parentId: optional("parent_id", fields.userId),
    side: optional("side", fields.side),
    status: needed("status", fields.status),
    language: optional("language", fields.language),
    passwordHash: optional("password_hash", fields.passwordHash),
  },
  stakes: {
    userId,
    amountUsd: needed("amount_usd", fields.usdAboveZero),
    amountFc: needed("amount_fc", fields.fcAboveZero),
    approvedAt: needed("approved_at", fields.moment),
    dailyPercent: needed("daily_percent", fields.percent),
    limitPercent: needed("limit_percent", fields.percent),
    earnedFc: needed("earned_fc", fields.fc),
    paidFc: needed("paid_fc", fields.fc),
    endedAt: optional("ended_at", fields.moment),
    endReason: optional("end_reason", fields.endReason),
  },
  balances: {
    userId,
    staking: needed("staking_fc", fields.signedFc),
    earning: needed("earning_fc", fields.signedFc),
    offer: needed("offer_fc", fields.signedFc),
    transfer: needed("transfer_fc", fields.signedFc),
    deduction: optional("deduction_fc", fields.fc),
  },
  addresses: {
    userId,
    kind: needed("kind", fields.addressKind),
    address: needed("address", fields.text100),
    since: needed("since", fields.moment),
  },
  bank: {
    userId,
    accountNumber: needed("account_number", fields.account),
    ifsc: needed("ifsc_code", fields.ifsc),
    branch: needed("branch", fields.place80),
    bankName: needed("bank_name", fields.place80),
    picture: optional("picture", fields.picture),
    since: needed("since", fields.moment),
    kyc: needed("kyc", fields.kyc),
  },
  pan: {
    userId,
    nameInPan: needed("name_in_pan", fields.name),
    pan: needed("pan", fields.pan),
    picture: needed("picture", fields.picture),
    since: needed("since", fields.moment),
    kyc: needed("kyc", fields.kyc),
  },
  stakingRequests: {
    userId,
    amountUsd: needed("amount_usd", fields.usdAboveZero),
    requestedAt: needed("requested_at", fields.moment),
    picture: needed("picture", fields.picture),
    utr: optional("utr", fields.utr),
    transaction: optional("transaction", fields.transactionHash),
  },
  withdrawals: {
    userId,
    requestedAt: needed("requested_at", fields.moment),
    address: needed("address", fields.coinAddress),
    staking: needed("staking_fc", fields.fc),
    earning: needed("earning_fc", fields.fc),
    offer: needed("offer_fc", fields.fc),
    feeFc: needed("fee_fc", fields.fc),
  },
  business: {
    userId,
    leftCarried: needed("left_carried_usd", fields.signedUsd),
    leftTaken: needed("left_taken_usd", fields.usd),
    rightCarried: needed("right_carried_usd", fields.signedUsd),
    rightTaken: needed("right_taken_usd", fields.usd),
    matched: needed("matched_usd", fields.usd),
  },
  lifetimes: {
    userId,
    paidInUsd: needed("paid_in_usd", fields.usd),
    paidInFc: needed("paid_in_fc", fields.fc),
    paidOutFc: needed("paid_out_fc", fields.fc),
  },
  taxYears: {
    userId,
    year: needed("financial_year", fields.financialYear),
    countedInr: needed("counted_inr", fields.inr),
    taxedInr: needed("taxed_inr", fields.inr),
  },
  house: {
    what: needed("what", fields.houseFigure),
    value: needed("value", fields.number),
  },
  history: {
    userId,
    wallet: needed("wallet", fields.wallet),
    type: needed("type", fields.creditOrDebit),
    at: needed("at", fields.moment),
    amountFc: needed("amount_fc", fields.fcAboveZero),
    message: optional("message", fields.text500),
    transId: optional("trans_id", fields.text100),
  },
  totals: {
    total: needed("total", fields.total),
    userId: optional("user_id", fields.userId),
    value: needed("value", fields.number),
  },
  expected: {
    userId,
    kind: needed("kind", fields.rewardKind),
    amountFc: needed("amount_fc", fields.fc),
  },
} as const;

export type FileKind = keyof typeof columnsOf;

/** In the order in which they are read: what a file refers to is read before it. */
export const fileNames = {
  members: "members.csv",
  stakes: "stakes.csv",
  balances: "balances.csv",
  addresses: "addresses.csv",
  bank: "bank.csv",
  pan: "pan.csv",
  stakingRequests: "staking-requests.csv",
  withdrawals: "withdrawals.csv",
  business: "business.csv",
  lifetimes: "lifetimes.csv",
  taxYears: "tax-years.csv",
  house: "house.csv",
  history: "history.csv",
  totals: "totals.csv",
  expected: "expected.csv",
} as const satisfies Record<FileKind, string>;

export const picturesFolder = "pictures";
