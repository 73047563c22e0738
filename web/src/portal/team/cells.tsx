import type { Side } from "@fc/contract/side";
import { Badge } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";
import { sideLabels } from "../../lib/labels/side-labels.ts";

/** Where somebody sits in the tree is one tap away. */
export function InTree({ refId }: { refId: string }) {
  const t = useT();
  return (
    <Link className="unit-id" to="/tree-chart" search={{ find: refId }} title={t("Show in the tree")}>
      {refId}
    </Link>
  );
}

const sideColours = { left: "brand", right: "info" } as const satisfies Record<Side, string>;

export function SideTag({ side }: { side: Side }) {
  const t = useT();
  const colour = sideColours[side];
  return (
    <Badge
      tt="none"
      fz="sm"
      fw={600}
      bg={`var(--fc-${colour}-wash)`}
      c={`var(--fc-${colour}-text)`}
      // A narrow column would cut the word off.
      styles={{ label: { overflow: "visible" } }}
    >
      {t(sideLabels[side])}
    </Badge>
  );
}
