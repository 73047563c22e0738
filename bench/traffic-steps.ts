import { say } from "./lib/report.ts";
import { quantile, timesOf, type Figures, type Load } from "./traffic-load.ts";
import type { Mix } from "./traffic-mix.ts";
import type { Usage, Watch } from "./traffic-watch.ts";

/** A step that answers later than this, or with errors, is more than the machine can do. */
const limits = { p99Ms: 250, errors: 0 };
const stepSeconds = 5;
const factor = 1.25;
const least = 10;

export interface Step {
  offered: number;
  figures: Figures;
  usage: Usage;
}

export interface Ramp {
  /** The last step within the limits. */
  sustained: Step;
  /** What was above them. */
  broken: Step;
}

export interface RampOptions {
  name: string;
  mix: Mix;
  from: number;
  load: Load;
  watch: Watch;
}

/**
 * Offers more and more until a step is above a limit, twice in a row: another program's work may delay one. Where even
 * the first step is too much, it begins lower.
 */
export async function ramp({ name, mix, from, load, watch }: RampOptions): Promise<Ramp> {
  let sustained: Step | undefined;
  let isSecondTry = false;
  for (let offered = from; ;) {
    const { result: figures, usage } = await watch.during(() =>
      load.offer({ mix, requestsPerSecond: offered, seconds: stepSeconds }),
    );
    const step = { offered, figures, usage };
    const isWithin = isWithinLimits(figures);
    say(`${name}: ${describe(step)}${isWithin ? "" : " ABOVE THE LIMIT"}`);
    if (isWithin) {
      sustained = step;
      isSecondTry = false;
      offered *= factor;
    } else if (!isSecondTry) isSecondTry = true;
    else if (sustained) return { sustained, broken: step };
    else if (offered < least)
      throw new Error(`${name}: not even ${least} requests a second are answered in time`);
    else {
      isSecondTry = false;
      offered /= 3;
    }
  }
}

function isWithinLimits(figures: Figures): boolean {
  return errorsOf(figures) <= limits.errors && quantile(timesOf(figures), 0.99) <= limits.p99Ms;
}

function errorsOf({ errors }: Figures): number {
  return [...errors.values()].reduce((sum, count) => sum + count, 0);
}

function describe({ offered, figures }: Step): string {
  const times = timesOf(figures);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)].map((ms) => ms.toFixed(1));
  return `${offered.toFixed(0)}/s offered, ${figures.perSecond.toFixed(0)}/s answered, p50 ${p50} ms, p99 ${p99} ms, errors: ${describeErrors(figures.errors) || "none"}`;
}

export function describeErrors(errors: Figures["errors"]): string {
  return [...errors].map(([reason, count]) => `${count} × ${reason}`).join(", ");
}

/** What was above a limit, and what was full then. */
export function whatBroke({ figures, offered, usage }: Step, watch: Watch): string {
  const slowest = [...figures.times]
    .map(([name, times]) => ({ name, p99: quantile(times, 0.99) }))
    .toSorted((one, other) => other.p99 - one.p99)[0];
  const slow = slowest ? `, slowest ${slowest.name} (p99 ${slowest.p99.toFixed(0)} ms)` : "";
  return `breaks at ${offered.toFixed(0)}/s${slow}; fullest: ${watch.fullest(usage)}`;
}
