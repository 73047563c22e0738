import { useT } from "../../lib/i18n.ts";
import "./chart-outline.css";

interface ChartOutlineProps {
  height: number;
  /** Nothing loads yet, because nobody sees it: screen readers are told of nothing. */
  isUnseen?: boolean;
}

/** The outline of a chart that loads, as high as the chart will be. */
export function ChartOutline({ height, isUnseen = false }: ChartOutlineProps) {
  const t = useT();
  const said = isUnseen ? { "aria-hidden": true } : { role: "status", "aria-label": t("Loading...") };
  return <div className="chart-outline" style={{ height }} {...said} />;
}
