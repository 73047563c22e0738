import * as z from "zod/mini";

const notADay = "Please choose a date";

/** A calendar day in India: 2026-02-03. */
export const indiaDay = z
  .string(notADay)
  .check(z.refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text) !== undefined, notADay));

/** The period of a report, both days included. Extend a table's query with it. */
export const periodFields = { from: z.optional(indiaDay), to: z.optional(indiaDay) };

/** The start and end of a period as moments; the end does not belong to it. */
export function momentsOf(days: { from?: string | undefined; to?: string | undefined }) {
  const last = days.to === undefined ? undefined : startOf(days.to);
  return {
    from: days.from === undefined ? undefined : startOf(days.from),
    to: last && new Date(last.getTime() + 86_400_000),
  };
}

/** Undefined for a day that does not exist, such as 31 February. India has no summer time: each day has 24 hours. */
function startOf(day: string): Date | undefined {
  const start = new Date(`${day}T00:00:00+05:30`);
  const isDay = !Number.isNaN(start.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isDay ? start : undefined;
}

const dayText = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "Asia/Kolkata" });

/** The day in India that a moment belongs to. */
export function indiaDayOf(moment: Date): string {
  return dayText.format(moment);
}

/** The moment at which a day ends: midnight of the next day. */
export function endOfDay(day: string): Date {
  const { to } = momentsOf({ to: day });
  if (!to) throw new RangeError(`${day} is not a valid day`);
  return to;
}

/** The day that is this number of days later, or earlier if negative. */
export function daysAfter(day: string, days: number): string {
  return indiaDayOf(new Date(endOfDay(day).getTime() + (days - 1) * 86_400_000));
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((endOfDay(to).getTime() - endOfDay(from).getTime()) / 86_400_000);
}
