import { Box, Flex } from "@mantine/core";
import type { SetPrice } from "@fc/contract/prices/console";
import { useState, type PointerEvent } from "react";
import { dateText } from "../../../lib/format/dates.ts";
import "./prices.css";

const width = 600;
const height = 120;

interface PriceChartProps {
  title: string;
  /** Oldest first. */
  prices: readonly SetPrice[];
  figureOf: (price: SetPrice) => number;
  textOf: (figure: number) => string;
}

/** Draws one figure over time, as steps from price to price. The table below has the same figures as text. */
export function PriceChart({ title, prices, figureOf, textOf }: PriceChartProps) {
  const [read, setRead] = useState<SetPrice>();
  const [now] = useState(() => Date.now());
  const [first] = prices;
  const last = prices.at(-1);
  if (!first || !last) return null;
  const begin = Date.parse(first.effectiveFrom);
  const end = Math.max(now, Date.parse(last.effectiveFrom)) + 86_400_000;
  const figures = prices.map(figureOf);
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const room = (high - low || high || 1) * 0.1;
  const x = (at: number) => ((at - begin) / (end - begin)) * width;
  const y = (figure: number) => height - ((figure - low + room) / (high - low + 2 * room)) * height;
  const steps = prices.map((price) => `H${x(Date.parse(price.effectiveFrom))}V${y(figureOf(price))}`);
  const shown = read ?? prices.findLast(({ state }) => state === "in force") ?? last;
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const at = begin + ((clientX - box.left) / box.width) * (end - begin);
    setRead(prices.findLast(({ effectiveFrom }) => Date.parse(effectiveFrom) <= at) ?? first);
  };
  return (
    <Box component="figure" className="price-chart" m={0}>
      <Flex component="figcaption" className="small" wrap="wrap" gap="0.25rem 1rem" justify="space-between">
        <span>{title}</span>
        <span>
          from {dateText(shown.effectiveFrom, "en")}: <strong>{textOf(figureOf(shown))}</strong>
        </span>
      </Flex>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${textOf(figureOf(first))} at first, ${textOf(figureOf(last))} at last; between ${textOf(low)} and ${textOf(high)}`}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={() => setRead(undefined)}
      >
        <path className="price-line" d={`M0 ${y(figureOf(first))}${steps.join("")}H${width}`} />
        <path className="price-now" d={`M${x(now)} 0V${height}`} />
      </svg>
      <Flex component="p" className="small dimmed" justify="space-between">
        <span>{dateText(first.effectiveFrom, "en")}</span>
        <span>{dateText(new Date(end).toISOString(), "en")}</span>
      </Flex>
    </Box>
  );
}
