/** India's financial year begins on 1 April; it is named by the year in which it begins. */
export function financialYearOf(day: string): number {
  const [year = "", month = ""] = day.split("-");
  return Number(month) >= 4 ? Number(year) : Number(year) - 1;
}

/** 2026-27 */
export function financialYearText(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, "0")}`;
}

export interface Days {
  from: string;
  to: string;
}

/** First and last day. */
export function financialYearDays(year: number): Days {
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` };
}

export const quarters = [1, 2, 3, 4] as const;
export type Quarter = (typeof quarters)[number];

const quarterEnds = { 1: "06-30", 2: "09-30", 3: "12-31", 4: "03-31" } as const satisfies Record<
  Quarter,
  string
>;
const quarterStarts = { 1: "04-01", 2: "07-01", 3: "10-01", 4: "01-01" } as const satisfies Record<
  Quarter,
  string
>;

/** First and last day of a quarter of a financial year; the fourth one is January to March of the next year. */
export function quarterDays(year: number, quarter: Quarter): Days {
  const calendarYear = quarter === 4 ? year + 1 : year;
  return { from: `${calendarYear}-${quarterStarts[quarter]}`, to: `${calendarYear}-${quarterEnds[quarter]}` };
}

export function quarterOf(day: string): Quarter {
  const month = Number(day.slice(5, 7));
  return month >= 10 ? 3 : month >= 7 ? 2 : month >= 4 ? 1 : 4;
}
