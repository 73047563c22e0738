import { asFc, noFc, plus, minus, type Fc } from "../units.ts";
import {
  fcForInrPaiseInPayersFavour,
  inrPaiseForFcInPayersFavour,
  shareInPayersFavour,
  type CoinPrice,
} from "../money.ts";

/** When tax is deducted at source. */
export const taxMoments = {
  credit: "When rewards are credited",
  withdrawal: "When coins are withdrawn",
  never: "Never",
} as const;
export type TaxMoment = keyof typeof taxMoments;

/** What the tax of an amount follows from: the rule's figures, the day's price, and the member's year so far. */
export interface TaxTerms {
  /** The rate that applies to this member: with a PAN, or without. */
  rateBasisPoints: number;
  thresholdPaise: bigint;
  price: CoinPrice;
  /** What the member got in this financial year before. */
  sumPaise: bigint;
  /** Of how much of that the tax was taken. */
  taxedPaise: bigint;
}

export interface Tax {
  basePaise: bigint;
  taxFc: Fc;
  taxPaise: bigint;
  /** What this adds to the taxed part of the year. */
  newlyTaxedPaise: bigint;
}

/**
 * The tax of an amount. Nothing is taken until the year's sum is above the threshold. From then on the whole sum is
 * taxed, so the amount that crosses it also pays for those before. Where more was taxed than the year's sum, because a
 * withdrawal was not paid after all, so much less is. Never more than `mostFc` is taken: the rest
 * waits for the next amount. Every step rounds down, in the member's favour. The closing computes the same in SQL
 * (server/src/core/taxes/credits.ts), and a test compares the two.
 */
export function taxOf(terms: TaxTerms, { amountFc, mostFc }: { amountFc: Fc; mostFc: Fc }): Tax {
  const { price, sumPaise, taxedPaise } = terms;
  const basePaise = inrPaiseForFcInPayersFavour(amountFc, price);
  const sumAfterPaise = sumPaise + basePaise;
  if (sumAfterPaise <= terms.thresholdPaise) {
    return { basePaise, taxFc: noFc, taxPaise: 0n, newlyTaxedPaise: 0n };
  }
  const rate = BigInt(terms.rateBasisPoints);
  const taxableFc = taxableOf(terms, { amountFc, basePaise });
  const dueFc = shareInPayersFavour(taxableFc, rate, 10_000n);
  const taxFc = dueFc < mostFc ? dueFc : mostFc;
  const taxPaise = inrPaiseForFcInPayersFavour(taxFc, price);
  const allPaise = sumAfterPaise > taxedPaise ? sumAfterPaise - taxedPaise : 0n;
  const coveredPaise = rate === 0n ? allPaise : (taxPaise * 10_000n) / rate;
  const newlyTaxedPaise = dueFc <= mostFc || coveredPaise > allPaise ? allPaise : coveredPaise;
  return { basePaise, taxFc, taxPaise, newlyTaxedPaise };
}

/** The amount and the earlier ones of the year that are not taxed yet, in FC. */
function taxableOf(
  { price, sumPaise, taxedPaise }: Pick<TaxTerms, "price" | "sumPaise" | "taxedPaise">,
  { amountFc, basePaise }: { amountFc: Fc; basePaise: bigint },
): Fc {
  if (taxedPaise <= sumPaise)
    return plus(amountFc, fcForInrPaiseInPayersFavour(sumPaise - taxedPaise, price));
  const openPaise = sumPaise + basePaise - taxedPaise;
  const openFc = openPaise > 0n ? fcForInrPaiseInPayersFavour(openPaise, price) : noFc;
  return openFc < amountFc ? openFc : amountFc;
}

/** A tax as it was taken. */
export interface TakenTax {
  baseFc: Fc;
  basePaise: bigint;
  rateBasisPoints: number;
  taxFc: Fc;
  sumBeforePaise: bigint;
  taxedBeforePaise: bigint;
  price: CoinPrice;
}

export interface TaxParts {
  /** What the tax is of: the rate times this, rounded down, is the tax to the unit. */
  taxedFc: Fc;
  /** How much of it are earlier payments of the year. */
  earlierFc: Fc;
}

/**
 * What a tax is of, so that everybody can multiply it out. Where the amount left less than was due, it is the part that
 * this tax pays for, and the rest waits.
 */
export function taxPartsOf(tax: TakenTax): TaxParts {
  const { baseFc, basePaise, taxFc, price } = tax;
  const rate = BigInt(tax.rateBasisPoints);
  const terms = { price, sumPaise: tax.sumBeforePaise, taxedPaise: tax.taxedBeforePaise };
  const wholeFc = taxableOf(terms, { amountFc: baseFc, basePaise });
  const isWhole = rate === 0n || shareInPayersFavour(wholeFc, rate, 10_000n) === taxFc;
  const taxedFc = isWhole ? wholeFc : asFc((taxFc * 10_000n + rate - 1n) / rate);
  return { taxedFc, earlierFc: taxedFc > baseFc ? minus(taxedFc, baseFc) : noFc };
}
