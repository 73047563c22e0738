import {
  planFigurePaths,
  planFigures,
  planRules,
  type PlanFigurePath,
  type PlanRules,
} from "@fc/contract/plan/rules";
import { recordOf } from "@fc/contract/sure";

/** The plan as the operator types it, in percent and dollars. */
export interface PlanFields extends Record<PlanFigurePath, string> {
  offers: readonly { id: number; matched: string; reward: string }[];
}

const hundredths = (units: number) => String(units / 100);

export function fieldsOf(rules: PlanRules): PlanFields {
  return {
    ...recordOf(planFigurePaths, (path) => hundredths(planFigures[path].of(rules))),
    offers: rules.offers.map(({ matchedUsdCents, rewardUsdCents }, id) => ({
      id,
      matched: hundredths(matchedUsdCents),
      reward: hundredths(rewardUsdCents),
    })),
  };
}

/** The typed number in hundredths; NaN unless it is a number with at most two decimals. */
function unitsOf(typed: string): number {
  const plain = typed.replaceAll(/[,\s]/g, "");
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return NaN;
  const [whole = "0", fraction = ""] = plain.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** A problem for each wrong field. The key is the path in the rules, such as `offers.0.matchedUsdCents`. */
export type PlanProblems = Readonly<Record<string, string>>;

/** Makes rules of the form, or says what is wrong with it. The schema is the one that the server uses. */
export function rulesOf(
  fields: PlanFields,
): { rules: PlanRules; problems?: undefined } | { rules?: undefined; problems: PlanProblems } {
  const sections: Record<string, Record<string, number>> = {};
  for (const path of planFigurePaths) {
    const [section = "", rule = ""] = path.split(".");
    sections[section] = { ...sections[section], [rule]: unitsOf(fields[path]) };
  }
  const offers = fields.offers.map(({ matched, reward }) => ({
    matchedUsdCents: unitsOf(matched),
    rewardUsdCents: unitsOf(reward),
  }));
  const checked = planRules.safeParse({ ...sections, offers });
  if (checked.success) return { rules: checked.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) problems[path.join(".")] ??= message;
  return { problems };
}
