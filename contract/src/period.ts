import * as z from "zod/mini";

const notADay = "Please choose a date";

/** A day as India counts it: 2026-02-03. */
export const indiaDay = z
  .string(notADay)
  .check(z.refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text) !== undefined, notADay));

/** What a report can be narrowed to, both days included; extend a table's query with it. */
export const periodFields = { from: z.optional(indiaDay), to: z.optional(indiaDay) };

/** The moments between which it lies: from the first one on, and up to and without the second. */
export function momentsOf(days: { from?: string | undefined; to?: string | undefined }) {
  const last = days.to === undefined ? undefined : startOf(days.to);
  return {
    from: days.from === undefined ? undefined : startOf(days.from),
    to: last && new Date(last.getTime() + 86_400_000),
  };
}

/** India's clock never changes, so a day has always 24 hours. A 31st of February is no day. */
function startOf(day: string): Date | undefined {
  const start = new Date(`${day}T00:00:00+05:30`);
  const isDay = !Number.isNaN(start.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isDay ? start : undefined;
}

const dayText = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: "Asia/Kolkata" });

/** The day that a moment belongs to. */
export function indiaDayOf(moment: Date): string {
  return dayText.format(moment);
}

/** The moment at which a day has ended: the next one's midnight. */
export function endOfDay(day: string): Date {
  const { to } = momentsOf({ to: day });
  if (!to) throw new RangeError(`${day} is no day`);
  return to;
}

/** The day so many days later, or earlier. */
export function daysAfter(day: string, days: number): string {
  return indiaDayOf(new Date(endOfDay(day).getTime() + (days - 1) * 86_400_000));
}

/** How many days lie between two. */
export function daysBetween(from: string, to: string): number {
  return Math.round((endOfDay(to).getTime() - endOfDay(from).getTime()) / 86_400_000);
}
