import { Box, Flex, Group, Text, VisuallyHidden } from "@mantine/core";
import "@mantine/core/styles/Flex.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "./chart.css";
import { useId, useState, type ReactNode } from "react";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { LazyPlace } from "../feedback/missing-code.tsx";
import { ChartOutline } from "./chart-outline.tsx";
import { ChartTable } from "./chart-table.tsx";
import type { ChartProps } from "./chart-props.ts";
import { colourOf } from "./colours.ts";
import { WhenSeen } from "./when-seen.tsx";

const Plot = lazyComponent(() => import("./plot.tsx"));

/**
 * A chart whose value is read by pointer, finger or arrow keys; a tap pins it. The drawing and its library are loaded
 * when the chart is seen, into a place that is as large already.
 */
export function Chart(props: ChartProps) {
  const { label, summary, points, series, text, marks = [], marksLabel, resting, height = 112 } = props;
  const [read, setRead] = useState<number>();
  const titleId = useId();
  // Other data may have fewer points.
  const shown = read !== undefined && read < points.length ? read : undefined;
  const last = points.length - 1;
  const at = shown ?? last;
  const valuesAt = (index: number) => series.map(({ values }) => values[index] ?? 0);
  const { label: place, values } =
    shown === undefined && resting ? resting : { label: points[at] ?? "", values: valuesAt(at) };
  const total = values.reduce((sum, value) => sum + value, 0);
  const mark = shown === undefined ? undefined : marks.find((each) => each.at === shown);
  return (
    <Box component="figure" m={0}>
      <Flex component="figcaption" id={titleId} justify="space-between" wrap="wrap" gap="0 1rem" mb="xs">
        <span>{label}</span>
        <span>
          {place}: <strong>{text(total)}</strong>
        </span>
      </Flex>
      <Box pos="relative" h={height}>
        <WhenSeen instead={<ChartOutline height={height} isUnseen />}>
          <LazyPlace fallback={<ChartOutline height={height} />}>
            <Plot {...props} height={height} read={shown} onRead={setRead} titleId={titleId} />
          </LazyPlace>
        </WhenSeen>
        <VisuallyHidden role="img" aria-label={summary} />
      </Box>
      <Text component="p" size="sm" c="dimmed" mt={4} aria-hidden="true">
        <Flex component="span" justify="space-between">
          <span>{points[0]}</span>
          {last > 0 && <span>{points[last]}</span>}
        </Flex>
      </Text>
      {(series.length > 1 || marks.length > 0) && (
        <Group component="ul" className="plain-list" gap="0.25rem 1rem" mt="xs">
          {series.length > 1 &&
            series.map(({ label: name, colour }, index) => (
              <Legend
                key={name}
                swatch={<i className="chart-swatch" style={{ background: colourOf(colour) }} />}
              >
                {name} <strong>{text(values[index] ?? 0)}</strong>
              </Legend>
            ))}
          {marks.length > 0 && (
            <Legend swatch={<i className="chart-mark" />}>{mark ? mark.text : marksLabel}</Legend>
          )}
        </Group>
      )}
      {props.tableHeading !== undefined && <ChartTable {...props} heading={props.tableHeading} />}
    </Box>
  );
}

function Legend({ swatch, children }: { swatch: ReactNode; children: ReactNode }) {
  return (
    <Text component="li" size="sm">
      <Flex component="span" align="center" gap="0.375rem" wrap="wrap">
        {swatch}
        {children}
      </Flex>
    </Text>
  );
}
