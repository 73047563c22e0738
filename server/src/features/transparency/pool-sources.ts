import { noFc, minus, type Fc, asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { poolSourceNames, type PoolSource } from "@fc/contract/transparency/reserves";

export type BySource = Record<PoolSource, bigint>;

/** What happened to the pool in a month: what came in less what was taken back, and the rewards paid. */
export interface PoolMonth {
  fundedFc: Readonly<BySource>;
  rewardsFc: Fc;
}

interface Layer {
  source: PoolSource;
  amountFc: Fc;
}

export const nothing = (): BySource => ({ treasury: 0n, fees: 0n, deductions: 0n, stakes_ended: 0n });

/**
 * From which source the rewards of each month were paid, the months in order. What came into the pool first is paid out
 * first. What came in within one month counts as there before its rewards, in the order of the sources, so that the
 * monthly figures alone are enough to compute this again.
 */
export function rewardSources(months: readonly PoolMonth[]): BySource[] {
  const paid = months.map(nothing);
  const layers: Layer[] = [];
  const spent: Layer[] = [];
  /** A day that was closed late counts in its own month, and may be paid by what came in a month after. */
  const owed: { month: number; amountFc: Fc }[] = [];

  const pay = (month: number, amountFc: Fc) => {
    for (const part of taken(layers, amountFc, () => 0)) {
      sure(paid[month])[part.source] += part.amountFc;
      spent.push(part);
      amountFc = minus(amountFc, part.amountFc);
    }
    if (amountFc > 0n) owed.push({ month, amountFc });
  };
  for (const [month, { fundedFc, rewardsFc }] of months.entries()) {
    for (const source of poolSourceNames) {
      const amountFc = asFc(fundedFc[source]);
      if (amountFc > 0n) layers.push({ source, amountFc });
      // Taken back: the newest coins of the same source leave first.
      else
        taken(layers, minus(noFc, amountFc), (all) => all.findLastIndex((layer) => layer.source === source));
    }
    for (const due of owed.splice(0)) pay(due.month, due.amountFc);
    if (rewardsFc >= 0n) pay(month, rewardsFc);
    else {
      // More rewards were reversed than paid: the newest go back to where they came from.
      for (const part of taken(spent, minus(noFc, rewardsFc), (all) => all.length - 1)) {
        sure(paid[month])[part.source] -= part.amountFc;
        layers.unshift(part);
      }
    }
  }
  return paid;
}

/** Takes an amount out of layers, each time from the one that is chosen, until there is nothing left to take. */
function taken(layers: Layer[], amountFc: Fc, choose: (layers: readonly Layer[]) => number): Layer[] {
  const parts: Layer[] = [];
  while (amountFc > 0n) {
    const at = choose(layers);
    const layer = layers[at];
    if (!layer) break;
    const partFc = layer.amountFc < amountFc ? layer.amountFc : amountFc;
    layer.amountFc = minus(layer.amountFc, partFc);
    amountFc = minus(amountFc, partFc);
    if (layer.amountFc === 0n) layers.splice(at, 1);
    parts.push({ source: layer.source, amountFc: partFc });
  }
  return parts;
}
