import { sure } from "@fc/contract/sure";
import type { DayOrder } from "@fc/contract/bank-statements/console";

/** How banks write days and amounts. What is not understood is undefined, and refuses the file: nothing is guessed. */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** 31/12/2026, 31-Dec-26, 31.12.2026 23:59, 2026-12-31: as the day 2026-12-31. A time behind it is left out. */
export function dayIn(text: string, order: DayOrder): string | undefined {
  const parts =
    /^(\d{1,4}|[a-z]{3,9})[\s/.,-]+(\d{1,2}|[a-z]{3,9})[\s/.,-]+(\d{2,4})(?:[\sT]+\d{1,2}:\d{2}.*)?$/i.exec(
      text.trim(),
    );
  if (!parts) return undefined;
  const cells = [sure(parts[1]), sure(parts[2]), sure(parts[3])];
  const at = { d: order.indexOf("d"), m: order.indexOf("m"), y: order.indexOf("y") };
  const [day, month, year] = [sure(cells[at.d]), sure(cells[at.m]), sure(cells[at.y])];
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  if (!/^\d{1,2}$/.test(day) || !/^(?:\d{2}|\d{4})$/.test(year)) return undefined;
  const number = /^\d{1,2}$/.test(month) ? Number(month) : named;
  const iso = [year.padStart(4, "20"), String(number).padStart(2, "0"), day.padStart(2, "0")].join("-");
  const moment = new Date(`${iso}T00:00:00Z`);
  // 31 February becomes a day in March, which is not what the text says.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : undefined;
}

const incoming = /^(?:cr|c|credit|h)\.?$/i;
const outgoing = /^(?:dr|d|debit|s)\.?$/i;

/** What "CR" or "DR" says: 1 for what comes in. */
export function directionIn(text: string): 1n | -1n | undefined {
  const word = text.trim();
  if (incoming.test(word)) return 1n;
  return outgoing.test(word) ? -1n : undefined;
}

/** Commas between the digits as in India or elsewhere, then a point; */
const pointed = /^(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.(\d{1,2}))?$/;
/** or points between the digits, then a comma. */
const comma = /^(?:\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/;
const longestAmount = 20;

/**
 * An amount in paise with its sign: 1,23,456.78, ₹ 500.00 Cr, (1,234.50), 500-, 1.234,56. Nothing and a dash are 0.
 * Undefined if it is no amount.
 */
export function paiseIn(text: string): bigint | undefined {
  let rest = text.replaceAll(/[\s\u00A0₹]|INR|Rs\.?/gi, "");
  if (rest === "" || rest === "-") return 0n;
  if (rest.length > longestAmount + 4) return undefined;
  let sign = 1n;
  const [, number, word] = /^([^a-z]*)([a-z]+\.?)$/i.exec(rest) ?? [];
  if (number !== undefined && word !== undefined) {
    const direction = directionIn(word);
    if (direction === undefined) return undefined;
    sign = direction;
    rest = number;
  }
  const [, inBrackets] = /^\((.*)\)$/.exec(rest) ?? [];
  if (inBrackets !== undefined) {
    sign = -sign;
    rest = inBrackets;
  }
  const [, before = "", digits = "", after = ""] = /^([+-]?)(.*?)(-?)$/.exec(rest.replace("−", "-")) ?? [];
  if (before === "-" || after === "-") sign = -sign;
  const found = pointed.exec(digits) ?? comma.exec(digits);
  if (!found || digits.length > longestAmount) return undefined;
  const [, fraction = ""] = found;
  const whole = digits.slice(0, digits.length - (fraction === "" ? 0 : fraction.length + 1));
  return sign * BigInt(whole.replaceAll(/[.,]/g, "") + fraction.padEnd(2, "0"));
}

/** Everything in a text that may be a UTR: as it is written and, because some banks fill up with zeros, without them. */
export function utrsIn(...texts: string[]): string[] {
  const found = texts.flatMap((text) => text.toUpperCase().match(/[A-Z0-9]{10,40}/g) ?? []);
  const likely = found.filter((text) => (text.match(/\d/g) ?? []).length >= 6);
  const short = likely.map((text) => text.replace(/^0+/, ""));
  return [...new Set([...likely, ...short])].filter(({ length }) => length >= 12 && length <= 22);
}
