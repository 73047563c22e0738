import { useState, type PointerEvent } from "react";
import "./bar-chart.css";

export interface Bar {
  /** Where labels may be the same: people's names. */
  id?: string;
  /** What it shows: a day, a band. */
  label: string;
  value: number;
  /** Drawn in another colour, because it needs attention. */
  alert?: boolean;
}

interface BarChartProps {
  /** What the chart shows; above it. */
  label: string;
  /** What it shows to those who do not see it; the label with its greatest and last figure unless given. */
  spoken?: string;
  bars: readonly Bar[];
  /** A figure with its unit. */
  text: (value: number) => string;
  /** The value of a full bar; by default the largest one. */
  most?: number;
}

/** One bar per value; pointing at a bar shows its figure. A table beside the chart has the same figures. */
export function BarChart({ label, spoken, bars, text, most }: BarChartProps) {
  const [read, setRead] = useState<number>();
  if (bars.length === 0) return null;
  const full = most ?? Math.max(...bars.map(({ value }) => value), 0);
  const last = bars.at(-1)!;
  const shown = bars[read ?? bars.length - 1] ?? last;
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientX - box.left) / box.width) * bars.length);
    setRead(Math.min(bars.length - 1, Math.max(0, at)));
  };
  return (
    <figure className="bar-chart">
      <figcaption className="bar-chart-caption">
        <span>{label}</span>
        <span>
          {shown.label}: <strong>{text(shown.value)}</strong>
        </span>
      </figcaption>
      <svg
        className="bar-chart-bars"
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={spoken ?? `${label}. At most ${text(full)}; last ${last.label}: ${text(last.value)}`}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={() => setRead(undefined)}
      >
        {bars.map(({ label: name, id = name, value, alert = false }, at) => {
          const tall = full === 0 ? 0 : Math.max(0, Math.min(1, value / full)) * 100;
          return (
            <rect
              key={id}
              data-alert={alert}
              data-read={at === read}
              x={at + 0.1}
              width={0.8}
              y={100 - tall}
              height={tall}
            />
          );
        })}
      </svg>
      <p className="bar-chart-ends small dimmed" aria-hidden="true">
        <span>{bars[0]!.label}</span>
        {bars.length > 1 && <span>{last.label}</span>}
      </p>
    </figure>
  );
}
