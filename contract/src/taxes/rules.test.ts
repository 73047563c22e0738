import { type Fc, asFc } from "../units.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inrPaiseForFcInPayersFavour } from "../money.ts";
import { taxOf, taxPartsOf, type TaxTerms } from "./rules.ts";

const amounts = fc.bigInt({ min: 1n, max: 10n ** 13n }).map((units) => asFc(units));
const rates = fc.integer({ min: 1, max: 10_000 });
const prices = fc.record({
  fcFor15Usd: fc.bigInt({ min: 10_000n, max: 10n ** 12n }),
  inrPerUsd: fc.bigInt({ min: 10_000n, max: 10n ** 7n }),
});

interface Payment {
  amountFc: Fc;
  /** How much of it the fee leaves, in hundredths. */
  leftPercent: bigint;
}

const payments = fc.array(fc.record({ amountFc: amounts, leftPercent: fc.bigInt({ min: 0n, max: 100n }) }), {
  minLength: 1,
  maxLength: 12,
});

/** The taxes of a year, one payment after the other. */
function yearOf(terms: Omit<TaxTerms, "sumPaise" | "taxedPaise">, year: readonly Payment[]) {
  let [sumPaise, taxedPaise] = [0n, 0n];
  return year.map(({ amountFc, leftPercent }) => {
    const before = { sumPaise, taxedPaise };
    const tax = taxOf({ ...terms, ...before }, { amountFc, mostFc: asFc((amountFc * leftPercent) / 100n) });
    sumPaise += tax.basePaise;
    taxedPaise += tax.newlyTaxedPaise;
    return { ...tax, ...before, amountFc };
  });
}

const years = fc.record({
  rateBasisPoints: rates,
  thresholdPaise: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  price: prices,
});

test("every tax is its rate times what it is of, rounded down, to the unit", () => {
  fc.assert(
    fc.property(years, payments, (terms, year) => {
      for (const { amountFc, basePaise, taxFc, sumPaise, taxedPaise } of yearOf(terms, year)) {
        if (taxFc === 0n) continue;
        const { taxedFc, earlierFc } = taxPartsOf({
          baseFc: amountFc,
          basePaise,
          rateBasisPoints: terms.rateBasisPoints,
          taxFc,
          sumBeforePaise: sumPaise,
          taxedBeforePaise: taxedPaise,
          price: terms.price,
        });
        expect((taxedFc * BigInt(terms.rateBasisPoints)) / 10_000n).toBe(taxFc);
        expect(earlierFc).toBe(taxedFc > amountFc ? taxedFc - amountFc : 0n);
      }
    }),
  );
});

test("no year is taxed for more than its sum, and never before the threshold", () => {
  fc.assert(
    fc.property(years, payments, (terms, year) => {
      let sum = 0n;
      let taxed = 0n;
      for (const { basePaise, taxPaise, newlyTaxedPaise, taxFc } of yearOf(terms, year)) {
        sum += basePaise;
        taxed += newlyTaxedPaise;
        expect(taxed).toBeLessThanOrEqual(sum);
        expect(sum > terms.thresholdPaise || (taxFc === 0n && newlyTaxedPaise === 0n)).toBe(true);
        expect(taxPaise * 10_000n).toBeLessThanOrEqual((sum + 1n) * BigInt(terms.rateBasisPoints));
      }
    }),
  );
});

test("a year that was taxed for more than its sum pays no tax again until its sum is above it", () => {
  fc.assert(
    fc.property(years, amounts, fc.bigInt({ min: 0n, max: 10n ** 9n }), (terms, amountFc, overPaise) => {
      const sumPaise = terms.thresholdPaise + 1n;
      const taxedPaise = sumPaise + overPaise;
      const { taxFc, basePaise } = taxOf(
        { ...terms, sumPaise, taxedPaise },
        { amountFc: amountFc, mostFc: amountFc },
      );
      const openPaise = basePaise > overPaise ? basePaise - overPaise : 0n;
      const rate = BigInt(terms.rateBasisPoints);
      // A paisa more, because the rupees of the amount are rounded down.
      const mostPaise = (openPaise + 1n) * rate;
      expect(inrPaiseForFcInPayersFavour(taxFc, terms.price) * 10_000n).toBeLessThanOrEqual(mostPaise);
      expect(basePaise >= overPaise || taxFc === 0n).toBe(true);
    }),
  );
});

test("the amount that crosses the threshold names the earlier payments that it pays for", () => {
  // 5,323.50 at 20 % came to 1,909.70, because 4,225 before it were below the threshold.
  const price = { fcFor15Usd: 150_000_000n, inrPerUsd: 1_000_000n };
  const terms = { rateBasisPoints: 2000, thresholdPaise: 50_000n, price };
  const [first, second] = yearOf(terms, [
    { amountFc: asFc(42_250_000n), leftPercent: 100n },
    { amountFc: asFc(53_235_000n), leftPercent: 100n },
  ]);
  expect([first!.taxFc, second!.taxFc]).toEqual([0n, 19_097_000n]);
  const parts = taxPartsOf({
    baseFc: second!.amountFc,
    basePaise: second!.basePaise,
    rateBasisPoints: 2000,
    taxFc: second!.taxFc,
    sumBeforePaise: second!.sumPaise,
    taxedBeforePaise: second!.taxedPaise,
    price,
  });
  expect(parts).toEqual({ taxedFc: 95_485_000n, earlierFc: 42_250_000n });
});
