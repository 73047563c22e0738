import { useT } from "../../lib/i18n.ts";
import "./chart-outline.css";

/** The outline of a chart that loads, as high as the chart will be. */
export function ChartOutline({ height }: { height: number }) {
  const t = useT();
  return <div className="chart-outline" style={{ height }} role="status" aria-label={t("Loading...")} />;
}
