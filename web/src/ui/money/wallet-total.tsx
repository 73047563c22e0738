import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { LeadFigure } from "./lead-figure.tsx";
import { HideAmounts } from "./own-amounts.tsx";

interface WalletTotalProps {
  title: string;
  report: { to: string; label: string };
  figure: string;
  unit: string;
}

/** What a wallet holds, with the way to its report. */
export function WalletTotal({ title, report, figure, unit }: WalletTotalProps) {
  const t = useT();
  return (
    <>
      <div className="card-header">
        <Group gap={4} wrap="nowrap">
          <h2 className="card-title">{title}</h2>
          {/* On a wide screen it is in the bar above. */}
          <span className="narrow-only">
            <HideAmounts />
          </span>
        </Group>
        <Link className="link-button small" to={report.to} aria-label={report.label}>
          {t("Report")}
        </Link>
      </div>
      <LeadFigure figure={figure} unit={unit} />
    </>
  );
}
