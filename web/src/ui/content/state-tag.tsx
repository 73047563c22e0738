import type { RequestStatus } from "@fc/contract/request-states";
import { Badge } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import type { ComponentType, ReactNode } from "react";
import { AlertIcon, CheckIcon } from "../icons/icons.tsx";
import { ClockIcon } from "../icons/screen-icons.tsx";

const looks = {
  P: { icon: ClockIcon, tone: "info" },
  A: { icon: CheckIcon, tone: "good" },
  R: { icon: AlertIcon, tone: "bad" },
} as const satisfies Record<RequestStatus, unknown>;

interface StateTagProps {
  /** Pending, accepted or rejected; neutral without it. */
  status?: RequestStatus | undefined;
  /** Replaces the icon of the status. */
  icon?: ComponentType | undefined;
  children: ReactNode;
}

/** A state as text and icon; the colour alone says nothing new. */
export function StateTag({ status, icon, children }: StateTagProps) {
  const look = looks[status ?? "P"];
  const Icon = icon ?? look.icon;
  return (
    <Badge
      className="status-tag"
      size="lg"
      h="auto"
      py={2}
      ps={6}
      tt="none"
      fz="sm"
      fw={600}
      bg={`var(--fc-${look.tone}-wash)`}
      c={`var(--fc-${look.tone}-text)`}
      leftSection={<Icon />}
      // A long state takes a second line, between its words: the badge itself would cut or break them.
      styles={{
        root: { "--fc-icon": "1rem" },
        label: { whiteSpace: "normal", lineHeight: 1.4, overflow: "visible", overflowWrap: "normal" },
      }}
    >
      {children}
    </Badge>
  );
}
