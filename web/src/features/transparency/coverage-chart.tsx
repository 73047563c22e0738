import { percentText } from "@fc/contract/plan-difference";
import type { CoverageDay } from "@fc/contract/transparency";
import { useLingui } from "@lingui/react";
import { useState, type PointerEvent } from "react";
import { dayText } from "../../lib/format.ts";
import { useT } from "../../lib/i18n.ts";

const height = 100;
const whole = 10_000;

/** A bar a day; a finger or the pointer on it reads one. The table below has the same figures. */
export function CoverageChart({ days }: { days: readonly CoverageDay[] }) {
  const t = useT();
  const { i18n } = useLingui();
  const [read, setRead] = useState<number>();
  if (days.length === 0) return <p className="dimmed">{t("No day has been closed yet.")}</p>;
  const short = days.filter(({ coverage }) => coverage < whole);
  const lowest = Math.min(...days.map(({ coverage }) => coverage));
  const shown = days[read ?? days.length - 1]!;
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientX - box.left) / box.width) * days.length);
    setRead(Math.min(days.length - 1, Math.max(0, at)));
  };
  const summary = t("{short} of {days} days were below 100 %; the lowest was {lowest}.", {
    short: short.length,
    days: days.length,
    lowest: percentText(lowest),
  });
  return (
    <figure className="coverage">
      <figcaption className="coverage-caption">
        <span>{summary}</span>
        <span>
          {dayText(shown.day, i18n.locale)}: <strong>{percentText(shown.coverage)}</strong>
        </span>
      </figcaption>
      <svg
        className="coverage-chart"
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={() => setRead(undefined)}
      >
        {days.map(({ day, coverage }, at) => {
          const tall = (coverage / whole) * height;
          return (
            <rect
              key={day}
              data-short={coverage < whole}
              data-read={at === read}
              x={at + 0.12}
              width={0.76}
              y={height - tall}
              height={tall}
            />
          );
        })}
      </svg>
      <p className="coverage-ends small dimmed" aria-hidden="true">
        <span>{dayText(days[0]!.day, i18n.locale)}</span>
        <span>{dayText(days.at(-1)!.day, i18n.locale)}</span>
      </p>
    </figure>
  );
}
