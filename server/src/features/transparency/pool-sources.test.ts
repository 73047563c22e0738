import { asFc, noFc, plus, minus } from "@fc/contract/units";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nothing, rewardSources, type BySource } from "./pool-sources.ts";

const funded = (some: Partial<BySource>): BySource => ({ ...nothing(), ...some });

test("what came into the pool first is paid out first, and a month's own coins in the order of the sources", () => {
  expect(
    rewardSources([
      { fundedFc: funded({ treasury: 100n, fees: 30n }), rewardsFc: asFc(60n) },
      { fundedFc: funded({ treasury: 50n, stakes_ended: 20n }), rewardsFc: asFc(80n) },
      { fundedFc: nothing(), rewardsFc: asFc(60n) },
    ]),
  ).toEqual([
    funded({ treasury: 60n }),
    funded({ treasury: 40n + 10n, fees: 30n }),
    funded({ treasury: 40n, stakes_ended: 20n }),
  ]);
});

test("a day that was closed late is paid by what came in after it, and stays in its own month", () => {
  expect(
    rewardSources([
      { fundedFc: funded({ treasury: 10n }), rewardsFc: asFc(25n) },
      { fundedFc: funded({ fees: 40n }), rewardsFc: asFc(20n) },
    ]),
  ).toEqual([funded({ treasury: 10n, fees: 15n }), funded({ fees: 20n })]);
});

test("a funding that is reversed takes back the newest coins of its source, and a reward goes back to where it came from", () => {
  expect(
    rewardSources([
      { fundedFc: funded({ treasury: 100n, fees: 50n }), rewardsFc: asFc(120n) },
      { fundedFc: funded({ treasury: 30n }), rewardsFc: asFc(-40n) },
      { fundedFc: funded({ treasury: -30n }), rewardsFc: asFc(70n) },
    ]),
  ).toEqual([
    funded({ treasury: 100n, fees: 20n }),
    funded({ treasury: -20n, fees: -20n }),
    funded({ treasury: 20n, fees: 50n }),
  ]);
});

const amount = fc.bigInt({ min: 0n, max: 1_000_000n });
const month = fc.record({
  fundedFc: fc.record({ treasury: amount, fees: amount, deductions: amount, stakes_ended: amount }),
  rewardsFc: amount,
});

test("the sources of a month add up to its rewards, and no source pays more than came from it", () => {
  fc.assert(
    fc.property(fc.array(month, { maxLength: 24 }), (months) => {
      let poolFc = noFc;
      // A pool is never below zero.
      const possible = months.map(({ fundedFc, rewardsFc }) => {
        poolFc = plus(poolFc, asFc(Object.values(fundedFc).reduce((sum, each) => sum + each, 0n)));
        const paidFc = rewardsFc < poolFc ? asFc(rewardsFc) : poolFc;
        poolFc = minus(poolFc, paidFc);
        return { fundedFc, rewardsFc: paidFc };
      });
      const before = nothing();
      for (const [at, paid] of rewardSources(possible).entries()) {
        expect(Object.values(paid).reduce((sum, each) => sum + each, 0n)).toBe(possible[at]!.rewardsFc);
        for (const source of Object.keys(before) as (keyof BySource)[]) {
          before[source] += possible[at]!.fundedFc[source] - paid[source];
          expect(before[source]).toBeGreaterThanOrEqual(0n);
        }
      }
    }),
  );
});
