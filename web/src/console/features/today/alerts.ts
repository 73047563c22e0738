import { percentText } from "@fc/contract/plan/difference";
import type { Today } from "@fc/contract/today/console";
import { wholeCoverage } from "@fc/contract/transparency/portal";
import { dayText } from "../../../lib/format/dates.ts";

type AlertCondition = "work-failed" | "closing-missed" | "price-missing" | "coverage-short";

interface AlertDefinition {
  /** What the operator reads; undefined while the condition is not met. */
  words: (today: Today) => string | undefined;
  /** The page on which an operator can do something about it. */
  to: string;
  place: string;
}

/** Every condition that needs an operator to act, in the order in which the page shows them. */
const alertConditions = {
  "work-failed": {
    words: ({ failing: { jobs, mails } }) =>
      jobs.failed + mails.failed > 0
        ? `${counted(jobs.failed, "job")} and ${counted(mails.failed, "mail")} failed for good.`
        : undefined,
    to: "/jobs",
    place: "Jobs and mail",
  },
  "closing-missed": {
    words: ({ nextClosing }) =>
      nextClosing && nextClosing.missedDays > 0
        ? `${counted(nextClosing.missedDays, "day")} to be closed, the first is ${dayText(nextClosing.day, "en")}.`
        : undefined,
    to: "/closings",
    place: "Closings",
  },
  "price-missing": {
    words: ({ price }) => (price ? undefined : "No price is set: nobody can stake."),
    to: "/prices",
    place: "Prices",
  },
  "coverage-short": {
    words: ({ lastClosing }) =>
      lastClosing && lastClosing.coverage < wholeCoverage
        ? `The pool covered ${percentText(lastClosing.coverage)} of the rewards of ${dayText(lastClosing.day, "en")}.`
        : undefined,
    to: "/ledger",
    place: "Fund the pool",
  },
} satisfies Record<AlertCondition, AlertDefinition>;

/** The alerts whose conditions are met now. */
export function alertsOf(today: Today) {
  return Object.entries<AlertDefinition>(alertConditions).flatMap(([condition, { words, to, place }]) => {
    const said = words(today);
    return said === undefined ? [] : [{ condition, words: said, to, place }];
  });
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString("en-IN")} ${what}${count === 1 ? "" : "s"}`;
