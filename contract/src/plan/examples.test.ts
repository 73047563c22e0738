import { asUsdCents } from "../units.ts";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fcText, usdText } from "../amount-text.ts";
import { fcFromText, usdCentsFromText } from "../money.ts";
import {
  coveredFc,
  directBonusUsdCents,
  offersReached,
  pairStep,
  rewardFc,
  rosByDayFc,
  rosOfDayFc,
} from "./rules.ts";
import { defaultPlan } from "../testing/default-plan.ts";

const text = readFileSync(new URL("../../../docs/plan.md", import.meta.url), "utf8");
const examples = [...text.matchAll(/```example\n([^`]*)```/g)].flatMap(([, block = ""]) =>
  block.trim().split("\n"),
);

const fc = (figure = "") => fcFromText(figure.replaceAll(",", ""))!;
const usd = (figure = "") => usdCentsFromText(figure.replaceAll(",", ""))!;
const usdSigned = (cents: bigint) => usdText(asUsdCents(cents)).replace("−$", "-$");
const figure = String.raw`([\d,.]+)`;

/** How each example reads, and what answers it. */
const readers: readonly [RegExp, (found: string[]) => string][] = [
  [
    new RegExp(`^ros of ${figure} FC on day (\\d+)$`),
    ([principal, day]) => fcText(rosOfDayFc(fc(principal), defaultPlan.ros, Number(day))),
  ],
  [
    new RegExp(`^ros of ${figure} FC by day (\\d+)$`),
    ([principal, day]) => fcText(rosByDayFc(fc(principal), defaultPlan.ros, Number(day))),
  ],
  [
    new RegExp(`^direct bonus of \\$${figure}$`),
    ([principal]) => usdText(directBonusUsdCents(usd(principal), defaultPlan)),
  ],
  [
    new RegExp(
      `^match left \\$${figure}, right \\$${figure}, taken before \\$${figure}, own stake \\$${figure}$`,
    ),
    ([left, right, consumed, own]) => {
      const step = pairStep(
        {
          leftUsdCents: usd(left),
          rightUsdCents: usd(right),
          consumedUsdCents: usd(consumed),
          ownStakeUsdCents: usd(own),
        },
        defaultPlan,
      );
      return [
        `bonus ${usdText(step.bonusUsdCents)}`,
        `matched ${usdText(step.matchedUsdCents)}`,
        `flushed ${usdText(step.flushedUsdCents)}`,
        `left after ${usdSigned(step.leftAfterUsdCents)}`,
        `right after ${usdSigned(step.rightAfterUsdCents)}`,
      ].join(", ");
    },
  ],
  [
    new RegExp(`^offers from \\$${figure} to \\$${figure} of matched business$`),
    ([before, after]) => {
      const reached = offersReached({ beforeUsdCents: usd(before), afterUsdCents: usd(after) }, defaultPlan);
      return (
        reached.map(({ rewardUsdCents }) => usdText(asUsdCents(BigInt(rewardUsdCents)))).join(", ") ||
        "nothing"
      );
    },
  ],
  [
    new RegExp(`^\\$${figure} at ${figure} FC for \\$15$`),
    ([dollars, price]) => fcText(rewardFc(usd(dollars), fc(price))),
  ],
  [
    new RegExp(`^pay ${figure} FC of ${figure} FC due from a pool of ${figure} FC$`),
    ([reward, due, pool]) => fcText(coveredFc(fc(reward), { dueFc: fc(due), availableFc: fc(pool) })),
  ],
];

/** Groups of digits are a matter of taste: the examples' and the product's may differ. */
const plain = (words: string) => words.replaceAll(/(?<=\d),(?=\d)/g, "");

describe("docs/plan.md is true", () => {
  test("and has an example of every rule", () => {
    for (const [pattern] of readers) {
      expect(examples.filter((example) => pattern.test(example.split(" = ")[0]!))).not.toEqual([]);
    }
  });

  test.each(examples)("%s", (example) => {
    const [formula = "", expected = ""] = example.split(" = ");
    const answers = readers.flatMap(([pattern, answer]) => {
      const found = pattern.exec(formula);
      return found ? [answer(found.slice(1))] : [];
    });
    expect(answers.map(plain)).toEqual([plain(expected)]);
  });
});
