import type { RequestStatus } from "@fc/contract/staking/portal";
import type { ComponentType, ReactNode } from "react";
import { AlertIcon, CheckIcon } from "../icons/icons.tsx";
import { ClockIcon } from "../icons/screen-icons.tsx";
import "./state-tag.css";

const icons = { P: ClockIcon, A: CheckIcon, R: AlertIcon } as const satisfies Record<RequestStatus, unknown>;

interface StateTagProps {
  /** Waiting, good or bad, as a request is; without it neither. */
  status?: RequestStatus | undefined;
  /** Where the one of the status says too little. */
  icon?: ComponentType | undefined;
  children: ReactNode;
}

/** A state by word and picture; the colour only agrees. */
export function StateTag({ status, icon, children }: StateTagProps) {
  const Icon = icon ?? icons[status ?? "P"];
  return (
    <span className="status-tag" data-status={status}>
      <Icon />
      {children}
    </span>
  );
}
