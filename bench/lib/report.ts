export interface Result {
  name: string;
  unit: string;
  ours: number;
  /** The figure to compare with; null if there is none. */
  peer: number | null;
  ratio: number | null;
  /** What it was before it was worked on. */
  before?: number;
  /** Limits of the ratio, if the documentation promises one. */
  atLeast?: number;
  atMost?: number;
}

/** Prints one line of JSON per benchmark. A broken promise fails the run. */
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
