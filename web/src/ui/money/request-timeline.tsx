import type { Receipt } from "@fc/contract/receipts/portal";
import {
  receiptSteps,
  type StepName,
  type SteppedRequest,
  type stepTitles,
} from "@fc/contract/receipts/steps";
import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { dateTimeText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { Timeline } from "./timeline.tsx";

export const stepLabels = {
  submitted: msg("Submitted"),
  review: msg("In review"),
  paying: msg("Payment under way"),
  reviewed: msg("Reviewed"),
  checked: msg("Checked automatically"),
  handed: msg("Sent over the chain"),
  block: msg("In a block"),
  paid: msg("Paid"),
  automatic: msg("Paid automatically"),
  collected: msg("Taken for what you owed"),
  moved: msg("Moved to your transfer wallet"),
  sent: msg("Sent"),
  received: msg("Received"),
  started: msg("Stake started"),
  ended: msg("Stake ended"),
  reversed: msg("Stake undone"),
  rejected: msg("Rejected"),
  cancelled: msg("Cancelled by you"),
} as const satisfies { [Name in StepName]: (typeof stepTitles)[Name] };

/** Of what is done at once there is no decision, and no stake unless it says so. */
const plain = {
  side: "own",
  isBeingPaid: false,
  payout: null,
  netFc: null,
  stakeEndedAt: null,
  isStakeReversed: false,
} as const satisfies Partial<SteppedRequest>;

interface RequestTimelineProps {
  request: Omit<SteppedRequest, keyof typeof plain> &
    Partial<Pick<SteppedRequest, keyof typeof plain>> &
    Pick<Receipt, "reason">;
  /** What a step says beside its time. */
  notes?: Partial<Record<StepName, ReactNode>>;
}

/** What happened to a money movement, with its times and the reason if it was rejected. */
export function RequestTimeline({ request, notes }: RequestTimelineProps) {
  const t = useT();
  const { i18n } = useLingui();
  const steps = receiptSteps({ ...plain, ...request }).map(({ name, state, at }) => {
    const lines: ReactNode[] = [
      name === "rejected" || name === "reversed" ? (request.reason ?? undefined) : undefined,
      at === null || name === "rejected" ? undefined : dateTimeText(at, i18n.locale),
      notes?.[name],
    ].filter((line) => line !== undefined);
    return { title: t(stepLabels[name]), state, note: <Lines lines={lines} /> };
  });
  return <Timeline label={t("What happened")} steps={steps} />;
}

function Lines({ lines }: { lines: readonly ReactNode[] }) {
  return lines.map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the lines of a step keep their order
    <div key={at}>{line}</div>
  ));
}
