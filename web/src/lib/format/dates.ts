import { indiaDayOf } from "@fc/contract/period";
import { languageOf, localeOf } from "@fc/contract/languages";

const zone = "Asia/Kolkata";

/** Kept, because a slow phone takes milliseconds to make one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const kept =
    formatters.get(key) ??
    new Intl.DateTimeFormat(localeOf[languageOf(language)], { timeZone: zone, ...options });
  formatters.set(key, kept);
  return kept;
}

/** 15 Nov 2026, in India, whatever time zone the phone has. */
export function dateText(iso: string, language: string): string {
  return formatter(language, { day: "numeric", month: "short", year: "numeric" }).format(new Date(iso));
}

/** The same for an Indian day such as 2026-11-15. */
export function dayText(day: string, language: string): string {
  return dateText(`${day}T12:00:00+05:30`, language);
}

/** 15 Nov 2026, 10:30 am */
export function dateTimeText(iso: string, language: string): string {
  const options = {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  } as const;
  return formatter(language, options).format(new Date(iso));
}

/** 15 Nov 2026, 10:30:07 am: where the order of what happened within a minute matters. */
export function exactTimeText(iso: string, language: string): string {
  const options = { dateStyle: "medium", timeStyle: "medium" } as const;
  return formatter(language, options).format(new Date(iso));
}

/** 15 Nov, 10:30 am: below a heading that has the year. */
export function dayTimeText(iso: string, language: string): string {
  const options = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
  return formatter(language, options).format(new Date(iso));
}

/** 15 Nov, 10:30 am, and the year of another one. */
export function shortTimeText(iso: string, language: string): string {
  const isThisYear = indiaDayOf(new Date(iso)).slice(0, 4) === indiaDayOf(new Date()).slice(0, 4);
  return (isThisYear ? dayTimeText : dateTimeText)(iso, language);
}

/** November 2026 */
export function monthText(iso: string, language: string): string {
  return formatter(language, { month: "long", year: "numeric" }).format(new Date(iso));
}

/** 10:30 am */
export function timeText(iso: string, language: string): string {
  return formatter(language, { hour: "numeric", minute: "2-digit" }).format(new Date(iso));
}

/** 12 minutes: never less than it takes, and in the largest unit that says it well. */
export function waitText(seconds: number, language: string): string {
  const [unit, inSeconds] =
    seconds < 90
      ? (["second", 1] as const)
      : seconds < 90 * 60
        ? (["minute", 60] as const)
        : seconds < 36 * 3600
          ? (["hour", 3600] as const)
          : (["day", 86_400] as const);
  const style = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(localeOf[languageOf(language)], style).format(Math.ceil(seconds / inSeconds));
}
