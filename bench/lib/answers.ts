import { median } from "./timing.ts";

/** An error is often answered faster than a page, so it must never be counted as one: it ends the run. */
export function expectOk(what: string, { status }: { status: number }): void {
  if (status !== 200) throw new Error(`${what} was answered with ${status} instead of 200`);
}

export interface AnswerTimes<Answer> {
  /** In the middle. */
  ms: number;
  worstMs: number;
  last: Answer;
}

interface Measured<Answer> {
  what: string;
  runs: number;
  /** If the first answer takes longer than this, it is the only one. */
  tooLongMs: number;
  ask: () => Promise<Answer>;
}

/** Asks the same again and again, and checks every answer. */
export async function answerTimes<Answer extends { status: number }>(
  measured: Measured<Answer>,
): Promise<AnswerTimes<Answer>> {
  const { what, runs, tooLongMs, ask } = measured;
  const times: number[] = [];
  for (;;) {
    const start = performance.now();
    const last = await ask();
    times.push(performance.now() - start);
    expectOk(what, last);
    if (times.length === runs || times[0]! > tooLongMs)
      return { ms: median(times), worstMs: Math.max(...times), last };
  }
}
