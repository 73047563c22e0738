/** How long ago, in the largest unit that says it well: "3 h", "2 d". For queues, where seconds do not matter. */
export function ageText(iso: string, now: number = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} d`;
}

export function isPast(iso: string, now: number = Date.now()): boolean {
  return Date.parse(iso) < now;
}

export function isOlderThan(ms: number, iso: string, now: number = Date.now()): boolean {
  return Date.parse(iso) < now - ms;
}
