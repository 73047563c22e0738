import type { SetPrice } from "@fc/contract/prices/console";
import { useState } from "react";
import { shortCoins } from "../../../lib/format/amounts.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { Chart } from "../../../ui/chart/chart.tsx";

interface PriceChartProps {
  title: string;
  /** Oldest first. */
  prices: readonly SetPrice[];
  figureOf: (price: SetPrice) => number;
  textOf: (figure: number) => string;
}

/** Draws one figure over time, as steps from price to price. The table below has the same figures as text. */
export function PriceChart({ title, prices, figureOf, textOf }: PriceChartProps) {
  const [now] = useState(() => Date.now());
  const [first] = prices;
  const last = prices.at(-1);
  if (!first || !last) return null;
  const figures = prices.map(figureOf);
  const current = prices.findLast(({ state }) => state === "in force") ?? last;
  // The last price lasts, at least until now: a point of its own draws the line that far.
  const end = Math.max(now, Date.parse(last.effectiveFrom)) + 86_400_000;
  return (
    <Chart
      label={title}
      summary={`${title}: ${textOf(figureOf(first))} at first, ${textOf(figureOf(last))} at last; between ${textOf(Math.min(...figures))} and ${textOf(Math.max(...figures))}`}
      points={[
        ...prices.map(({ effectiveFrom }) => `from ${dateText(effectiveFrom, "en")}`),
        dateText(new Date(end).toISOString(), "en"),
      ]}
      positions={[...prices.map(({ effectiveFrom }) => Date.parse(effectiveFrom)), end]}
      series={[{ label: title, colour: "brand", shape: "steps", values: [...figures, figureOf(last)] }]}
      text={textOf}
      scaleText={shortCoins}
      isFromZero={false}
      resting={{ label: `from ${dateText(current.effectiveFrom, "en")}`, values: [figureOf(current)] }}
    />
  );
}
