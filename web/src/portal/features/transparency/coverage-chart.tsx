import { percentText } from "@fc/contract/plan/difference";
import { wholeCoverage, type CoverageDay } from "@fc/contract/transparency/portal";
import { useLingui } from "@lingui/react";
import { dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { Chart } from "../../../ui/chart/chart.tsx";

/** The table below it has the same days. */
export function CoverageChart({ days }: { days: readonly CoverageDay[] }) {
  const t = useT();
  const { i18n } = useLingui();
  if (days.length === 0) return <p className="dimmed">{t("No day has been closed yet.")}</p>;
  const summary = t("{short} of {days} days were below 100 %; the lowest was {lowest}.", {
    short: days.filter(({ coverage }) => coverage < wholeCoverage).length,
    days: days.length,
    lowest: percentText(Math.min(...days.map(({ coverage }) => coverage))),
  });
  return (
    <Chart
      label={summary}
      summary={summary}
      points={days.map(({ day }) => dayText(day, i18n.locale))}
      series={[
        {
          label: t("Coverage"),
          colour: "brand",
          shape: "bars",
          values: days.map(({ coverage }) => coverage),
          isAlert: (coverage) => coverage < wholeCoverage,
        },
      ]}
      text={percentText}
      scaleText={percentText}
      most={wholeCoverage}
    />
  );
}
