import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { indiaDay } from "../period.ts";
import { route, type ResponseOf } from "../route.ts";
import { passkeyRequest } from "../security/passkey-wire.ts";
import { keysOf } from "../sure.ts";
import { timestamp } from "../wire.ts";

/** Rules by which the worker pays without a touch for each batch. Two approvers sign them. */

const wholeNumber = (most: number) =>
  z
    .number("Please enter a whole number")
    .check(z.int("Please enter a whole number"), z.minimum(0), z.maximum(most));
const coins = wholeNumber(1_000_000_000_000).check(z.minimum(1, "Please enter an amount"));
const days = wholeNumber(3650);

const rulesFields = {
  /** In whole FC, of what arrives. */
  largestFc: coins,
  memberDayFc: coins,
  dayFc: coins,
  /** Since the worker itself first saw the address. */
  addressDays: days,
  accountDays: days,
  /** Without a change that a thief would make, and without money that operators moved. */
  quietDays: days,
};
const rules = z.object(rulesFields);
export type PayoutRules = z.output<typeof rules>;

/** Each rule as a clause of "It is paid automatically if …"; `stop` is why it is not. */
export const payoutRuleWords = {
  largestFc: {
    label: "Largest payout",
    unit: "FC",
    words: "It is at most {n} FC",
    stop: "it is larger than the rules allow",
  },
  memberDayFc: {
    label: "Most of one member in a day",
    unit: "FC",
    words: "Its member gets at most {n} FC a day",
    stop: "its member would get more on one day than the rules allow",
  },
  dayFc: {
    label: "Most of all members in a day",
    unit: "FC",
    words: "All members together get at most {n} FC a day automatically",
    stop: "the most of one day is reached",
  },
  addressDays: {
    label: "Address known to the worker",
    unit: "days",
    words: "The worker has known its address for {n} days",
    stop: "its address is too new",
  },
  accountDays: {
    label: "Age of the account",
    unit: "days",
    words: "Its account is {n} days old",
    stop: "its account is too new",
  },
  quietDays: {
    label: "Without changes",
    unit: "days",
    words:
      "For {n} days no new device, passkey, e-mail address, password, coin address or bank account, no other way to confirm, no reset access, no freeze, no adjustment and no undone stake",
    stop: "something about the account changed too recently",
  },
} as const satisfies Record<
  keyof PayoutRules,
  { label: string; unit: "FC" | "days"; words: string; stop: string }
>;

/** Those that hold whatever the numbers are. */
export const fixedRuleWords = {
  active: { words: "Its account is neither blocked nor frozen", stop: "its account is blocked or frozen" },
  kyc: { words: "PAN and bank details are approved", stop: "PAN and bank details are not approved" },
  signals: {
    words: "The signals have looked at it, and none is open",
    stop: "a signal about its member is open, or was not looked for yet",
  },
} as const;

export type PayoutRuleName = keyof PayoutRules | keyof typeof fixedRuleWords;

/** In the order in which they are looked at. */
export const payoutRuleNames = [...keysOf(payoutRuleWords), ...keysOf(fixedRuleWords)];

export function ruleStop(name: PayoutRuleName): string {
  return { ...payoutRuleWords, ...fixedRuleWords }[name].stop;
}

/** The clauses of these rules, in the order in which they are looked at. A rule whose number is 0 stops nothing and has none. */
export function ruleClauses(given: PayoutRules): string[] {
  const numbered = keysOf(payoutRuleWords).filter((name) => given[name] > 0);
  const clauses = numbered.map((name) => {
    const { words, unit } = payoutRuleWords[name];
    const count = given[name].toLocaleString("en-IN");
    return words.replace(`{n} ${unit}`, unit === "days" && given[name] === 1 ? "1 day" : `${count} ${unit}`);
  });
  return [...clauses, ...Object.values(fixedRuleWords).map(({ words }) => words)];
}

const shown = { rules, endsAt: timestamp, signedBy: z.array(z.string()) };

export const payoutRules = route({
  method: "GET",
  path: "/console/payout-rules",
  access: operatorRights.decideRequests,
  summary:
    "The rules by which payouts are paid automatically, and those that wait for a second signature; null where the worker gives out no word for rules.",
  response: z.object({
    data: z.nullable(
      z.object({
        /** As the worker says itself. */
        inForce: z.nullable(
          z.object({
            ...shown,
            /** What they have handed over and not failed to pay on this day. */
            usedTodayFc: z.number(),
          }),
        ),
        /** Signed by one approver, or by both and not looked at by the worker yet. */
        waiting: z.nullable(
          z.object({
            ...shown,
            text: z.string(),
            /** By this operator. */
            isSigned: z.boolean(),
            /** Null where the operator has no passkey for it. */
            request: z.nullable(passkeyRequest),
          }),
        ),
        /** Stopped a moment ago: the worker gives out a new word soon. */
        isStopped: z.boolean(),
        /** Why the worker does not take what two approvers have signed. */
        problem: z.nullable(z.string()),
      }),
    ),
  }),
});
export type PayoutRulesState = NonNullable<ResponseOf<typeof payoutRules>["data"]>;

/** The withdrawals of these days are shown beside rules that are written. */
export const trialDays = 30;

const asked = { count: z.number(), amountFc: z.number() };

export const tryPayoutRules = route({
  method: "POST",
  path: "/console/payout-rules/trial",
  access: operatorRights.decideRequests,
  summary:
    "What rules would have done with the coin withdrawals of the last 30 days, by what tables know: signals and blocks are those of now, and an address is as old as its member's registration of it.",
  body: z.strictObject(rulesFields),
  reads: true,
  response: z.object({
    data: z.object({
      /** All of them; only the newest 5,000 where there are more. */
      asked: z.object(asked),
      paid: z.object(asked),
      /** What each rule would have stopped, and how many of them no other rule. */
      stopped: z.array(z.object({ rule: z.enum(payoutRuleNames), ...asked, alone: z.number() })),
    }),
  }),
});
export type PayoutRulesTrial = ResponseOf<typeof tryPayoutRules>["data"];

export const draftPayoutRules = route({
  method: "POST",
  path: "/console/payout-rules/draft",
  access: operatorRights.decideRequests,
  summary: "Writes rules as the text that approvers sign. Nothing is kept before the first signature.",
  body: z
    .strictObject({ ...rulesFields, lastDay: indiaDay })
    .check(
      z.refine(
        ({ largestFc, dayFc }) => largestFc <= dayFc,
        "One payout cannot be larger than what a day allows",
      ),
    ),
  response: z.object({ data: z.object({ text: z.string(), request: z.nullable(passkeyRequest) }) }),
});

export const stopPayoutRules = route({
  method: "POST",
  path: "/console/payout-rules/stop",
  access: operatorRights.decideRequests,
  summary:
    "Ends the rules at once, also those that wait for a second signature. They count only if signed anew.",
  response: z.object({}),
});
