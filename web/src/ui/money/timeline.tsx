import type { RequestStatus, statusWords } from "@fc/contract/staking";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { AlertIcon, CheckIcon } from "../icons.tsx";
import { ClockIcon } from "../screen-icons.tsx";
import "./money.css";

const icons = { P: ClockIcon, A: CheckIcon, R: AlertIcon } as const satisfies Record<RequestStatus, unknown>;

export const statusLabels: typeof statusWords = { P: msg("Pending"), A: msg("Accepted"), R: msg("Rejected") };

/** A request's state by word and picture; the colour only agrees. */
export function StatusTag({ status }: { status: RequestStatus }) {
  const t = useT();
  const Icon = icons[status];
  return (
    <span className="status-tag" data-status={status}>
      <Icon />
      {t(statusLabels[status])}
    </span>
  );
}

export interface TimelineStep {
  title: string;
  /** When it happened, or what it waits for. */
  note: ReactNode;
  state: "done" | "waiting" | "refused";
}

const stepIcons = { done: CheckIcon, waiting: ClockIcon, refused: AlertIcon } as const;

/** What happened to a request, and what comes next. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ title, note, state }) => {
        const Icon = stepIcons[state];
        return (
          <li key={title} data-state={state}>
            <Icon />
            <div>
              <strong>{title}</strong>
              <span className="small dimmed">{note}</span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
