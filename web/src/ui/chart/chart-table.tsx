import { VisuallyHidden } from "@mantine/core";
import type { ChartProps } from "./chart-props.ts";

/** Of a long line every so many points are enough to follow it. */
const mostRows = 100;

/** The chart for those who hear it: a row for each point, or for evenly chosen ones up to the last. */
export function ChartTable({
  summary,
  points,
  series,
  text,
  marks,
  heading,
}: ChartProps & { heading: string }) {
  const step = Math.ceil(points.length / mostRows);
  const rows = points.map((_, index) => index).filter((index) => (points.length - 1 - index) % step === 0);
  return (
    <VisuallyHidden>
      <table>
        <caption>{summary}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((index) => (
            <tr key={points[index]}>
              <th scope="row">{points[index]}</th>
              {series.map(({ label, values }) => (
                <td key={label}>{text(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {marks && marks.length > 0 && (
        <ul>
          {marks.map(({ at, text: words }) => (
            <li key={at}>
              {points[at]}: {words}
            </li>
          ))}
        </ul>
      )}
    </VisuallyHidden>
  );
}
