/** A promise is a limit of the ratio, or a limit of our own figure. */
export type Promised = ({ ratioAtMost: number } | { limit: number }) & {
  /** Why this run cannot say whether the promise is kept: it has too few members, for instance. */
  notJudged?: string;
};

export interface Result {
  name: string;
  unit: string;
  ours: number;
  /** What we are compared with, measured in the same run and in the same unit; null if there is nothing. */
  peer: number | null;
  /** Of times, bytes and faults the smaller figure is better, of rates the larger one. */
  better?: "smaller" | "larger";
  /** What the documentation promises of this figure; null if nothing. */
  promise: Promised | null;
}

export interface Judged {
  name: string;
  unit: string;
  ours: number;
  peer: number | null;
  /** How many times the peer's time or cost ours is. Smaller is better, for rates too. */
  ratio: number | null;
  promise: string | null;
  /** Null where nothing is promised, or where the promise was not judged. */
  met: boolean | null;
  notJudged?: string;
}

/** The only place that says whether a promise is kept, so that none is called kept that was not compared. */
export function judged(result: Result): Judged {
  const { name, unit, ours, peer, better = "smaller", promise } = result;
  // What was not measured has no time, and no time is smaller than any limit.
  for (const figure of [ours, peer ?? 1])
    if (!Number.isFinite(figure) || figure < 0) throw new Error(`"${name}" was not measured: ${figure}`);
  const ratio = peer === null ? null : better === "smaller" ? ours / peer : peer / ours;
  const told = { name, unit, ours, peer, ratio };
  if (promise === null) return { ...told, promise: null, met: null };
  const [text, isKept] = compared(promise, { ...told, better });
  if (promise.notJudged !== undefined)
    return { ...told, promise: text, met: null, notJudged: promise.notJudged };
  return { ...told, promise: text, met: isKept };
}

type Figures = Pick<Judged, "name" | "unit" | "ours" | "ratio"> & Required<Pick<Result, "better">>;

function compared(
  promise: Promised,
  { name, unit, ours, ratio, better }: Figures,
): [text: string, isKept: boolean] {
  if ("ratioAtMost" in promise) {
    if (ratio === null) throw new Error(`"${name}" promises a ratio and has no peer`);
    return [`a ratio of at most ${rounded(promise.ratioAtMost)}`, ratio <= promise.ratioAtMost];
  }
  return better === "smaller"
    ? [`at most ${promise.limit} ${unit}`, ours <= promise.limit]
    : [`at least ${promise.limit} ${unit}`, ours >= promise.limit];
}

/** Promises about large networks hold from so many members on. */
const fullSize = 1_000_000;

/** In a network that is smaller than promised the promise is printed as not judged. */
export function atFullSize(members: number, promise: Promised): Promised {
  if (members >= fullSize) return promise;
  const [from, here] = [fullSize, members].map((count) => count.toLocaleString("en-US"));
  return { ...promise, notJudged: `promised from ${from} members on, and this run has ${here}` };
}

export interface Summary {
  kept: number;
  missed: string[];
  notJudged: string[];
}

export function summaryOf(all: readonly Judged[]): Summary {
  const names = (of: readonly Judged[]) => of.map(({ name }) => name);
  return {
    kept: all.filter(({ met }) => met === true).length,
    missed: names(all.filter(({ met }) => met === false)),
    notJudged: names(all.filter(({ notJudged }) => notJudged !== undefined)),
  };
}

/** 1 where a promise was missed, or where nothing was measured at all. */
export function exitCodeOf(all: readonly Judged[]): 0 | 1 {
  return all.length > 0 && summaryOf(all).missed.length === 0 ? 0 : 1;
}

const reported: Judged[] = [];

/** Prints one line of JSON for each figure. */
export function report(result: Result): void {
  const told = judged(result);
  reported.push(told);
  console.log(jsonOf(told));
}

/** Prints which promises were kept, missed and not judged. A missed one fails the run. */
export function finish(): void {
  console.log(jsonOf({ promises: summaryOf(reported) }));
  process.exitCode = exitCodeOf(reported);
}

export function say(text: string): void {
  console.log(`# ${text}`);
}

function jsonOf(value: object): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "number" ? rounded(each) : each));
}

function rounded(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 5 : 3));
}
