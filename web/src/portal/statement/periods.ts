/** Days as text, 2026-02-03; computed in UTC, which has no daylight saving time. */
function dayText(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

function partsOf(day: string): [year: number, month: number, day: number] {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return [year, month - 1, date];
}

/** The whole month that a day lies in. */
export function monthOf(day: string): { from: string; to: string } {
  const [year, month] = partsOf(day);
  return { from: dayText(year, month, 1), to: dayText(year, month + 1, 0) };
}

/** The same day some months before, or the last day of that month if it is shorter. */
export function monthsAgo(day: string, months: number): string {
  const [year, month, date] = partsOf(day);
  const last = new Date(Date.UTC(year, month - months + 1, 0)).getUTCDate();
  return dayText(year, month - months, Math.min(date, last));
}

/** India's financial year that a day lies in: from April to March. */
export function financialYearOf(day: string): { from: string; to: string } {
  const [year, month] = partsOf(day);
  const first = month < 3 ? year - 1 : year;
  return { from: dayText(first, 3, 1), to: dayText(first + 1, 3, 0) };
}
