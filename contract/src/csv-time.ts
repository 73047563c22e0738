const indiaMoment = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "Asia/Kolkata",
});

/** India's time as a spreadsheet understands and sorts it: 2026-11-15 15:42:07. */
export function csvTime(iso: string): string {
  return indiaMoment.format(new Date(iso));
}
