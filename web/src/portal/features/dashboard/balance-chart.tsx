import type { Dashboard } from "@fc/contract/dashboard/portal";
import { useLingui } from "@lingui/react";
import { Skeleton } from "@mantine/core";
import { useState, type PointerEvent } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { curveOf, dayBefore, indexAt } from "./balance-curve.ts";
import "./balance-chart.css";

const width = 300;
const height = 56;

/** What all wallets held, day by day; a finger or the pointer on it reads one day. */
export function BalanceChart({ history }: { history: Dashboard["history"] | undefined }) {
  const t = useT();
  const { i18n } = useLingui();
  const [read, setRead] = useState<number>();
  if (!history) {
    return (
      <figure className="balance">
        <figcaption className="balance-caption small">
          <span>{t("All wallets, last 90 days")}</span>
          {/* The line that the figure will have. */}
          <span>&nbsp;</span>
        </figcaption>
        <Skeleton className="balance-outline" />
      </figure>
    );
  }
  const { balances, lastDay } = history;
  const dayAt = (index: number) => dayText(dayBefore(lastDay, balances.length - 1 - index), i18n.locale);
  const last = balances.length - 1;
  const { line, area } = curveOf(balances, width, height);
  const shown = read ?? last;
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    setRead(indexAt((clientX - box.left) / box.width, balances.length));
  };
  return (
    <figure className="balance">
      <figcaption className="balance-caption small">
        <span>{t("All wallets, last 90 days")}</span>
        <span>
          {dayAt(shown)}: <strong>{coinsText(Math.round(balances[shown] ?? 0))}</strong>
        </span>
      </figcaption>
      <svg
        className="balance-chart"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("{from}: {first}. {to}: {latest}. Highest: {highest}.", {
          from: dayAt(0),
          first: coinsText(balances[0] ?? 0),
          to: dayAt(last),
          latest: coinsText(balances[last] ?? 0),
          highest: coinsText(Math.max(...balances)),
        })}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={() => setRead(undefined)}
      >
        <path className="balance-area" d={area} />
        <path className="balance-line" d={line} vectorEffect="non-scaling-stroke" />
        {read !== undefined && (
          <path
            className="balance-mark"
            d={`M${(read * width) / last} 0V${height}`}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </figure>
  );
}
