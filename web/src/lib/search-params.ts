/**
 * The address after the question mark, as people write it: `?page=2&search=98765`. The router's own
 * format keeps types by quoting text that could be a number; here everything is text until a page reads it.
 */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "string" || typeof value === "number") params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : "";
}
