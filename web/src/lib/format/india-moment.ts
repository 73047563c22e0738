const asInput = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "Asia/Kolkata",
});

/** A moment as a field for date and time holds it, in India's time: 2026-02-03T14:30. */
export function momentInput(iso: string): string {
  return asInput.format(new Date(iso)).replace(" ", "T");
}

/** What such a field holds, as a moment; null where it is empty. */
export function momentOf(input: string): string | null {
  const moment = new Date(`${input}:00+05:30`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
