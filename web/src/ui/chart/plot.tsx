import { sure } from "@fc/contract/sure";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useT } from "../../lib/i18n.ts";
import type { ChartProps, ChartSeries } from "./chart-props.ts";
import { drawnColour, variable } from "./colours.ts";
import "./plot.css";

interface PlotProps extends ChartProps {
  height: number;
  /** The point that is read. */
  read: number | undefined;
  onRead: (index: number | undefined) => void;
  /** Where the chart's title and value stand. */
  titleId: string;
}

function useDrawn(props: PlotProps) {
  const { points, series, text, marks = [], height } = props;
  const place = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<uPlot>();
  const [, setSized] = useState(0);
  const scheme = useComputedColorScheme("light");
  // Drawn again for any other data and for the other colours; the parts are new objects at every rendering.
  const drawn = JSON.stringify([points, props.positions, series, marks, props.most, scheme, height, text(1)]);

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const made = new uPlot(optionsFor(props, element), dataOf(props), element);
    setPlot(made);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) made.setSize({ width: Math.floor(entry.contentRect.width), height });
      // What is drawn over it is placed anew.
      setPlot(made);
      setSized((count) => count + 1);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `drawn` stands for all that the drawing depends on
  }, [drawn]);
  return { place, plot };
}

/** Draws on a canvas with uPlot, and lets points be read. Nothing of it moves by itself. */
export default function Plot(props: PlotProps) {
  const { points, series, text, marks = [], read, onRead, titleId } = props;
  const t = useT();
  const { place, plot } = useDrawn(props);
  const [isPinned, setPinned] = useState(false);
  const last = points.length - 1;
  const at = read ?? last;
  const valueText = (index: number) => {
    const figures = series.map(({ label, values }) =>
      series.length > 1 ? `${label} ${text(values[index] ?? 0)}` : text(values[index] ?? 0),
    );
    return [
      points[index],
      ...figures,
      ...marks.filter((mark) => mark.at === index).map((mark) => mark.text),
    ].join(", ");
  };

  const indexUnder = ({ clientX }: PointerEvent): number => {
    if (!plot) return last;
    return plot.posToIdx(clientX - plot.over.getBoundingClientRect().left);
  };
  const pressed = (event: PointerEvent) => {
    const index = indexUnder(event);
    const isReleased = isPinned && index === read;
    setPinned(!isReleased);
    onRead(isReleased ? undefined : index);
  };
  const moved = (event: PointerEvent) => {
    // A mouse reads as it passes, unless a point is pinned; a finger reads while it is down.
    if (event.buttons > 0 || (event.pointerType === "mouse" && !isPinned)) onRead(indexUnder(event));
  };
  const typed = (event: KeyboardEvent) => {
    const target = keyTargets[event.key]?.(at, last);
    if (target === undefined && event.key !== "Escape") return;
    event.preventDefault();
    setPinned(target !== undefined);
    onRead(target === undefined ? undefined : Math.min(last, Math.max(0, target)));
  };

  return (
    <>
      <div ref={place} aria-hidden="true" className="plot" />
      {plot && read !== undefined && <Reading plot={plot} props={props} read={read} />}
      <div
        role="slider"
        tabIndex={0}
        className="plot-slider"
        aria-label={t("Point of the chart")}
        aria-describedby={titleId}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={valueText(at)}
        onPointerDown={pressed}
        onPointerMove={moved}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && !isPinned && onRead(undefined)}
        onKeyDown={typed}
      />
    </>
  );
}

const keyTargets: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 10,
  PageUp: (at) => at + 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** A line at the point that is read, and a dot where its value is. */
function Reading({ plot, props, read }: { plot: uPlot; props: PlotProps; read: number }) {
  const left = plot.over.offsetLeft + plot.valToPos(positionOf(props, read), "x");
  const top = plot.over.offsetTop;
  const stacked = stackedValues(props);
  const value = stacked[0]?.[read];
  return (
    <div aria-hidden="true">
      <i className="plot-line" style={{ left, top, height: plot.over.clientHeight }} />
      {props.series[0]?.shape === "steps" && typeof value === "number" && (
        <i className="plot-dot" style={{ left, top: top + plot.valToPos(value, "y") }} />
      )}
    </div>
  );
}

function positionOf({ positions }: Pick<ChartProps, "positions">, index: number): number {
  return positions?.[index] ?? index;
}

/** What needs attention is a series of its own, drawn over the other one. */
function drawnParts({ series }: Pick<ChartProps, "series">): Omit<ChartSeries, "isAlert">[] {
  return series.flatMap(({ isAlert, ...each }) => {
    if (!isAlert) return [each];
    const alerts = each.values.map((value) => (value !== null && isAlert(value) ? value : null));
    const others = each.values.map((value, index) => (alerts[index] === null ? value : null));
    return [
      { ...each, values: others },
      { ...each, colour: "alert" as const, values: alerts },
    ];
  });
}

/** Each series upon those after it, the highest first: what is drawn later covers the lower part of it. */
function stackedValues(props: Pick<ChartProps, "series">): (number | null)[][] {
  const series = drawnParts(props);
  const isStacked = series.length > 1 && series.every(({ shape }) => shape === "bars");
  return series.map(({ values }, at) =>
    values.map((value, index) => {
      if (!isStacked) return value;
      const above = series.slice(at).reduce((sum, each) => sum + (each.values[index] ?? 0), 0);
      return above === 0 ? null : above;
    }),
  );
}

function dataOf(props: ChartProps): uPlot.AlignedData {
  return [props.points.map((_, index) => positionOf(props, index)), ...stackedValues(props)];
}

function optionsFor(props: PlotProps, element: HTMLElement): uPlot.Options {
  const { series, height, most, scaleText, isFromZero = true } = props;
  const isBars = series.some(({ shape }) => shape === "bars");
  const faint = variable(element, "--fc-line");
  const dim = variable(element, "--mantine-color-dimmed");
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  return {
    width: element.clientWidth,
    height,
    padding: [8, 4, 4, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      // Half a bar more on both sides.
      x: {
        time: false,
        range: (_, from, to) => (isBars ? [from - 0.5, to + 0.5] : [from, from === to ? to + 1 : to]),
      },
      y: { range: (_, low, high) => rangeOf(low, high, { most, isFromZero }) },
    },
    axes: [
      { show: false },
      {
        stroke: dim,
        font,
        gap: 6,
        size: (_, values) => 12 + 7 * Math.max(3, ...(values ?? []).map((each) => each.length)),
        space: 44,
        grid: { stroke: faint, width: 1 },
        ticks: { show: false },
        values: (_, splits) => splits.map(scaleText),
      },
    ],
    series: [
      {},
      ...drawnParts(props).map(({ shape, colour }) => drawnSeries(shape, drawnColour(element, colour))),
    ],
    hooks: { draw: [(plot) => drawMarks(plot, props, variable(element, "--fc-bad-text"))] },
  };
}

function rangeOf(
  low: number,
  high: number,
  { most, isFromZero }: { most: number | undefined; isFromZero: boolean },
): [number, number] {
  if (isFromZero) return [Math.min(0, low), most ?? (high > 0 ? high * 1.05 : 1)];
  const room = (high - low || high || 1) * 0.1;
  return [low - room, high + room];
}

function drawnSeries(shape: "steps" | "bars", colour: string): uPlot.Series {
  const { stepped, bars } = uPlot.paths;
  if (shape === "bars") {
    return {
      fill: colour,
      width: 0,
      points: { show: false },
      paths: sure(bars)({ size: [0.75, 32, 1], radius: 0.1 }),
    };
  }
  // The theme's colours have six digits: two more make them see-through.
  return {
    stroke: colour,
    width: 2,
    fill: `${colour}26`,
    points: { show: false },
    paths: sure(stepped)({ align: 1 }),
  };
}

/** A triangle upon the line, pointing down: something was taken out. */
function drawMarks(plot: uPlot, props: PlotProps, colour: string): void {
  const { ctx } = plot;
  const size = 5 * devicePixelRatio;
  const values = props.series[0]?.values ?? [];
  ctx.save();
  ctx.fillStyle = colour;
  for (const { at } of props.marks ?? []) {
    const x = plot.valToPos(positionOf(props, at), "x", true);
    const y = Math.max(plot.bbox.top + 2 * size, plot.valToPos(values[at] ?? 0, "y", true)) - size / 2;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x - size, y - 1.6 * size);
    ctx.lineTo(x + size, y - 1.6 * size);
    ctx.fill();
  }
  ctx.restore();
}
