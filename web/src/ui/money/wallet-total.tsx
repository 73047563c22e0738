import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { HideAmounts, OwnAmount } from "./own-amounts.tsx";

interface WalletTotalProps {
  title: string;
  report: { to: string; label: string };
  figure: string;
  unit: string;
}

/** What a wallet holds: crores to the unit, and FC beside them, fit on one line of its container. */
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
      <div style={{ containerType: "inline-size" }}>
        <Text
          fz={`min(1.75rem, ${100 / (0.62 * (figure.length + unit.length))}cqi)`}
          fw={600}
          lh={1.25}
          style={{ whiteSpace: "nowrap" }}
        >
          <OwnAmount>{figure}</OwnAmount>{" "}
          <Text span fz="0.6em" fw={600} c="dimmed">
            {unit}
          </Text>
        </Text>
      </div>
    </>
  );
}
