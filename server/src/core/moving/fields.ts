import { coinAddressProblem } from "@fc/contract/coin-address/address";
import { isIfsc, plainIfsc } from "@fc/contract/bank/portal";
import { countryCodes } from "@fc/contract/countries";
import { transactionHashOf, transactionHashProblem } from "@fc/contract/deposits/states";
import { languageCodes } from "@fc/contract/languages";
import { panNumber } from "@fc/contract/pan/portal";
import { placeText } from "@fc/contract/profile/portal";
import { mayBeRefId, normaliseRefId } from "@fc/contract/ref-id";
import { emailAddress, genders, personName } from "@fc/contract/registration/portal";
import { financialYearText } from "@fc/contract/taxes/financial-year";
import { rewardKindNames } from "@fc/contract/plan/reward-kinds";
import { sides } from "@fc/contract/side";
import { utrOf, utrProblem } from "@fc/contract/staking/portal";
import { wallets } from "@fc/contract/wallet/kinds";
import { kycStateNames } from "@fc/contract/kyc/states";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { normalisedMobile } from "../members/phone.ts";
import { exactOf, hasWholeCents, type Exact } from "./exact-amount.ts";
import type { FindingKindName } from "./finding-kinds.ts";
import { momentProblem, readMoment } from "./moments.ts";
import { passwordHashProblem } from "./password-hashes.ts";
import { totalNames } from "@fc/contract/arrival/console-totals";

/** Why a cell is refused. */
export class Refused {
  readonly kind: FindingKindName;
  constructor(kind: FindingKindName) {
    this.kind = kind;
  }
}

export interface ReadContext {
  now: Date;
}

/** How a cell is read; it is never empty, and has no spaces around it. */
export interface Field<Value> {
  /** No report repeats any of it. */
  readonly isSecret?: boolean;
  readonly read: (text: string, context: ReadContext) => Value | Refused;
}

function field<Value>(read: Field<Value>["read"], { isSecret = false } = {}): Field<Value> {
  return { read, isSecret };
}

function checked<Value>(value: Value | undefined, kind: FindingKindName): Value | Refused {
  return value === undefined ? new Refused(kind) : value;
}

function choice<Value extends string>(values: readonly Value[]): Field<Value> {
  const known = new Map(values.flatMap((value) => [[value, value] as const, [value.toLowerCase(), value]]));
  return field((text) => checked(known.get(text) ?? known.get(text.toLowerCase()), "choice-wrong"));
}

function textOfPlace(characters: number): Field<string> {
  const schema = placeText(characters, "");
  return field((text) => checked(schema.safeParse(text).data, "text-wrong"));
}

/** Only its length: messages and addresses of other systems have any signs. */
function anyText(characters: number): Field<string> {
  return field((text) => (text.length <= characters ? text : new Refused("text-wrong")));
}

function amountOf(text: string): Exact | Refused {
  return checked(exactOf(text), "amount-wrong");
}

function usdOf(text: string): Exact | Refused {
  const amount = amountOf(text);
  return typeof amount === "bigint" && !hasWholeCents(amount) ? new Refused("dollar-decimals") : amount;
}

function inrOf(text: string): Exact | Refused {
  const amount = amountOf(text);
  return typeof amount === "bigint" && !hasWholeCents(amount) ? new Refused("rupee-decimals") : amount;
}

/** An amount that cannot be owed. */
function atLeast(least: "zero" | "more", read: (text: string) => Exact | Refused): Field<Exact> {
  return field((text) => {
    const amount = read(text);
    if (typeof amount !== "bigint" || amount > 0n) return amount;
    if (amount < 0n) return new Refused("amount-negative");
    return least === "zero" ? amount : new Refused("amount-zero");
  });
}

/** In basis points. */
function percentOf(text: string): number | Refused {
  const match = /^(\d{1,4})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) return new Refused("percent-wrong");
  const [, whole = "", fraction = ""] = match;
  const basisPoints = Number(`${whole}${fraction.padEnd(2, "0")}`);
  return basisPoints > 0 ? basisPoints : new Refused("percent-wrong");
}

/** What the house has, and owes the state. */
export const houseFigures = ["pool_fc", "tax_owed_fc", "tax_owed_inr"] as const;

/** The year in which it begins. */
function financialYearIn(text: string): number | undefined {
  const year = Number(text.slice(0, 4));
  return /^20\d\d-\d\d$/.test(text) && financialYearText(year) === text ? year : undefined;
}

/** In the past, in milliseconds. */
function momentOf(text: string, { now }: ReadContext): number | Refused {
  const moment = readMoment(text);
  if (moment === undefined) return new Refused("date-wrong");
  const problem = momentProblem(moment, now);
  return problem === undefined ? moment : new Refused(problem);
}

const plainIndianMobile = /^\+91(\d{5})\d{5}$/;
const knownBeginnings = new Map<string, boolean>();

/** Whether a number of India is a mobile one follows from its first five digits, and a million numbers share them. */
function mobileOf(text: string): string | undefined {
  const [, beginning] = plainIndianMobile.exec(text) ?? [];
  if (beginning === undefined) return normalisedMobile(text);
  const known = knownBeginnings.get(beginning) ?? normalisedMobile(text) === text;
  knownBeginnings.set(beginning, known);
  return known ? text : normalisedMobile(text);
}

/** Every way in which a column is read. */
export const fields = {
  userId: field((text) => {
    const refId = normaliseRefId(text);
    return mayBeRefId(refId) ? refId : new Refused("user-id-wrong");
  }),
  name: field((text) => checked(personName.safeParse(text).data, "name-wrong")),
  gender: choice(genders),
  email: field((text) => checked(emailAddress.safeParse(text).data, "email-unusable")),
  mobile: field((text) => checked(mobileOf(text), "mobile-wrong")),
  moment: field(momentOf),
  /** Judged beside the other cells of its line. */
  day: field((text) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) && readMoment(text) !== undefined ? text : new Refused("date-wrong"),
  ),
  place200: textOfPlace(200),
  place80: textOfPlace(80),
  pin: field((text) => text),
  country: choice(countryCodes),
  side: choice(sides),
  status: choice(["active", "blocked", "closed"]),
  language: choice(languageCodes),
  passwordHash: field(
    (text) => {
      const problem = passwordHashProblem(text);
      return problem === undefined ? text : new Refused(problem);
    },
    { isSecret: true },
  ),
  signedFc: field(amountOf),
  fc: atLeast("zero", amountOf),
  fcAboveZero: atLeast("more", amountOf),
  signedUsd: field(usdOf),
  usd: atLeast("zero", usdOf),
  usdAboveZero: atLeast("more", usdOf),
  inr: atLeast("zero", inrOf),
  financialYear: field((text) => checked(financialYearIn(text), "financial-year-wrong")),
  houseFigure: choice(houseFigures),
  percent: field(percentOf),
  endReason: choice(["completed", "undone"]),
  addressKind: choice(["coin", "fmdc"]),
  text100: anyText(100),
  text500: anyText(500),
  coinAddress: field((text) =>
    coinAddressProblem(text, keccak_256) === undefined ? text : new Refused("address-wrong"),
  ),
  account: field((text) => (/^\d{9,18}$/.test(text) ? text : new Refused("account-wrong")), {
    isSecret: true,
  }),
  ifsc: field((text) => (isIfsc(plainIfsc(text)) ? plainIfsc(text) : new Refused("ifsc-wrong"))),
  pan: field((text) => checked(panNumber.safeParse(text).data, "pan-wrong"), { isSecret: true }),
  kyc: choice(kycStateNames),
  /** Whether the file is there is looked up once all lines are read. */
  picture: field((text) => (/^[\w-][\w.-]{0,99}$/.test(text) ? text : new Refused("picture-missing"))),
  utr: field((text) => (utrProblem(text) === undefined ? utrOf(text) : new Refused("utr-wrong"))),
  transactionHash: field((text) =>
    transactionHashProblem(text) === undefined
      ? transactionHashOf(text)
      : new Refused("hash-of-transaction-wrong"),
  ),
  wallet: choice(wallets),
  creditOrDebit: choice(["C", "D"]),
  total: choice(totalNames),
  rewardKind: choice(rewardKindNames),
  number: field(amountOf),
} as const;
