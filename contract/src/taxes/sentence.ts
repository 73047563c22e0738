import { type Fc, noFc } from "../units.ts";
import * as z from "zod/mini";
import { fcText, inrText } from "../amount-text.ts";
import { fcFromWire } from "../money.ts";
import { percentText } from "../plan/difference.ts";

/** What a tax follows from, in one sentence that can be multiplied out. */
export const taxSentences = {
  alone: "Of {taxed}: {rate} by section {section}, above {threshold} a year",
  earlier:
    "Of {taxed}, with {earlier} of earlier payments: {rate} by section {section}, above {threshold} a year",
} as const;
export type TaxSentence = (typeof taxSentences)[keyof typeof taxSentences];

interface TaxFacts {
  section: string;
  ratePercent: number;
  thresholdPaise: bigint;
  taxedFc: Fc;
  earlierFc: Fc;
}

/** The sentence, to be said in the reader's language, and what stands in it. */
export function taxSentenceOf(facts: TaxFacts) {
  const { section, ratePercent, thresholdPaise, taxedFc, earlierFc } = facts;
  return {
    text: earlierFc > 0n ? taxSentences.earlier : taxSentences.alone,
    values: {
      rate: percentText(Math.round(ratePercent * 100)),
      taxed: fcText(taxedFc),
      earlier: fcText(earlierFc),
      section,
      threshold: inrText(thresholdPaise),
    },
  };
}

export const hindiTaxSentences: Readonly<Record<TaxSentence, string>> = {
  [taxSentences.alone]: "{taxed} का {rate}, धारा {section} के अनुसार, साल में {threshold} से ऊपर",
  [taxSentences.earlier]:
    "{taxed} का {rate}, जिसमें {earlier} पहले के भुगतान हैं, धारा {section} के अनुसार, साल में {threshold} से ऊपर",
};

/** In English, and in other languages by their words for it. */
export function taxSentenceIn(facts: TaxFacts, words: (text: TaxSentence) => string): string {
  const { text, values } = taxSentenceOf(facts);
  return Object.entries(values).reduce(
    (sentence, [name, value]) => sentence.replace(`{${name}}`, value),
    words(text),
  );
}

/** What a tax follows from, in an answer of the API. */
export const taxParts = z.object({
  section: z.string(),
  ratePercent: z.number(),
  thresholdInr: z.number(),
  /** Times the rate, rounded down, it is the tax. */
  taxedFc: z.number(),
  /** How much of that are earlier payments of the year. */
  earlierFc: z.number(),
});

export function taxFactsOf({
  thresholdInr,
  taxedFc,
  earlierFc,
  ...same
}: z.output<typeof taxParts>): TaxFacts {
  return {
    ...same,
    thresholdPaise: BigInt(Math.round(thresholdInr * 100)),
    taxedFc: fcFromWire(taxedFc) ?? noFc,
    earlierFc: fcFromWire(earlierFc) ?? noFc,
  };
}
