/** "Asha V.": what another member may read of a name, enough to recognise the right person. */
export function shortName(name: string): string {
  const [first = "", ...rest] = name.split(" ").filter(Boolean);
  const last = rest.at(-1);
  return last === undefined ? first : `${first} ${Array.from(last)[0]}.`;
}
