import type { Fc, UsdCents } from "./units.ts";
import { fcFromText, usdCentsFromText } from "./money.ts";

/** What an amount field takes: its unit, which may be pasted along, and how many decimals there are. */
export interface AmountFormat {
  unit: "FC" | "$";
  decimals: 0 | 2 | 4;
}

/** Why a text is refused as an amount. */
export type AmountProblem =
  | { kind: "sign" | "points" | "separators" | "decimals" | "size" }
  | { kind: "character"; character: string };

interface AmountRead {
  /** The digits with a point, for `fcFromText` and as a number. */
  plain: string;
  /** Grouped by lakh and crore, with the decimals as they were typed. */
  shown: string;
}

/** Zeros of the scripts whose digits are understood: those of India's languages, Arabic's two rows, and full width. */
const zeros = "०০੦૦୦௦౦೦൦٠۰０";
const foreignDigits = new RegExp(
  `[${[...zeros].map((zero) => `${zero}-${String.fromCodePoint(codeOf(zero) + 9)}`).join("")}]`,
  "gu",
);
/** Marks that are pasted along and cannot be seen, such as those of the reading direction. */
const invisible = /\p{Cf}/gu;
const signs = /[-+−–—]/u;
const unitAround = { FC: /^fc\s*|\s*fc$/giu, $: /^\$\s*|\s*\$$/gu } as const;

/** Groups of three, or a last group of three after groups of two. 0,500 is no group, for it may be half a coin. */
const grouped = /^[1-9]\d{0,2}(?:[, ]\d{3})+$|^[1-9]\d?[, ](?:\d{2}[, ])*\d{3}$/;
/** Longer texts are not looked at. */
const longest = 60;

/** Digits of any understood script as 0 to 9; everything else stays. */
export function latinDigits(text: string): string {
  return text.replace(foreignDigits, (digit) => String(valueOf(digit)));
}

function valueOf(digit: string): number {
  const zero = [...zeros].findLast(
    (each) => codeOf(each) <= codeOf(digit) && codeOf(digit) <= codeOf(each) + 9,
  );
  return codeOf(digit) - codeOf(zero ?? "0");
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/**
 * Reads what a person typed or pasted as an amount. It is the number that was meant, or it is refused: nothing is
 * dropped that could have changed it. Undefined while there is nothing, or the unit alone.
 */
export function readAmount(
  typed: string,
  format: AmountFormat,
): AmountRead | { problem: AmountProblem } | undefined {
  const text = latinDigits(typed.replace(invisible, ""))
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")
    .replace(/\s/gu, " ")
    .trim()
    .replace(unitAround[format.unit], "");
  if (text === "") return undefined;
  if (text.length > longest) return refused("size");
  const other = /[^\d., ]/u.exec(text)?.[0];
  if (other !== undefined) {
    return signs.test(other) ? refused("sign") : { problem: { kind: "character", character: other } };
  }
  const [whole = "", fraction, ...more] = text.split(".");
  if (more.length > 0) return refused("points");
  // 1.234,5 may be 1,234.5, and 1,5 may be 1.5.
  if (!/^\d*$/.test(fraction ?? "") || !(/^\d*$/.test(whole) || grouped.test(whole)))
    return refused("separators");

  const wholeDigits = whole.replace(/[, ]/g, "").replace(/^0+(?=\d)/, "") || "0";
  const fractionDigits = fraction?.replace(/0+$/, "") ?? "";
  if (fractionDigits.length > format.decimals) return refused("decimals");
  const plain = fractionDigits === "" ? wholeDigits : `${wholeDigits}.${fractionDigits}`;
  const units = format.unit === "FC" ? fcFromText(plain) : usdCentsFromText(plain);
  if (units === undefined) return refused("size");
  const shown = BigInt(wholeDigits).toLocaleString("en-IN");
  return { plain, shown: fraction === undefined ? shown : `${shown}.${fraction}` };
}

function refused(kind: Exclude<AmountProblem["kind"], "character">): { problem: AmountProblem } {
  return { problem: { kind } };
}

/** The digits with a point; undefined if it is not an amount. */
export function plainTyped(typed: string, format: AmountFormat): string | undefined {
  const read = readAmount(typed, format);
  return read && "plain" in read ? read.plain : undefined;
}

/** Units of FC; undefined if it is not an amount. */
export function fcTyped(typed: string): Fc | undefined {
  const plain = plainTyped(typed, { unit: "FC", decimals: 4 });
  return plain === undefined ? undefined : fcFromText(plain);
}

/** Cents; undefined if it is not an amount. */
export function usdCentsTyped(typed: string): UsdCents | undefined {
  const plain = plainTyped(typed, { unit: "$", decimals: 2 });
  return plain === undefined ? undefined : usdCentsFromText(plain);
}
