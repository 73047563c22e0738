export interface Result {
  name: string;
  unit: string;
  ours: number;
  /** What it is compared with; null where there is only a figure to show. */
  peer: number | null;
  ratio: number | null;
  /** What the ratio has to be, if anything was promised. */
  atLeast?: number;
  atMost?: number;
}

/** One line a benchmark, for machines; a promise that is not kept fails the run. */
export function report(result: Result): void {
  const { ratio, atLeast = 0, atMost = Infinity } = result;
  const met = ratio === null || (ratio >= atLeast && ratio <= atMost);
  console.log(
    JSON.stringify({ ...result, met }, (_, value: unknown) =>
      typeof value === "number" ? rounded(value) : value,
    ),
  );
  if (!met) process.exitCode = 1;
}

export function say(text: string): void {
  console.log(`# ${text}`);
}

function rounded(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 5 : 3));
}
