/** "Asha V.": what a stranger is told of a member, enough to see that it is the right one. */
export function shortName(name: string): string {
  const [first = "", ...rest] = name.split(" ").filter(Boolean);
  const last = rest.at(-1);
  return last === undefined ? first : `${first} ${Array.from(last)[0]}.`;
}
