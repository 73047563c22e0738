import { requestStates, type RequestStatus } from "@fc/contract/request-states";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { AlertIcon, CheckIcon } from "../icons/icons.tsx";
import { ClockIcon } from "../icons/screen-icons.tsx";
import { StateTag } from "../content/state-tag.tsx";
import "./timeline.css";

export function StatusTag({ status }: { status: RequestStatus }) {
  const t = useT();
  return <StateTag status={status}>{t(requestStates[status].label)}</StateTag>;
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
