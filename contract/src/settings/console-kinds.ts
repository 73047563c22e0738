import * as z from "zod/mini";
import { mayBeRefId, normaliseRefId } from "../ref-id.ts";

export type SettingValue = string | number | boolean | readonly string[] | readonly number[];

/** With a list of its own, so that no caller can change the settings in force. */
export function copied(value: SettingValue): string | number | boolean | string[] | number[] {
  if (typeof value !== "object") return value;
  return value.every((each) => typeof each === "string") ? [...value] : value.map(Number);
}

/** How it is typed in. */
export type SettingKind = "number" | "text" | "yes-no" | "texts" | "numbers";

interface Setting<Value extends SettingValue> {
  readonly kind: SettingKind;
  readonly label: string;
  readonly help: string;
  /** What a number counts. */
  readonly unit?: string;
  readonly rule: z.ZodMiniType<Value>;
  /** Until somebody sets it. */
  readonly initial: Value;
  /** When a change takes two people; missing where one admin changes it. */
  readonly takesTwo?: TwoPeopleRule;
}

/** When a change takes two people. What lowers the risk, one admin may always do alone. */
const twoPeopleRules = {
  always: () => true,
  "unless emptied": (_from, to) => to !== "",
  "to raise it": (from, to) => Number(to) > Number(from),
  "to lower it": (from, to) => Number(to) < Number(from),
  "to add to it": (from, to) => [to].flat().some((each) => ![from].flat().includes(each)),
  "to allow it": (_from, to) => to === true,
  "to drop it": (_from, to) => to === false,
} as const satisfies Record<string, (from: SettingValue, to: SettingValue) => boolean>;
type TwoPeopleRule = keyof typeof twoPeopleRules;

export function takesTwoPeople(
  { takesTwo }: SettingInfo,
  { from, to }: { from: SettingValue; to: SettingValue },
): boolean {
  return takesTwo !== undefined && twoPeopleRules[takesTwo](from, to);
}

interface SettingTexts {
  label: string;
  help: string;
}

interface Range {
  min: number;
  max: number;
}

export function number(
  unit: string,
  { min, max }: Range,
  initial: number,
  texts: SettingTexts,
): Setting<number> {
  const problem = `A whole number from ${min.toLocaleString("en-IN")} to ${max.toLocaleString("en-IN")}`;
  const rule = z.number(problem).check(z.int(problem), z.minimum(min, problem), z.maximum(max, problem));
  return { kind: "number", unit, rule, initial, ...texts };
}

export const coins = (initial: number, texts: SettingTexts) =>
  number("FC", { min: 0, max: 1_000_000_000_000 }, initial, texts);

/** A change of it redirects money, or weakens a guard. */
export const byTwo = <Value extends SettingValue>(
  takesTwo: TwoPeopleRule,
  setting: Setting<Value>,
): Setting<Value> => ({ ...setting, takesTwo });

/** From which on one operator is not enough; so one alone does not raise it either. */
export const amountForTwo = (help: string): Setting<number> =>
  byTwo("to raise it", coins(100_000_000, { label: "Two operators from", help }));

export function text(initial: string, texts: SettingTexts): Setting<string> {
  const rule = z.string("Please enter text").check(z.trim(), z.maxLength(120, "At most 120 characters"));
  return { kind: "text", rule, initial, ...texts };
}

export function yesNo(initial: boolean, texts: SettingTexts): Setting<boolean> {
  return { kind: "yes-no", rule: z.boolean("Yes or no"), initial, ...texts };
}

/** From how many members on it is a signal that they share something. */
export const sharers = (initial: number, label: string) =>
  number("members", { min: 2, max: 200 }, initial, {
    label,
    help: "How many members have to share it before it counts.",
  });

const notAUserId = "This is not a user ID";
const userId = z
  .pipe(z.string(notAUserId), z.transform(normaliseRefId))
  .check(z.refine((refId) => mayBeRefId(refId), notAUserId));

export function userIdOrNone(texts: SettingTexts): Setting<string> {
  return { kind: "text", rule: z.union([z.literal(""), userId], notAUserId), initial: "", ...texts };
}

export function userIds(texts: SettingTexts): Setting<readonly string[]> {
  return { kind: "texts", rule: z.array(userId).check(z.maxLength(20, "At most 20")), initial: [], ...texts };
}

export function quality(texts: SettingTexts): Setting<number> {
  const problem = "From 0.1 to 1";
  const rule = z.number(problem).check(z.minimum(0.1, problem), z.maximum(1, problem));
  return { kind: "number", unit: "of 1", rule, initial: 0.2, ...texts };
}

/** Of any setting. */
export type SettingInfo = Setting<SettingValue>;

type Problem = readonly [setting: string, why: string] | undefined;
export type Settings = Readonly<Record<string, Setting<SettingValue>>>;
export type ValuesOf<S extends Settings> = { [Key in keyof S]: S[Key]["initial"] };

interface Group<S extends Settings> {
  readonly title: string;
  readonly settings: S;
  /** What its settings must hold together: which one is wrong, and why. */
  readonly problem: (values: ValuesOf<S>) => Problem;
}

export function group<S extends Settings>(
  title: string,
  settings: S,
  problem: (values: ValuesOf<S>) => Problem = () => undefined,
): Group<S> {
  return { title, settings, problem };
}
