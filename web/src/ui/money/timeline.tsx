import { requestStates, type RequestStatus } from "@fc/contract/request-states";
import { Text, Timeline as MantineTimeline } from "@mantine/core";
import "@mantine/core/styles/Timeline.layer.css";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { AlertIcon, CheckIcon } from "../icons/icons.tsx";
import { ClockIcon } from "../icons/screen-icons.tsx";
import { StateTag } from "../content/state-tag.tsx";

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

const stepLooks = {
  done: { Icon: CheckIcon, colour: "var(--fc-good-text)" },
  waiting: { Icon: ClockIcon, colour: "var(--fc-info-text)" },
  refused: { Icon: AlertIcon, colour: "var(--fc-bad-text)" },
} as const satisfies Record<TimelineStep["state"], unknown>;

/** What happened to a request, and what comes next. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <MantineTimeline
      role="list"
      aria-label={label}
      bulletSize={20}
      lineWidth={2}
      styles={{
        item: { marginTop: 0, paddingBottom: "var(--mantine-spacing-md)", overflowWrap: "anywhere" },
        itemBullet: { border: 0, background: "var(--fc-surface)" },
        itemTitle: { margin: 0, lineHeight: 1.3 },
      }}
    >
      {steps.map(({ title, note, state }) => {
        const { Icon, colour } = stepLooks[state];
        return (
          <MantineTimeline.Item
            key={title}
            role="listitem"
            bullet={<Icon />}
            title={<strong>{title}</strong>}
            styles={{ itemBullet: { color: colour } }}
          >
            <Text component="div" size="sm" c="dimmed">
              {note}
            </Text>
          </MantineTimeline.Item>
        );
      })}
    </MantineTimeline>
  );
}
