import { asFc, asUsdCents, type Fc, type UsdCents } from "../units.ts";
import type { Words } from "../languages.ts";
import { keysOf } from "../sure.ts";
import { fcText, usdText } from "../amount-text.ts";
import { directBonusUsdCents, pairCapUsdCents, rosOfDayFc, type PlanRules } from "./rules.ts";

/** A member's running stakes together. */
export interface OwnStakes {
  principalUsdCents: UsdCents;
  principalFc: Fc;
  /** What they return each day, by the terms that each was bought under. */
  dailyRosFc: Fc;
}

interface OwnFigureKind {
  readonly label: Words;
  readonly unit: "FC" | "$";
  readonly of: (own: OwnStakes, rules: PlanRules) => bigint;
}

const exampleUsdCents = asUsdCents(15_000n);

/** What a version of the plan means for a member's own stakes, in figures. */
export const ownFigureKinds = {
  runningStakes: {
    label: {
      en: "Each day from your running stakes, which keep their terms",
      hi: "आपके चालू स्टेक से हर दिन; उनकी शर्तें वही रहती हैं",
    },
    unit: "FC",
    of: ({ dailyRosFc }) => dailyRosFc,
  },
  newStake: {
    label: {
      en: "Each day from a new stake as large as yours",
      hi: "आपके जितने बड़े नए स्टेक से हर दिन",
    },
    unit: "FC",
    of: ({ principalFc }, { ros }) => rosOfDayFc(principalFc, ros, 1),
  },
  cap: {
    label: { en: "Your daily cap of pair matching", hi: "पेयर मैचिंग की आपकी दैनिक सीमा" },
    unit: "$",
    of: ({ principalUsdCents }, rules) => pairCapUsdCents(principalUsdCents, rules),
  },
  directBonus: {
    label: { en: "Direct bonus of a stake of $150", hi: "$150 के स्टेक का डायरेक्ट बोनस" },
    unit: "$",
    of: (_own, rules) => directBonusUsdCents(exampleUsdCents, rules),
  },
} as const satisfies Record<string, OwnFigureKind>;
export type OwnFigureName = keyof typeof ownFigureKinds;

export interface OwnFigure {
  name: OwnFigureName;
  before: string;
  after: string;
}

/** Each figure before and after. What concerns stakes is left out for a member without one. */
export function ownFigures(own: OwnStakes, before: PlanRules, after: PlanRules): OwnFigure[] {
  const names = keysOf(ownFigureKinds);
  return names.flatMap((name) => {
    const { unit, of }: OwnFigureKind = ownFigureKinds[name];
    const text = (rules: PlanRules) =>
      unit === "FC" ? fcText(asFc(of(own, rules))) : usdText(asUsdCents(of(own, rules)));
    if (own.principalFc === 0n && name !== "directBonus") return [];
    return [{ name, before: text(before), after: text(after) }];
  });
}
