import type { Fc } from "@fc/contract/units";
import { rosByDayFc, rosDays, type RosTerms } from "@fc/contract/plan/rules";

/** The days on which a stake has earned, as far as what it earned is whole days. */
export function daysEarned(fc: Fc, terms: RosTerms, earnedFc: Fc): number {
  let [least, most] = [0, rosDays(terms)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (rosByDayFc(fc, terms, middle) <= earnedFc) least = middle;
    else most = middle - 1;
  }
  return least;
}
