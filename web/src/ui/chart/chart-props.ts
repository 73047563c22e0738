import type { ReactNode } from "react";
import type { ChartColour } from "./colours.ts";

export interface ChartSeries {
  label: string;
  colour: ChartColour;
  /** What lasts until the next point is drawn in steps, what belongs to one point as a bar. */
  shape: "steps" | "bars";
  /** One for each point; null where there is nothing to draw. */
  values: readonly (number | null)[];
  /** Values that are drawn in another colour, because they need attention. */
  isAlert?: (value: number) => boolean;
}

interface ChartMark {
  /** The point that it belongs to. */
  at: number;
  /** What happened there, with its amount. */
  text: string;
}

export interface ChartProps {
  /** What the chart shows; above it. */
  label: ReactNode;
  /** What it shows, in a sentence for those who do not see it. */
  summary: string;
  /** What each point is called: a day, a week, a band. Oldest first. */
  points: readonly string[];
  /** Where each point is, if not evenly: the moment of a price. */
  positions?: readonly number[];
  /** Bars of several series stand on each other. */
  series: readonly ChartSeries[];
  /** A value with its unit. */
  text: (value: number) => string;
  /** A value of the scale, short. */
  scaleText: (value: number) => string;
  /** The value at the top of the scale; by default the largest one. */
  most?: number;
  /** A price has no use for zero; everything else starts there, so that a small change does not seem large. */
  isFromZero?: boolean;
  marks?: readonly ChartMark[];
  /** What the marks are, below the chart. */
  marksLabel?: string;
  /** What stands above while no point is read; the last point unless given. */
  resting?: { label: string; values: readonly number[] };
  /** Heading of the points in the table. Without it there is none, because the page has the same figures as one. */
  tableHeading?: string;
  height?: number;
}
