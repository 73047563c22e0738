/** How often a drill does something: it must not pass because nothing was done. */
export function timesOf({ times }: { times: string }): number {
  const count = Number(times);
  if (!Number.isInteger(count) || count < 1) throw new Error("--times is a number from 1 on");
  return count;
}
