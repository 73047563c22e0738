/** The median time in milliseconds, which depends least on other load of the machine. */
export async function medianMs(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timeMs(work));
  return median(times);
}

/** Two medians of runs that take turns, so that both run under the same load. */
export async function mediansMs(
  runs: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    times[0].push(await timeMs(one));
    times[1].push(await timeMs(other));
  }
  return [median(times[0]), median(times[1])];
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}
