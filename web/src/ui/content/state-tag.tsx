import type { RequestStatus } from "@fc/contract/request-states";
import type { ComponentType, ReactNode } from "react";
import { AlertIcon, CheckIcon } from "../icons/icons.tsx";
import { ClockIcon } from "../icons/screen-icons.tsx";
import "./state-tag.css";

const icons = { P: ClockIcon, A: CheckIcon, R: AlertIcon } as const satisfies Record<RequestStatus, unknown>;

interface StateTagProps {
  /** Pending, accepted or rejected; neutral without it. */
  status?: RequestStatus | undefined;
  /** Replaces the icon of the status. */
  icon?: ComponentType | undefined;
  children: ReactNode;
}

/** A state as text and icon; the colour alone says nothing new. */
export function StateTag({ status, icon, children }: StateTagProps) {
  const Icon = icon ?? icons[status ?? "P"];
  return (
    <span className="status-tag" data-status={status}>
      <Icon />
      {children}
    </span>
  );
}
