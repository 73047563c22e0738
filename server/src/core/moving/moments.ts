import type { FindingKindName } from "./finding-kinds.ts";

const minuteMs = 60_000;
const indiaOffsetMs = 330 * minuteMs;
const earliest = Date.UTC(2000, 0, 1);

const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/;

/** Most lines of a history share their days, and a day is checked by making a date of it. */
const knownDays = new Map<string, number | undefined>();
const mostKnownDays = 50_000;

/** The start of the day in UTC; undefined if there is no such day. */
function dayMs(day: string): number | undefined {
  if (knownDays.has(day)) return knownDays.get(day);
  const ms = Date.parse(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
  if (knownDays.size < mostKnownDays) knownDays.set(day, exists ? ms : undefined);
  return exists ? ms : undefined;
}

/** 2026-01-31T18:29:59.000Z, as programs write it: it is read in a tenth of the time. */
function writtenByProgram(text: string): number | undefined {
  const isForm =
    text.length === 24 &&
    text[10] === "T" &&
    text[13] === ":" &&
    text[16] === ":" &&
    text[19] === "." &&
    text[23] === "Z";
  if (!isForm) return undefined;
  const start = dayMs(text.slice(0, 10));
  const hours = digitsAt(text, 11, 13);
  const minutes = digitsAt(text, 14, 16);
  const seconds = digitsAt(text, 17, 19);
  const ms = digitsAt(text, 20, 23);
  const isTime = hours < 24 && minutes < 60 && seconds < 60 && ms < 1000;
  return start === undefined || !isTime
    ? undefined
    : start + (hours * 60 + minutes) * minuteMs + seconds * 1000 + ms;
}

/** NaN for what is no number. It is refused, because NaN is below no limit. */
function digitsAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

/** The moment in milliseconds. Without an offset it is India's time, and without a time India's midnight. */
export function readMoment(text: string): number | undefined {
  return writtenByProgram(text) ?? anyMoment(text);
}

function anyMoment(text: string): number | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [
    ,
    day = "",
    hours = "0",
    minutes = "0",
    seconds = "0",
    fraction = "0",
    utc,
    sign,
    off = "0",
    offMinutes = "0",
  ] = match;
  const start = dayMs(day);
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (start === undefined || !isTime || Number(off) > 14 || Number(offMinutes) > 59) return undefined;
  const time = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(`${seconds}.${fraction}`) * 1000;
  return Math.floor(start + time - offsetMs(utc, sign, Number(off) * 60 + Number(offMinutes)));
}

function offsetMs(utc: string | undefined, sign: string | undefined, minutes: number): number {
  if (utc !== undefined) return 0;
  if (sign === undefined) return indiaOffsetMs;
  return (sign === "-" ? -minutes : minutes) * minuteMs;
}

/** Of something that has happened. */
export function momentProblem(moment: number, now: Date): FindingKindName | undefined {
  if (moment > now.getTime()) return "date-in-future";
  return moment < earliest ? "date-too-early" : undefined;
}
