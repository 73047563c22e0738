/** How often a drill does something: it must not pass because nothing was done. */
export function timesOf({ times }: { times: string }): number {
  return countOf("times", times);
}

export function countOf(name: string, value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} is a number from 1 on`);
  return count;
}

/** Of an option that names one of several things. */
export function oneOf<Name extends string>(name: string, value: string, names: readonly Name[]): Name {
  const found = names.find((each) => each === value);
  if (found === undefined) throw new Error(`--${name} is one of ${names.join(", ")}`);
  return found;
}
