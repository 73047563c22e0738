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
  taxFc: bigint;
  taxPaise: bigint;
  /** What this adds to the taxed part of the year. */
  newlyTaxedPaise: bigint;
}

/**
 * The tax of an amount. Nothing is taken until the year's sum is above the threshold. From then on the whole sum is
 * taxed, so the amount that crosses it also pays for those before. Never more than `mostFc` is taken: the rest
 * waits for the next amount. Every step rounds down, in the member's favour. The closing computes the same in SQL
 * (server/src/core/taxes/credits.ts), and a test compares the two.
 */
export function taxOf(terms: TaxTerms, { amountFc, mostFc }: { amountFc: bigint; mostFc: bigint }): Tax {
  const { price, sumPaise, taxedPaise } = terms;
  const basePaise = inrPaiseForFcInPayersFavour(amountFc, price);
  const sumAfterPaise = sumPaise + basePaise;
  if (sumAfterPaise <= terms.thresholdPaise) {
    return { basePaise, taxFc: 0n, taxPaise: 0n, newlyTaxedPaise: 0n };
  }
  const rate = BigInt(terms.rateBasisPoints);
  const waitingPaise = sumPaise > taxedPaise ? sumPaise - taxedPaise : 0n;
  const taxableFc = amountFc + fcForInrPaiseInPayersFavour(waitingPaise, price);
  const dueFc = shareInPayersFavour(taxableFc, rate, 10_000n);
  const taxFc = dueFc < mostFc ? dueFc : mostFc;
  const taxPaise = inrPaiseForFcInPayersFavour(taxFc, price);
  const allPaise = sumAfterPaise > taxedPaise ? sumAfterPaise - taxedPaise : 0n;
  const coveredPaise = rate === 0n ? allPaise : (taxPaise * 10_000n) / rate;
  const newlyTaxedPaise = dueFc <= mostFc || coveredPaise > allPaise ? allPaise : coveredPaise;
  return { basePaise, taxFc, taxPaise, newlyTaxedPaise };
}
